// Runs commands: actions that need the archive now and do not wait in the outbox. A toast says what was done, or why the command failed.
import { useMemo } from 'react';
import type { CommandFailure } from '../../commands/command-failure.ts';
import { failed, type Result } from '../../lib/result.ts';
import { writeFailureOf } from '../../mutations/write-failure.ts';
import { useToast, type ShowToast } from '../../ui/toasts.tsx';
import { commandErrorText } from '../commands/command-error-text.ts';
import { messageOf, type ResultMessage } from './use-write.ts';

interface CommandOptions<Value, Failure> {
  message?: ResultMessage<Value>;
  /** The toast on failure; null: none, because the caller shows the reason. Default: `commandErrorText`. */
  failureText?: (failure: Failure) => string | null;
}

/**
 * Resolves to the command's result, and never rejects: if this device could not store what the command writes, a toast says so, and the
 * result is `not-stored`. `run` returns undefined if the chunk with the command's code could not be fetched, which counts as `away`.
 * A command with failures of its own must provide their texts (`failureText`).
 */
interface Command {
  <Value>(
    run: () => Promise<Result<Value, CommandFailure>> | undefined,
    options?: CommandOptions<Value, CommandFailure>,
  ): Promise<Result<Value, CommandFailure>>;
  <Value, Failure>(
    run: () => Promise<Result<Value, Failure>>,
    options: CommandOptions<Value, Failure> & Required<Pick<CommandOptions<Value, Failure>, 'failureText'>>,
  ): Promise<Result<Value, Failure>>;
}

export function useCommand(): Command {
  const showToast = useToast();
  return useMemo(() => createCommand(showToast), [showToast]);
}

export function createCommand(showToast: ShowToast): Command {
  async function command<Value>(
    run: () => Promise<Result<Value, CommandFailure>> | undefined,
    { message, failureText = commandErrorText }: CommandOptions<Value, CommandFailure> = {},
  ): Promise<Result<Value, CommandFailure>> {
    let result: Result<Value, CommandFailure>;
    try {
      result = (await run()) ?? failed({ kind: 'away' });
    } catch (reason) {
      console.warn('A command could not store its changes', reason);
      const failure = { kind: 'not-stored', reason: writeFailureOf(reason) } as const;
      // A caller that shows this failure in a toast must use the same text, because its toast replaces this one.
      showToast({ text: commandErrorText(failure) });
      return failed(failure);
    }
    const text = result.ok ? messageOf(message, result.value) : failureText(result.error);
    if (text !== null) showToast({ text });
    return result;
  }
  return command as Command;
}
