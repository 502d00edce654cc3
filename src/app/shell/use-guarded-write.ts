import { useMemo } from 'react';
import { shellTexts } from '../../texts/shell.ts';
import { useToast } from '../../ui/toasts.tsx';

/** Runs a write to this device and says so when it could not be kept (no room, no storage). */
export function useGuardedWrite(): (write: () => Promise<unknown>) => void {
  const showToast = useToast();
  return useMemo(
    () => (write) => {
      // nothing waits for it: the page follows the rows
      void write().catch(() => showToast({ text: shellTexts.notKept }));
    },
    [showToast],
  );
}
