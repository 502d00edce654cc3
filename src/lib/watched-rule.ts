/** The archive stores only positions after this one (docs/behaviour.md, Progress and watched), because nobody means to resume before it. */
export const minStoredSeconds = 5;

/**
 * Whether a position counts as watched, by the archive's own rule (docs/behaviour.md, Progress and watched). In a video shorter than a
 * minute, a position counts from half of the video on. In a video longer than 15 minutes, a position counts from three minutes before the
 * end. In any other video, a position counts from 90 % on. Without a duration, no position counts.
 */
export function countsAsWatched(positionSeconds: number, durationSeconds: number): boolean {
  if (durationSeconds <= 0) return false;
  if (durationSeconds < 60) return positionSeconds >= durationSeconds / 2;
  if (durationSeconds > 900) return positionSeconds >= durationSeconds - 180;
  return positionSeconds >= durationSeconds * 0.9;
}

/** How far apart two players' positions for the same moment can be. */
const sameMomentSeconds = 3;

/** Whether two positions count as the same moment; null: no position is saved. */
export function isSameMoment(left: number | null, right: number | null): boolean {
  if (left === null || right === null) return left === right;
  return Math.abs(left - right) <= sameMomentSeconds;
}
