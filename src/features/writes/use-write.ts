// What a person does, and what is said of it: a mutation is written to this device, a command is asked of the archive. One
// toast tells what was done, with Undo where it can be taken back, or why it was not.
import { useMemo } from 'react';
import type { CommandFailure } from '../../commands/command-failure.ts';
import { failed, ok, type Result } from '../../lib/result.ts';
import type { Undo } from '../../mutations/undo.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { useToast, type ShowToast } from '../../ui/toasts.tsx';
import { commandWords } from '../commands/command-words.ts';

export type Mirror = ReturnType<typeof useMirror>;

/** What is said once it is done; null: nothing. */
type DoneWords<Value> = string | ((value: Value) => string | null);

interface MutationOptions<Value> {
  said?: DoneWords<Value> | undefined;
  /** Takes it back, by what the mutation answered: the toast then has Undo. */
  undo?: ((value: Value, mirror: Mirror) => Promise<unknown>) | undefined;
}

interface CommandOptions<Value, Failure> {
  said?: DoneWords<Value>;
  /** Why it was not done; null where the caller draws that. The common words without it. */
  failed?: (failure: Failure) => string | null;
}

export interface Write {
  /** Never rejects: what this device has no room or no storage for is said. Not awaited where the screen follows the rows. */
  mutate<Value>(work: (mirror: Mirror) => Promise<Value>, options?: MutationOptions<Value>): Promise<Result<Value, 'not-kept'>>;
  /** `run` answers undefined where its part of the client could not be fetched: the archive is away. */
  command<Value>(
    run: () => Promise<Result<Value, CommandFailure>> | undefined,
    options?: CommandOptions<Value, CommandFailure>,
  ): Promise<Result<Value, CommandFailure>>;
  command<Value, Failure>(
    run: () => Promise<Result<Value, Failure>>,
    options: CommandOptions<Value, Failure> & Required<Pick<CommandOptions<Value, Failure>, 'failed'>>,
  ): Promise<Result<Value, Failure>>;
}

/** Both keep their identity for as long as the account is open, so that cards do not render again for them. */
export function useWrite(): Write {
  const mirror = useMirror();
  const showToast = useToast();
  return useMemo(() => createWrite(mirror, showToast), [mirror, showToast]);
}

export function createWrite(mirror: Mirror, showToast: ShowToast): Write {
  const mutate: Write['mutate'] = async (work, { said, undo } = {}) => {
    try {
      const value = await work(mirror);
      const text = wordsOf(said, value);
      if (text !== null) showToast({ text, onUndo: undo && (() => void mutate(() => undo(value, mirror))) }); // the page follows the rows
      return ok(value);
    } catch (reason) {
      console.warn('A change was not kept', reason);
      showToast({ text: shellTexts.notKept });
      return failed('not-kept');
    }
  };
  async function command<Value>(
    run: () => Promise<Result<Value, CommandFailure>> | undefined,
    { said, failed: failedWords = commandWords }: CommandOptions<Value, CommandFailure> = {},
  ): Promise<Result<Value, CommandFailure>> {
    const result = (await run()) ?? failed({ kind: 'away' } as const);
    const text = result.ok ? wordsOf(said, result.value) : failedWords(result.error);
    if (text !== null) showToast({ text });
    return result;
  }
  return { mutate, command: command as Write['command'] };
}

function wordsOf<Value>(said: DoneWords<Value> | undefined, value: Value): string | null {
  return typeof said === 'function' ? said(value) : (said ?? null);
}

/** For `undo` of the mutations that answer how they are taken back: one, or many in their order. */
export async function takeBack(undo: Undo | readonly Undo[]): Promise<void> {
  for (const one of typeof undo === 'function' ? [undo] : undo) await one();
}
