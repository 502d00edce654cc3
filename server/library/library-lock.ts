// The lock on the library, held by one import pass or by one other piece of work (a deletion, a rescan of some files). Other work does not
// wait for a long import: the pass is interrupted between two files and starts over afterwards. Starting over costs only a new listing,
// because the pass recognizes the files that it has already imported.
export interface LibraryLock {
  /** Runs `pass`, and again after each interruption until it completes. */
  runPass<Value>(signal: AbortSignal, pass: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
  exclusive<Value>(work: () => Promise<Value>): Promise<Value>;
}

export function createLibraryLock(): LibraryLock {
  let queueTail: Promise<unknown> = Promise.resolve();
  let interruption = new AbortController();
  /** How many pieces of exclusive work are waiting or running. */
  let exclusiveCount = 0;

  function serialize<Value>(work: () => Promise<Value>): Promise<Value> {
    const nextRun = queueTail.then(work);
    queueTail = nextRun.catch(() => undefined); // the caller of `work` receives the error
    return nextRun;
  }

  return {
    async runPass(signal, pass) {
      for (;;) {
        const { value, isComplete } = await serialize(async () => {
          const outcome = await pass(AbortSignal.any([signal, interruption.signal]));
          return { value: outcome, isComplete: signal.aborted || !interruption.signal.aborted };
        });
        if (isComplete) return value;
      }
    },
    exclusive(work) {
      exclusiveCount += 1;
      interruption.abort();
      return serialize(async () => {
        try {
          return await work();
        } finally {
          exclusiveCount -= 1;
          if (exclusiveCount === 0) interruption = new AbortController();
        }
      });
    },
  };
}
