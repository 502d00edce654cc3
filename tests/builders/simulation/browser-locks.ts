// The locks of one browser across its tabs: a killed tab frees its locks, a frozen one keeps them, and a lock can be taken from it.
import type { Locks } from '../../../src/lib/locks.ts';

interface Holder {
  tab: object;
  reject: (reason: unknown) => void;
}

interface WaitingRequest {
  tab: object;
  begin: () => void;
}

export interface BrowserLocks {
  forTab(tab: object): Locks;
  /** Frees the locks of a closed tab and drops its waiting requests. */
  free(tab: object): void;
}

/** @param asLaterEvent runs a callback as a separate event, as a browser does */
export function createBrowserLocks(asLaterEvent: (tab: object, callback: () => void) => void): BrowserLocks {
  const holders = new Map<string, Holder>();
  const queues = new Map<string, WaitingRequest[]>();

  function release(name: string, holder: Holder): void {
    if (holders.get(name) !== holder) return;
    holders.delete(name);
    queues.get(name)?.shift()?.begin();
  }

  function run<Value>(tab: object, name: string, work: () => Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const holder: Holder = { tab, reject };
      holders.set(name, holder);
      asLaterEvent(tab, () => {
        void work()
          .then(resolve, reject)
          .finally(() => release(name, holder));
      });
    });
  }

  return {
    forTab: (tab) => ({
      isCrossTab: true,
      async run(name, work, options = {}) {
        const holder = holders.get(name);
        if (holder && options.shouldSteal) holder.reject(new DOMException('The lock was taken by another tab', 'AbortError'));
        if (!holder || options.shouldSteal) return run(tab, name, work);
        if (options.ifFree) return undefined;
        return new Promise((resolve, reject) => {
          const queue = queues.get(name) ?? [];
          queues.set(name, queue);
          queue.push({ tab, begin: () => void run(tab, name, work).then(resolve, reject) });
        });
      },
    }),
    free(tab) {
      for (const [name, queue] of queues)
        queues.set(
          name,
          queue.filter((request) => request.tab !== tab),
        );
      for (const [name, holder] of [...holders]) if (holder.tab === tab) release(name, holder);
    },
  };
}
