/** Time as a port, so that tests can control it. */
export interface Clock {
  /** Milliseconds since the epoch according to this device. Used for ages and next tries, never for ordering changes. */
  now(): number;
  /** Calls back once after `ms`; returns the cancel function. */
  after(ms: number, callback: () => void): () => void;
}

/** The time since `atMs`. Infinity if `atMs` is in the future: the clock has been set back since, so the age is unknown. */
export function ageMs(clock: Pick<Clock, 'now'>, atMs: number): number {
  const elapsedMs = clock.now() - atMs;
  return elapsedMs >= 0 ? elapsedMs : Infinity;
}

/** Whether `atMs` is not before `sinceMs`. False if `atMs` is in the future, as in `ageMs`. */
export function isSince(clock: Pick<Clock, 'now'>, atMs: number, sinceMs: number): boolean {
  return atMs >= sinceMs && atMs <= clock.now();
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
