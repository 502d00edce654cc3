// Determines when the undo window of a removal is over. The clock is read once, when the saver first sees the removal; a timer counts the
// rest, since the clock may be set meanwhile.
import type { Clock } from '../../lib/clock.ts';

/** Longer than a toast with Undo is shown, because the toast appears a moment later. */
export const undoMs = 10_000;

/** Returns whether the window is over for the removal of `id` at `removedAtMs`; if not, calls `onOver` when it is. */
export function createUndoTimer(clock: Clock, onOver: () => void): (id: string, removedAtMs: number) => boolean {
  const isOverByRemoval = new Map<string, boolean>();
  return function isOver(id, removedAtMs) {
    const removal = `${id} ${removedAtMs}`;
    const isKnownOver = isOverByRemoval.get(removal);
    if (isKnownOver !== undefined) return isKnownOver;
    const ageMs = clock.now() - removedAtMs;
    isOverByRemoval.set(removal, ageMs >= undoMs);
    if (ageMs >= undoMs) return true;
    clock.after(undoMs - Math.max(0, ageMs), () => {
      isOverByRemoval.set(removal, true);
      onOver();
    });
    return false;
  };
}
