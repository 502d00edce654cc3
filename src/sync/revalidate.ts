// Decides when the shown data is requested again: when the page becomes visible, and after a server restart. Called by
// app/client.tsx. The page never reloads; views swap in what changed. Remembers only the last start timestamp.
import type { Mirror } from '../mirror/database.ts';
import { freshForMs, wishForLiveKeys } from '../mirror/wanted.ts';

export interface Revalidation {
  /** Call with the `X-Start-Timestamp` of every answer. */
  onStartTimestamp(startTimestamp: string): void;
  /** The page was opened from its copy, which is refreshed however fresh it is: opening a page means asking for news. */
  onOpenedCopy(): void;
  /** The page came into view, or the device woke up. */
  onVisible(): void;
}

export function createRevalidation(mirror: Mirror, startTimestampOfCopy: string | null): Revalidation {
  let last = startTimestampOfCopy;

  function revalidate(mostMs: number): void {
    // Not awaited: the screen stays as it is until an answer comes.
    void wishForLiveKeys(mirror, mostMs).catch((reason: unknown) => console.warn('Nothing was asked for again', reason));
  }

  return {
    onStartTimestamp(startTimestamp) {
      const isRestarted = last !== null && last !== startTimestamp;
      last = startTimestamp;
      if (isRestarted) revalidate(0);
    },
    onOpenedCopy: () => revalidate(0),
    onVisible: () => revalidate(freshForMs),
  };
}
