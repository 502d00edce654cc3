// Runs work for a key immediately, and then at most once per interval. The last call is never lost.
import type { Clock } from './clock.ts';

export function createThrottle(clock: Clock, everyMs: number, work: (key: string) => void): (key: string) => void {
  /** For each key whose work ran within the interval: whether the key was called again since. */
  const calledAgainByKey = new Map<string, boolean>();
  return function call(key) {
    if (calledAgainByKey.has(key)) return void calledAgainByKey.set(key, true);
    calledAgainByKey.set(key, false);
    work(key);
    clock.after(everyMs, () => {
      const wasCalledAgain = calledAgainByKey.get(key);
      calledAgainByKey.delete(key);
      if (wasCalledAgain) call(key);
    });
  };
}
