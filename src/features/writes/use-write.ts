// Writes mutations to this device. A toast says that a mutation succeeded, with Undo where possible, or that it failed. Commands, which
// need the archive now, are in the separate file use-command.ts, because the first page needs none.
import { useMemo } from 'react';
import { failed, ok, type Result } from '../../lib/result.ts';
import type { Undo } from '../../mutations/undo.ts';
import { writeFailureOf, type WriteFailure } from '../../mutations/write-failure.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { useToast, type ShowToast } from '../../ui/toasts.tsx';

export type Mirror = ReturnType<typeof useMirror>;

/** The toast on success; null: none. */
export type ResultMessage<Value> = string | ((value: Value) => string | null);

interface MutationOptions<Value> {
  message?: ResultMessage<Value> | undefined;
  /** Gives the toast an Undo button, which calls this function with the value to which the mutation resolved. */
  undo?: ((value: Value, mirror: Mirror) => Promise<unknown>) | undefined;
  /** The toast on failure; null: none. Default: `defaultFailureText`. */
  failureText?: (failure: WriteFailure) => string | null;
}

export interface Write {
  /** Never rejects: a failure is returned and shown. Callers whose screen is drawn from the mirror need not await it. */
  mutate<Value>(work: (mirror: Mirror) => Promise<Value>, options?: MutationOptions<Value>): Promise<Result<Value, WriteFailure>>;
}

/** `mutate` stays the same function while the account is open, so that cards do not re-render. */
export function useWrite(): Write {
  const mirror = useMirror();
  const showToast = useToast();
  return useMemo(() => createWrite(mirror, showToast), [mirror, showToast]);
}

const defaultFailureText = (failure: WriteFailure): string => shellTexts.notKept[failure];

export function createWrite(mirror: Mirror, showToast: ShowToast): Write {
  const mutate: Write['mutate'] = async (work, { message, undo, failureText = defaultFailureText } = {}) => {
    try {
      const value = await work(mirror);
      const text = messageOf(message, value);
      // Undo is fire and forget: the page follows the mirror.
      if (text !== null) showToast({ text, onUndo: undo && (() => void mutate(() => undo(value, mirror))) });
      return ok(value);
    } catch (reason) {
      console.warn('A change was not stored', reason);
      const failure = writeFailureOf(reason);
      const text = failureText(failure);
      if (text !== null) showToast({ text });
      return failed(failure);
    }
  };
  return { mutate };
}

export function messageOf<Value>(message: ResultMessage<Value> | undefined, value: Value): string | null {
  return typeof message === 'function' ? message(value) : (message ?? null);
}

/** The `undo` option for mutations that resolve to one Undo, or to several that run in their order. */
export async function undoAll(undo: Undo | readonly Undo[]): Promise<void> {
  for (const undoOne of typeof undo === 'function' ? [undo] : undo) await undoOne();
}
