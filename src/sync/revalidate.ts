// Decides when the shown data is requested again: when the page was opened from its copy or becomes visible, and after a server restart.
// Called by app/client.tsx. The page never reloads; views show the changed data when it arrives. Remembers only the last start timestamp.
import type { Mirror } from '../mirror/database.ts';
import { freshForMs, refreshStaleLiveKeys } from '../mirror/refresh-requests.ts';
import { inBackground } from '../lib/in-background.ts';

export interface Revalidation {
  /** Call with the `X-Start-Timestamp` of every answer. */
  onStartTimestamp(startTimestamp: string): void;
  /** Call when the page was opened from its copy. The shown data is then requested again, however recent it is. */
  onOpenedCopy(): void;
  /** Call when the page becomes visible. Only data older than `freshForMs` is then requested again. */
  onVisible(): void;
}

export function createRevalidation(mirror: Mirror, startTimestampOfCopy: string | null): Revalidation {
  let lastTimestamp = startTimestampOfCopy;

  function revalidate(maxAgeMs: number): void {
    // Fire and forget: the screen is unchanged until an answer arrives.
    inBackground(refreshStaleLiveKeys(mirror, maxAgeMs), 'A request was not written');
  }

  return {
    onStartTimestamp(startTimestamp) {
      const isRestarted = lastTimestamp !== null && lastTimestamp !== startTimestamp;
      lastTimestamp = startTimestamp;
      if (isRestarted) revalidate(0);
    },
    onOpenedCopy: () => revalidate(0),
    onVisible: () => revalidate(freshForMs),
  };
}
