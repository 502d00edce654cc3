/** Time as a port, so that tests can turn it by hand. */
export interface Clock {
  /** Milliseconds since the epoch, as this device believes. Used for ages and next tries, never for ordering changes. */
  now(): number;
  /** Calls back once after `ms`; the answer cancels. */
  after(ms: number, callback: () => void): () => void;
}

/** How long ago that was. Infinity when it lies ahead: the clock was set back since, and nobody knows. */
export function ageMs(clock: Pick<Clock, 'now'>, atMs: number): number {
  const sinceMs = clock.now() - atMs;
  return sinceMs >= 0 ? sinceMs : Infinity;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
