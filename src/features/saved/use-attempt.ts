import { useCallback } from 'react';
import { shellTexts } from '../../texts/shell.ts';
import { useToast } from '../../ui/toasts.tsx';

/** Waits for a change to the ledger. Calls `onDone` once it is stored; shows a toast if it could not be stored. */
export type Attempt = (work: Promise<unknown>, onDone?: () => void) => void;

/** Returns the same function in every render. */
export function useAttempt(): Attempt {
  const showToast = useToast();
  return useCallback<Attempt>(
    (work, onDone) => {
      work.then(onDone, (reason: unknown) => {
        console.warn('A change to saved videos was not stored', reason);
        showToast({ text: shellTexts.notKept.other });
      });
    },
    [showToast],
  );
}
