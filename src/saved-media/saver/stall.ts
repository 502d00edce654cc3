// Detects stalled connections, which are open although nothing arrives. Pure except for the clock.
import type { Clock } from '../../lib/clock.ts';

/** After this long without a byte, the connection counts as stalled. It is then given up, and the range is requested again. */
export const stalledAfterMs = 20_000;

export interface StallWatch {
  isStalled(): boolean;
  /** Restarts the time. Called when bytes have arrived, and when waiting for bytes begins. */
  watch(): void;
  /** Stops the time. Called when no bytes are awaited. */
  pause(): void;
  end(): void;
}

/** Calls `giveUp` when `callerSignal` aborts, and when nothing has arrived for `afterMs`. */
export function createStallWatch(clock: Clock, callerSignal: AbortSignal, giveUp: () => void, afterMs = stalledAfterMs): StallWatch {
  let isStalled = false;
  let cancel = (): void => {};
  callerSignal.addEventListener('abort', giveUp, { once: true });
  if (callerSignal.aborted) giveUp();
  const pause = (): void => cancel();
  return {
    isStalled: () => isStalled,
    watch() {
      cancel();
      cancel = clock.after(afterMs, () => {
        isStalled = true;
        giveUp();
      });
    },
    pause,
    end() {
      pause();
      callerSignal.removeEventListener('abort', giveUp);
    },
  };
}

/** Runs `work` with a signal that aborts with `callerSignal`, or after `afterMs`. */
export async function withStallTimeout<Value>(
  clock: Clock,
  callerSignal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
  afterMs = stalledAfterMs,
): Promise<{ value: Value; isStalled: boolean }> {
  const timeout = new AbortController();
  const stall = createStallWatch(clock, callerSignal, () => timeout.abort(), afterMs);
  stall.watch();
  try {
    return { value: await work(timeout.signal), isStalled: stall.isStalled() };
  } finally {
    stall.end();
  }
}
