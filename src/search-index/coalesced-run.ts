/**
 * Returns a function that runs `work`, one run at a time. Calls during a run cause a single further run after it, but return the promise of
 * the run under way.
 */
export function createCoalescedRun(work: () => Promise<void>): () => Promise<void> {
  let currentRun: Promise<void> | null = null;
  let needsRerun = false;
  return function run(): Promise<void> {
    if (currentRun) {
      needsRerun = true;
      return currentRun;
    }
    currentRun = work().finally(() => {
      currentRun = null;
      if (!needsRerun) return;
      needsRerun = false;
      void run().catch(() => {}); // no caller holds this promise, so its failure is ignored
    });
    return currentRun;
  };
}
