/** One run of `work` at a time; calls during a run make it run once more afterwards. */
export function createCoalescedRun(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let needsRerun = false;
  return function run(): Promise<void> {
    if (running) {
      needsRerun = true;
      return running;
    }
    running = work().finally(() => {
      running = null;
      if (!needsRerun) return;
      needsRerun = false;
      void run().catch(() => {}); // if the database is gone, so is the caller
    });
    return running;
  };
}
