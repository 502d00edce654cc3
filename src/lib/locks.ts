/** A lock over all tabs of one origin (Web Locks in the page, a queue in tests). */
export interface Locks {
  /** False: the browser has no locks (plain http), and each tab queues only its own work. */
  isCrossTab: boolean;
  /**
   * Runs `work` while no other tab holds `name`. With `ifFree`, does nothing and returns `undefined` when it is held. `isStolen` takes the
   * lock from a holder presumed dead; if that holder is alive, its work continues.
   */
  run<Value>(name: string, work: () => Promise<Value>, options?: { ifFree?: boolean; isStolen?: boolean }): Promise<Value | undefined>;
}
