/** One run of `work` at a time; what asks meanwhile has it run once more afterwards. */
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
      void run().catch(() => {}); // the database has gone: so has whoever asks
    });
    return running;
  };
}
