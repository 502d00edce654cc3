/** Positions up to here are not stored by the archive (docs/behaviour.md, Progress and watched): nobody means to resume there. */
export const minStoredSeconds = 5;

/**
 * Whether a position counts as watched, by the archive's own rule (docs/behaviour.md, Progress and watched): half of the duration below a
 * minute, all but three minutes above a quarter of an hour, 90 % in between. Without a duration, no position counts as watched.
 */
export function countsAsWatched(positionSeconds: number, durationSeconds: number): boolean {
  if (durationSeconds <= 0) return false;
  if (durationSeconds < 60) return positionSeconds >= durationSeconds / 2;
  if (durationSeconds > 900) return positionSeconds >= durationSeconds - 180;
  return positionSeconds >= durationSeconds * 0.9;
}

/** Players report positions of the same moment up to this far apart. */
const sameMomentSeconds = 3;

/** Whether two positions count as the same moment; null: none is saved. */
export function isSameMoment(left: number | null, right: number | null): boolean {
  if (left === null || right === null) return left === right;
  return Math.abs(left - right) <= sameMomentSeconds;
}
