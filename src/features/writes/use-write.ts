// What a person does and what may wait is written to this device. One toast tells what was done, with Undo where it can be taken
// back, or that it was not. What needs the archive now is a command: use-command.ts, which the first page has no use for.
import { useMemo } from 'react';
import { failed, ok, type Result } from '../../lib/result.ts';
import type { Undo } from '../../mutations/undo.ts';
import { writeFailureOf, type WriteFailure } from '../../mutations/write-failure.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { useToast, type ShowToast } from '../../ui/toasts.tsx';

export type Mirror = ReturnType<typeof useMirror>;

/** What is said once it is done; null: nothing. */
export type DoneWords<Value> = string | ((value: Value) => string | null);

interface MutationOptions<Value> {
  said?: DoneWords<Value> | undefined;
  /** Takes it back, by what the mutation answered: the toast then has Undo. */
  undo?: ((value: Value, mirror: Mirror) => Promise<unknown>) | undefined;
  /** Why it was not kept; null where the caller draws that, or it is not worth a word. The common words without it. */
  failed?: (failure: WriteFailure) => string | null;
}

export interface Write {
  /** Never rejects: what this device could not keep is said. Not awaited where the screen follows the rows. */
  mutate<Value>(work: (mirror: Mirror) => Promise<Value>, options?: MutationOptions<Value>): Promise<Result<Value, WriteFailure>>;
}

/** `mutate` keeps its identity for as long as the account is open, so that cards do not render again for them. */
export function useWrite(): Write {
  const mirror = useMirror();
  const showToast = useToast();
  return useMemo(() => createWrite(mirror, showToast), [mirror, showToast]);
}

const commonWords = (failure: WriteFailure): string => shellTexts.notKept[failure];

export function createWrite(mirror: Mirror, showToast: ShowToast): Write {
  const mutate: Write['mutate'] = async (work, { said, undo, failed: failedWords = commonWords } = {}) => {
    try {
      const value = await work(mirror);
      const text = wordsOf(said, value);
      if (text !== null) showToast({ text, onUndo: undo && (() => void mutate(() => undo(value, mirror))) }); // the page follows the rows
      return ok(value);
    } catch (reason) {
      console.warn('A change was not kept', reason);
      const failure = writeFailureOf(reason);
      const text = failedWords(failure);
      if (text !== null) showToast({ text });
      return failed(failure);
    }
  };
  return { mutate };
}

export function wordsOf<Value>(said: DoneWords<Value> | undefined, value: Value): string | null {
  return typeof said === 'function' ? said(value) : (said ?? null);
}

/** For `undo` of the mutations that answer how they are taken back: one, or many in their order. */
export async function takeBack(undo: Undo | readonly Undo[]): Promise<void> {
  for (const one of typeof undo === 'function' ? [undo] : undo) await one();
}
