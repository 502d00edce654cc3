/** One share's clock and the server's need not agree. */
const skewMs = 3_600_000;

/**
 * Whether a file came after the deletion of its video. One whose own time is in the future was written while a clock was ahead and tells
 * nothing: it counts as one that lay there.
 * @param changedMs when it came under its name @param removedMs when the video was deleted; undefined: it was not
 */
export function isPutAnew(changedMs: number, removedMs: number | undefined, nowMs: number): boolean {
  return removedMs === undefined || (changedMs > removedMs && changedMs <= nowMs + skewMs);
}
