import type { Clock } from './clock.ts';

/** Locks shared by all tabs of one origin, if the browser has such locks (web-locks.ts). */
export interface Locks {
  /** False if the browser has no locks (plain http). Then each tab queues only its own work. */
  isCrossTab: boolean;
  /**
   * Waits until the lock `name` is free, and holds it while `work` runs. With `ifFree`, does nothing and resolves to `undefined` if the
   * lock is held. With `shouldSteal`, takes the lock from a holder presumed dead; if that holder is alive, its work continues.
   */
  run<Value>(name: string, work: () => Promise<Value>, options?: { ifFree?: boolean; shouldSteal?: boolean }): Promise<Value | undefined>;
}

/** The holder of a lock may be a frozen tab, which never releases it. */
const lockTimeoutMs = 5_000;

/** Runs `work` with the lock, or without the lock if the holder does not release it within five seconds. */
export function runOnceFree<Value>({ locks, clock }: { locks: Locks; clock: Clock }, name: string, work: () => Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    let hasBegun = false;
    async function begin(): Promise<void> {
      if (hasBegun) return;
      hasBegun = true;
      cancel();
      await work().then(resolve, reject);
    }
    const cancel = clock.after(lockTimeoutMs, () => void begin());
    locks.run(name, begin).catch(reject);
  });
}
