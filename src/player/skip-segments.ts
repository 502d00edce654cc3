// The segments that SponsorBlock marks for skipping (SPEC §9: within 0.3 s of their start; docs/decisions/406). Pure. The host extracts
// them, segment-skipper.ts skips them.

export interface SkipSegment {
  startSeconds: number;
  endSeconds: number;
}

/** A video's segments as the archive sends them; invalid entries are ignored. */
export interface SponsorBlockFacts {
  is_enabled?: boolean;
  segments?: readonly { actionType?: string; segment?: readonly number[] }[] | null;
}

/** From SPEC §9. */
export const skipWindowSeconds = 0.3;
/** Tolerance for floating-point error. */
const roundingSeconds = 0.001;
/** Shorter segments are noise, because the seek would take longer than they last. */
const minSeconds = 0.5;

/** The segments with the action `skip`, in order; adjacent ones are joined. */
export function skipSegmentsOf(facts: SponsorBlockFacts | null | undefined, durationSeconds: number): SkipSegment[] {
  if (!facts || facts.is_enabled === false) return [];
  const foundSegments: SkipSegment[] = [];
  for (const { actionType, segment } of facts.segments ?? []) {
    const [start, end] = segment ?? [];
    if (actionType !== 'skip' || !Number.isFinite(start) || !Number.isFinite(end)) continue;
    const startSeconds = Math.max(0, start as number);
    const endSeconds = durationSeconds > 0 ? Math.min(end as number, durationSeconds) : (end as number);
    if (endSeconds - startSeconds >= minSeconds) foundSegments.push({ startSeconds, endSeconds });
  }
  const joinedSegments: SkipSegment[] = [];
  for (const segment of foundSegments.toSorted((left, right) => left.startSeconds - right.startSeconds)) {
    const lastSegment = joinedSegments.at(-1);
    if (lastSegment && segment.startSeconds <= lastSegment.endSeconds + skipWindowSeconds)
      lastSegment.endSeconds = Math.max(lastSegment.endSeconds, segment.endSeconds);
    else joinedSegments.push({ ...segment });
  }
  return joinedSegments;
}

export interface SkipCheck {
  /** The position at the previous check. Null after a seek: a segment is then skipped only if its start is within the window. */
  previousSeconds: number | null;
  nowSeconds: number;
}

/** The segment to skip now: playback passed its start at most `skipWindowSeconds` ago, or since the previous check. */
export function segmentToSkip(segments: readonly SkipSegment[], { previousSeconds, nowSeconds }: SkipCheck): SkipSegment | null {
  return (
    segments.find(
      ({ startSeconds, endSeconds }) =>
        nowSeconds >= startSeconds &&
        nowSeconds < endSeconds &&
        (nowSeconds - startSeconds <= skipWindowSeconds + roundingSeconds || (previousSeconds !== null && previousSeconds < startSeconds)),
    ) ?? null
  );
}

export function isWithin(segment: SkipSegment, positionSeconds: number): boolean {
  return positionSeconds >= segment.startSeconds - skipWindowSeconds && positionSeconds < segment.endSeconds;
}

/** Milliseconds until playback reaches the next segment's start; null when there is none ahead. */
export function untilNextStartMs(segments: readonly SkipSegment[], positionSeconds: number, speed: number): number | null {
  const nextSegment = segments.find(({ startSeconds }) => startSeconds > positionSeconds);
  return nextSegment && speed > 0 ? ((nextSegment.startSeconds - positionSeconds) / speed) * 1000 : null;
}
