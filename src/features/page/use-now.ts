// The current time, for the ages that a screen shows.
import { useState, useSyncExternalStore } from 'react';

/** The time when the screen was opened. It is precise enough for "3 days ago", and constant, so that cards do not re-render. */
export function useMountTimeMs(): number {
  const [nowMs] = useState(() => Date.now());
  return nowMs;
}

/** Ages are shown in minutes; ticking twice a minute keeps "2 min ago" accurate. */
const tickMs = 30_000;

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, tickMs);
  return () => clearInterval(timer);
}

/** The end of the current tick, because an age measured from the start of the tick could be negative. */
const endOfTickMs = (): number => Math.floor(Date.now() / tickMs) * tickMs + tickMs;

/** The device's time, rounded up to the next half minute, for screens whose ages or remaining times must stay current. */
export function useNowRoundedUpMs(): number {
  return useSyncExternalStore(subscribe, endOfTickMs);
}
