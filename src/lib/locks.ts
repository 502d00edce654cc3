/** Locks shared by all tabs of one origin, if the browser has such locks (web-locks.ts). */
export interface Locks {
  /** False if the browser has no locks (plain http). Then each tab queues only its own work. */
  isCrossTab: boolean;
  /**
   * Waits until no other tab holds the lock `name`, and holds it while `work` runs. With `ifFree`, does nothing and returns `undefined` if
   * the lock is held. With `shouldSteal`, takes the lock from a holder presumed dead; if that holder is alive, its work continues.
   */
  run<Value>(name: string, work: () => Promise<Value>, options?: { ifFree?: boolean; shouldSteal?: boolean }): Promise<Value | undefined>;
}
