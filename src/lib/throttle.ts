// Runs work for a key immediately, and then at most once per interval. The last call is never lost.
import type { Clock } from './clock.ts';

export function createThrottle(clock: Clock, everyMs: number, work: (key: string) => void): (key: string) => void {
  /** The keys whose work ran within the interval, and whether each was called again since. */
  const recent = new Map<string, boolean>();
  return function call(key) {
    if (recent.has(key)) return void recent.set(key, true);
    recent.set(key, false);
    work(key);
    clock.after(everyMs, () => {
      const wasCalledAgain = recent.get(key);
      recent.delete(key);
      if (wasCalledAgain) call(key);
    });
  };
}
