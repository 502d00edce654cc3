/** The tolerated difference between the server's clock and that of a network share. */
const skewMs = 3_600_000;

/**
 * Whether a file was added after its video's deletion; true if the video was not deleted. A time in the future was written by a clock that
 * was ahead and proves nothing, so it counts as older than the deletion.
 * @param changedMs the file's ctime
 * @param removedMs when the video was deleted; undefined if it was not
 */
export function mayBeImported(changedMs: number, removedMs: number | undefined, nowMs: number): boolean {
  return removedMs === undefined || (changedMs > removedMs && changedMs <= nowMs + skewMs);
}
