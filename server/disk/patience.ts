// Accesses a place that may never answer: on a share whose server is gone, every call hangs and holds one of the few threads through which this
// server reads all files. So only one access per place is pending at a time; meanwhile others fail at once.

export class NoAnswer extends Error {
  constructor() {
    super('it does not answer.');
  }
}

/** Called at each sign of life: how long the next step may take. */
export type GoOn = (withinMs: number) => void;

/** @returns a function that accesses `place` and fails with NoAnswer after `firstMs` without a sign of life */
export function createPatience(firstMs: number): <Answer>(place: string, ask: (goOn: GoOn) => Promise<Answer>) => Promise<Answer> {
  const unanswered = new Set<string>();
  return async (place, ask) => {
    if (unanswered.has(place)) throw new NoAnswer();
    unanswered.add(place);
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        const goOn: GoOn = (withinMs) => {
          clearTimeout(timer);
          timer = setTimeout(() => reject(new NoAnswer()), withinMs);
          timer.unref();
        };
        goOn(firstMs);
        void ask(goOn)
          .finally(() => unanswered.delete(place))
          .then(resolve, reject);
      });
    } finally {
      clearTimeout(timer);
    }
  };
}
