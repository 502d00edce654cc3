import type { Clock } from '../../src/lib/clock.ts';

export interface ManualClock extends Clock {
  /** Lets `ms` pass: each due timer is called, in order, at its own time. */
  pass(ms: number): void;
  /** Sets the device's clock; timers are unaffected. */
  jump(ms: number): void;
  /** The time that has passed, whatever the device's clock shows: a stand-in for `performance.now()`. */
  passedMs(): number;
}

/** Creates a clock that stands still until a test lets time pass. */
export function createManualClock(startMs = 1_000_000): ManualClock {
  let nowMs = startMs;
  /** The sum of all jumps. */
  let jumpedMs = 0;
  let timers: { atMs: number; callback: () => void }[] = [];
  return {
    now: () => nowMs,
    after(ms, callback) {
      const entry = { atMs: nowMs + ms, callback };
      timers.push(entry);
      return () => {
        timers = timers.filter((other) => other !== entry);
      };
    },
    pass(ms) {
      const endMs = nowMs + ms;
      for (;;) {
        const next = timers.filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];
        if (!next) break;
        timers = timers.filter((other) => other !== next);
        nowMs = next.atMs;
        next.callback();
      }
      nowMs = endMs;
    },
    jump(ms) {
      nowMs += ms;
      jumpedMs += ms;
      for (const entry of timers) entry.atMs += ms;
    },
    passedMs: () => nowMs - jumpedMs - startMs,
  };
}
