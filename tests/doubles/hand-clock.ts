import type { Clock } from '../../src/lib/clock.ts';

export interface HandClock extends Clock {
  /** Lets `ms` go by: what is due is called in its order. */
  pass(ms: number): void;
  /** The device's time is set: no timer is nearer or farther for it. */
  jump(ms: number): void;
}

/** A clock that is turned by hand. */
export function createHandClock(startMs = 1_000_000): HandClock {
  let nowMs = startMs;
  let due: { atMs: number; callback: () => void }[] = [];
  return {
    now: () => nowMs,
    after(ms, callback) {
      const entry = { atMs: nowMs + ms, callback };
      due.push(entry);
      return () => {
        due = due.filter((other) => other !== entry);
      };
    },
    pass(ms) {
      const endMs = nowMs + ms;
      for (;;) {
        const next = due.filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];
        if (!next) break;
        due = due.filter((other) => other !== next);
        nowMs = next.atMs;
        next.callback();
      }
      nowMs = endMs;
    },
    jump(ms) {
      nowMs += ms;
      for (const entry of due) entry.atMs += ms;
    },
  };
}
