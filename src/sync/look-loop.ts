// Work in steps behind everything else: one look at a time, each of which says when the next is due; what changes meanwhile has it look sooner.
import type { Clock } from '../lib/clock.ts';

interface LookLoop {
  /** Looks now, or once more behind the look that is under way. */
  look(): void;
  end(): void;
}

/**
 * @param step resolves to when to look again, in milliseconds
 * @param restMs when to look again after a step that failed: the database is closing, or has no room
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
