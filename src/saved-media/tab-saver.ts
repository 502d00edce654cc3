// A tab's saver. The first tab with something to save holds the lock and runs the worker; when the tab or the worker ends, the next tab
// takes over.
import type { Locks } from '../lib/locks.ts';
import type { Owner } from '../network/archive-api.ts';
import type { SaverEnded, StartSaver } from './messages.ts';

export interface TabSaver {
  /** Starts the worker, unless this tab already runs it or waits for the lock. */
  start(): void;
  /** Calls `start` unless it was called before. This tab then takes over when the tab that saves is closed. */
  standBy(): void;
  /** Starts the worker again if it was started and has ended. */
  restart(): void;
  /** Ends this tab's saver for good. */
  end(): void;
}

interface TabSaverPorts {
  account: string;
  sessionOwner: Owner;
  locks: Locks;
  newKey(): string;
}

export function createTabSaver({ account, sessionOwner, locks, newKey }: TabSaverPorts): TabSaver {
  let endRun: (() => void) | null = null;
  let wasStarted = false;
  let isEnded = false;

  function start(): void {
    if (endRun || isEnded) return;
    wasStarted = true;
    let end = (): void => {};
    const whenEnded = new Promise<void>((resolve) => (end = resolve));
    endRun = end;
    void locks.run(`stowaway-saver ${account}`, async () => {
      if (isEnded) return; // the saver was ended while it waited for the lock
      const worker = new Worker(new URL('./saver/saver-worker.ts', import.meta.url), { type: 'module', name: 'saver' });
      // A worker that cannot save must not keep the lock; the next request, or the archive's return, starts a new worker in some tab.
      worker.onerror = () => release(end);
      worker.onmessage = ({ data }: MessageEvent<SaverEnded>) => {
        // This tab's code is older than the ledger.
        if (data === 'outdated') isEnded = true;
        release(end);
      };
      worker.postMessage({ account, owner: newKey(), sessionOwner } satisfies StartSaver);
      await whenEnded;
      worker.terminate();
    });
  }

  function release(end: () => void): void {
    if (endRun === end) endRun = null;
    end();
  }

  return {
    start,
    standBy() {
      if (!wasStarted) start();
    },
    restart() {
      if (wasStarted) start();
    },
    end() {
      isEnded = true;
      endRun?.();
    },
  };
}
