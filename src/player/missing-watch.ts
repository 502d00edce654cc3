// Asks the server regularly whether a missing file is back, while the page is visible. Called by a playback.
import type { Clock } from '../lib/clock.ts';
import type { PagePort } from './page-port.ts';

/** As often as an unreachable archive is pinged, so that a video can be played within seconds after its disk is back. */
const recheckMs = 5000;

export interface MissingWatch {
  setMissing(isMissing: boolean): void;
  close(): void;
}

export function createMissingWatch({ clock, page, ask }: { clock: Clock; page: PagePort; ask: () => void }): MissingWatch {
  let cancel: (() => void) | null = null;
  function recheck(): void {
    cancel = clock.after(recheckMs, recheck);
    if (!page.isHidden()) ask();
  }
  function close(): void {
    cancel?.();
    cancel = null;
  }
  return {
    setMissing(isMissing) {
      if (!isMissing) close();
      else cancel ??= clock.after(recheckMs, recheck);
    },
    close,
  };
}
