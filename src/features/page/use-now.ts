// What time it is, for ages that a screen tells.
import { useState, useSyncExternalStore } from 'react';

/** The time at which a screen was opened: enough for "3 days ago", and cards do not render again for it. */
export function useOpenedAt(): number {
  const [nowMs] = useState(() => Date.now());
  return nowMs;
}

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
