import type { Clock } from '../../src/lib/clock.ts';

export interface ManualClock extends Clock {
  /** Lets `ms` pass: each due timer is called, in order, at its own time. */
  pass(ms: number): void;
  /** Moves the device's clock by `ms`; timers are unaffected. */
  adjust(ms: number): void;
  /** The time that has passed, whatever the device's clock shows: a stand-in for `performance.now()`. */
  passedMs(): number;
}

/** Creates a clock that stands still until a test lets time pass. */
export function createManualClock(startMs = 1_000_000): ManualClock {
  let nowMs = startMs;
  /** The sum of all adjustments. */
  let adjustedMs = 0;
  let timers: { atMs: number; callback: () => void }[] = [];
  return {
    now: () => nowMs,
    after(ms, callback) {
      const newTimer = { atMs: nowMs + ms, callback };
      timers.push(newTimer);
      return () => {
        timers = timers.filter((timer) => timer !== newTimer);
      };
    },
    pass(ms) {
      const endMs = nowMs + ms;
      for (;;) {
        const dueTimer = timers.filter(({ atMs }) => atMs <= endMs).sort((left, right) => left.atMs - right.atMs)[0];
        if (!dueTimer) break;
        timers = timers.filter((timer) => timer !== dueTimer);
        nowMs = dueTimer.atMs;
        dueTimer.callback();
      }
      nowMs = endMs;
    },
    adjust(ms) {
      nowMs += ms;
      adjustedMs += ms;
      for (const timer of timers) timer.atMs += ms;
    },
    passedMs: () => nowMs - adjustedMs - startMs,
  };
}
