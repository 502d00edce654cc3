// When what is shown is asked for again: on becoming visible, and when the server was restarted. Called by app/client.tsx. Nothing
// ever reloads; views swap in what changed. Keeps nothing but the last start it has seen.
import type { Mirror } from '../mirror/database.ts';
import { freshForMs, wishForLiveKeys } from '../mirror/wanted.ts';

export interface Revalidation {
  /** For every answer of the archive: `X-Start-Timestamp`. */
  onStartTimestamp(startTimestamp: string): void;
  /** The page was opened on its copy: whoever opens or reloads it wants to know what is new, however young the copy is. */
  onOpenedCopy(): void;
  /** The page came into view, or the device woke up. */
  onVisible(): void;
}

export function createRevalidation(mirror: Mirror, startTimestampOfCopy: string | null): Revalidation {
  let last = startTimestampOfCopy;

  function revalidate(maxAgeMs: number): void {
    // Not awaited: what is shown stays as it is until an answer comes.
    void wishForLiveKeys(mirror, maxAgeMs).catch((reason: unknown) => console.warn('Nothing was asked for again', reason));
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
