import { useSyncExternalStore } from 'react';

/** Ages are told in minutes; half of one keeps "2 min ago" honest. */
const tickMs = 30_000;

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, tickMs);
  return () => clearInterval(timer);
}

const now = (): number => Math.floor(Date.now() / tickMs) * tickMs + tickMs; // the end of the tick: an age is never negative

/** The device's time, renewed each half minute: for screens that tell how old their numbers are. */
export function useHalfMinute(): number {
  return useSyncExternalStore(subscribe, now);
}
