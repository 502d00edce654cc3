import type { Segment } from './timeline-moves.ts';

/** The parts of a video that have come. What did not change keeps its identity: the line is not drawn again for it. */
export function bufferedParts(before: readonly Segment[], ranges: TimeRanges): readonly Segment[] {
  const now = Array.from({ length: ranges.length }, (_none, at) => ({ startSeconds: ranges.start(at), endSeconds: ranges.end(at) }));
  const isSame =
    before.length === now.length &&
    now.every(({ startSeconds, endSeconds }, at) => before[at]?.startSeconds === startSeconds && before[at].endSeconds === endSeconds);
  return isSame ? before : now;
}
