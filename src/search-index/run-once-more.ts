/** One run of `work` at a time; calls during a run make it run once more afterwards. */
export function createRunOnceMore(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isWantedAgain = false;
  return function run(): Promise<void> {
    if (running) {
      isWantedAgain = true;
      return running;
    }
    running = work().finally(() => {
      running = null;
      if (!isWantedAgain) return;
      isWantedAgain = false;
      void run().catch(() => {}); // if the database is gone, so is the caller
    });
    return running;
  };
}
