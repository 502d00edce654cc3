// Runs actions that need the archive now. One toast says what was done, or why it failed.
import { useMemo } from 'react';
import type { CommandFailure } from '../../commands/command-failure.ts';
import { failed, type Result } from '../../lib/result.ts';
import { useToast, type ShowToast } from '../../ui/toasts.tsx';
import { commandErrorText } from '../commands/command-error-text.ts';
import { messageOf, type ResultMessage } from './use-write.ts';

interface CommandOptions<Value, Failure> {
  message?: ResultMessage<Value>;
  /** The reason of a failure; null if the caller shows it. Defaults to the common texts. */
  failed?: (failure: Failure) => string | null;
}

/** Settles when the archive has answered. `run` returns undefined if its chunk could not be fetched: the archive is away. */
interface Command {
  <Value>(
    run: () => Promise<Result<Value, CommandFailure>> | undefined,
    options?: CommandOptions<Value, CommandFailure>,
  ): Promise<Result<Value, CommandFailure>>;
  <Value, Failure>(
    run: () => Promise<Result<Value, Failure>>,
    options: CommandOptions<Value, Failure> & Required<Pick<CommandOptions<Value, Failure>, 'failed'>>,
  ): Promise<Result<Value, Failure>>;
}

export function useCommand(): Command {
  const showToast = useToast();
  return useMemo(() => createCommand(showToast), [showToast]);
}

export function createCommand(showToast: ShowToast): Command {
  async function command<Value>(
    run: () => Promise<Result<Value, CommandFailure>> | undefined,
    { message, failed: failureText = commandErrorText }: CommandOptions<Value, CommandFailure> = {},
  ): Promise<Result<Value, CommandFailure>> {
    const result = (await run()) ?? failed({ kind: 'away' } as const);
    const text = result.ok ? messageOf(message, result.value) : failureText(result.error);
    if (text !== null) showToast({ text });
    return result;
  }
  return command as Command;
}
