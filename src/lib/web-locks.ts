// Locks shared by all tabs. Where the browser has none (a plain http address on the home network is not a secure context), each tab queues
// only its own work. If two tabs then send, the fence in the database refuses one of them (src/mirror/fence.ts).
import type { Locks } from './locks.ts';

export function createWebLocks(manager: LockManager | undefined = globalThis.navigator?.locks): Locks {
  return manager ? { isCrossTab: true, run: (name, work, options) => runIn(manager, name, work, options) } : createTabLocks();
}

async function runIn<Value>(
  manager: LockManager,
  name: string,
  work: () => Promise<Value>,
  options: { ifFree?: boolean; shouldSteal?: boolean } = {},
): Promise<Value | undefined> {
  const request: LockOptions = options.shouldSteal ? { steal: true } : { ifAvailable: options.ifFree ?? false };
  return manager.request(name, request, (lock) => (lock ? work() : Promise.resolve(undefined)));
}

function createTabLocks(): Locks {
  const tails = new Map<string, Promise<unknown>>();
  return {
    isCrossTab: false,
    async run(name, work, options = {}) {
      if (options.ifFree && tails.has(name)) return undefined;
      const previousWork = options.shouldSteal ? undefined : tails.get(name);
      const result = Promise.resolve(previousWork).then(work, work);
      tails.set(name, result);
      try {
        return await result;
      } finally {
        if (tails.get(name) === result) tails.delete(name);
      }
    },
  };
}
