/** A network share's clock may differ from the server's. */
const skewMs = 3_600_000;

/**
 * Whether a file came after the deletion of its video. One whose own time is in the future was written while a clock was ahead and says
 * nothing: it counts as older than the deletion.
 * @param changedMs its ctime @param removedMs when the video was deleted; undefined: it was not
 */
export function isPutAnew(changedMs: number, removedMs: number | undefined, nowMs: number): boolean {
  return removedMs === undefined || (changedMs > removedMs && changedMs <= nowMs + skewMs);
}
