// Background work in steps: one look at a time, each of which says when the next is due; changes meanwhile cause an earlier one.
import type { Clock } from '../lib/clock.ts';

interface LookLoop {
  /** Looks now, or again after the look that is under way. */
  look(): void;
  end(): void;
}

/**
 * @param step resolves to the delay until the next look, in milliseconds
 * @param restMs the delay after a step that failed: the database is closing, or has no room
 */
export function createLookLoop(clock: Clock, step: () => Promise<number>, restMs: number): LookLoop {
  let isLooking = false;
  /** Something has changed during a look. */
  let isWantedAgain = false;
  let isStopped = false;
  let cancel = (): void => {};

  function look(): void {
    if (isLooking) return void (isWantedAgain = true);
    cancel();
    if (isStopped) return;
    isLooking = true;
    isWantedAgain = false;
    void step()
      .catch(() => restMs)
      .then((inMs) => {
        isLooking = false;
        if (!isStopped) cancel = clock.after(isWantedAgain ? 0 : inMs, look);
      });
  }

  return {
    look,
    end() {
      isStopped = true;
      cancel();
    },
  };
}
