// Runs background work in steps, one at a time. Each step returns the delay until the next one; a change triggers the next step earlier.
import type { Clock } from '../lib/clock.ts';

interface PollLoop {
  /** Runs a step now, or right after the one under way. */
  poll(): void;
  end(): void;
}

/**
 * @param step resolves to the delay until the next step, in milliseconds
 * @param failureDelayMs the delay after a step that failed: the database is closing, or the device is full
 */
export function createPollLoop(clock: Clock, step: () => Promise<number>, failureDelayMs: number): PollLoop {
  let isRunning = false;
  /** Something has changed during a step. */
  let needsRerun = false;
  let isStopped = false;
  let cancel = (): void => {};

  function poll(): void {
    if (isRunning) return void (needsRerun = true);
    cancel();
    if (isStopped) return;
    isRunning = true;
    needsRerun = false;
    void step()
      .catch(() => failureDelayMs)
      .then((inMs) => {
        isRunning = false;
        if (!isStopped) cancel = clock.after(needsRerun ? 0 : inMs, poll);
      });
  }

  return {
    poll,
    end() {
      isStopped = true;
      cancel();
    },
  };
}
