// Who may work on the library at a time: one import pass, or one other piece of work (a deletion, another look at some files) alone. Other work does
// not wait for a long import: the pass is interrupted between two files and starts over afterwards, which costs only a listing, because what it had
// written is known by then.
export interface LibraryLock {
  /** Runs `pass` again until it completes without interruption. */
  pass<Value>(signal: AbortSignal, pass: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
  alone<Value>(work: () => Promise<Value>): Promise<Value>;
}

export function createLibraryLock(): LibraryLock {
  let last: Promise<unknown> = Promise.resolve();
  let interruption = new AbortController();
  let waitingAlone = 0;

  function serialize<Value>(work: () => Promise<Value>): Promise<Value> {
    const next = last.then(work);
    last = next.catch(() => undefined); // the caller of this turn receives the error
    return next;
  }

  return {
    async pass(signal, pass) {
      for (;;) {
        const { value, isWhole } = await serialize(async () => {
          const outcome = await pass(AbortSignal.any([signal, interruption.signal]));
          return { value: outcome, isWhole: signal.aborted || !interruption.signal.aborted };
        });
        if (isWhole) return value;
      }
    },
    alone(work) {
      waitingAlone += 1;
      interruption.abort();
      return serialize(async () => {
        try {
          return await work();
        } finally {
          waitingAlone -= 1;
          if (waitingAlone === 0) interruption = new AbortController();
        }
      });
    },
  };
}
