// Skips segments during playback, offers to undo a skip for a while, and plays a skipped segment when the user seeks back into it. Called
// by a playback. Depends on the element's events and, because those are too rare at high speed, on a clock.
import type { Clock } from '../lib/clock.ts';
import { isWithin, segmentToSkip, untilNextStartMs, type SkipSegment } from './skip-segments.ts';

/** How long "Skipped sponsor" offers Undo (docs/look-and-feel.md, The player). */
export const undoMs = 4000;

interface SkipperPorts {
  element: HTMLVideoElement;
  clock: Clock;
  seekTo(positionSeconds: number): void;
  /** Called when the offer to undo a skip appears or disappears. */
  onChange(): void;
}

export interface SegmentSkipper {
  setSegments(segments: readonly SkipSegment[]): void;
  /** The skipped segment, while the skip can be undone. */
  skipped(): SkipSegment | null;
  undo(): void;
  close(): void;
}

export function createSegmentSkipper({ element, clock, seekTo, onChange }: SkipperPorts): SegmentSkipper {
  let segments: readonly SkipSegment[] = [];
  /** The position at the previous check; null after a seek. */
  let previousSeconds: number | null = null;
  let undoableSkip: SkipSegment | null = null;
  /** The segments that were skipped. A user who seeks back into one wants to see it. */
  const skippedSegments = new Set<SkipSegment>();
  /** The segment that the user chose to watch, until the position leaves it. */
  let watchedSegment: SkipSegment | null = null;
  let isOwnSeek = false;
  /** From the element's `seeking` until `seeked`. In this time `currentTime` is not a position that was played. */
  let isSeeking = false;
  let cancelCheck: (() => void) | null = null;
  let cancelOffer: (() => void) | null = null;

  function check(): void {
    cancelCheck?.();
    cancelCheck = null;
    const nowSeconds = element.currentTime;
    if (isSeeking || segments.length === 0) return;
    if (watchedSegment && !isWithin(watchedSegment, nowSeconds)) watchedSegment = null;
    const target = element.paused ? null : segmentToSkip(segments, { previousSeconds, nowSeconds });
    previousSeconds = nowSeconds;
    if (target && target !== watchedSegment) return skip(target);
    if (element.paused) return;
    const delayMs = untilNextStartMs(segments, nowSeconds, element.playbackRate);
    // A little after the segment's start, well within `skipWindowSeconds` at any speed.
    if (delayMs !== null) cancelCheck = clock.after(delayMs + 20, check);
  }

  function skip(segment: SkipSegment): void {
    skippedSegments.add(segment);
    isOwnSeek = true;
    seekTo(segment.endSeconds);
    offerUndo(segment);
  }

  function offerUndo(segment: SkipSegment | null): void {
    cancelOffer?.();
    cancelOffer = segment ? clock.after(undoMs, () => offerUndo(null)) : null;
    undoableSkip = segment;
    onChange();
  }

  function onSeeking(): void {
    isSeeking = true;
  }

  function onSeeked(): void {
    isSeeking = false;
    previousSeconds = null;
    if (isOwnSeek) isOwnSeek = false;
    else {
      watchedSegment = segments.find((segment) => skippedSegments.has(segment) && isWithin(segment, element.currentTime)) ?? null;
      if (watchedSegment && watchedSegment === undoableSkip) offerUndo(null);
    }
    check();
  }

  const handlers = { timeupdate: check, playing: check, ratechange: check, seeking: onSeeking, seeked: onSeeked } as const;
  for (const [name, listener] of Object.entries(handlers)) element.addEventListener(name, listener);

  return {
    setSegments(next) {
      segments = next;
      skippedSegments.clear();
      watchedSegment = null;
      check();
    },
    skipped: () => undoableSkip,
    undo() {
      if (!undoableSkip) return;
      const segment = undoableSkip;
      offerUndo(null);
      seekTo(segment.startSeconds);
    },
    close() {
      cancelCheck?.();
      cancelOffer?.();
      for (const [name, listener] of Object.entries(handlers)) element.removeEventListener(name, listener);
    },
  };
}
