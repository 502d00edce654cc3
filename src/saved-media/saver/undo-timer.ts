// Determines when the undo window of a removal is over. The clock is read once, when the saver first sees the removal; a timer counts the
// rest, since the clock may be set meanwhile.
import type { Clock } from '../../lib/clock.ts';

/** Longer than a toast with Undo is shown, because the toast appears a moment later. */
export const undoMs = 10_000;

/**
 * The undo window of a video that the server no longer has. A toast stays for as long as the pointer rests on it. After `undoMs`, its Undo
 * saves any other video again, but nothing could save this one.
 */
export const onlyCopyUndoMs = 2 * 60_000;

/** Returns whether the window of `windowMs` is over for the removal of `id` at `removedAtMs`; if not, calls `onOver` when it is. */
export function createUndoTimer(clock: Clock, onOver: () => void): (id: string, removedAtMs: number, windowMs: number) => boolean {
  const isOverByRemoval = new Map<string, boolean>();
  return function isOver(id, removedAtMs, windowMs) {
    const removal = `${id} ${removedAtMs}`;
    const isKnownOver = isOverByRemoval.get(removal);
    if (isKnownOver !== undefined) return isKnownOver;
    const ageMs = clock.now() - removedAtMs;
    isOverByRemoval.set(removal, ageMs >= windowMs);
    if (ageMs >= windowMs) return true;
    clock.after(windowMs - Math.max(0, ageMs), () => {
      isOverByRemoval.set(removal, true);
      onOver();
    });
    return false;
  };
}
