// Skips segments during playback, offers to undo that for a while, and plays a skipped one when the user seeks back into it. Called by the
// session; driven by the element's events and, since those are too rare at high speed, by a clock.
import type { Clock } from '../lib/clock.ts';
import { isWithin, segmentToSkip, untilNextStartMs, type SkipSegment } from './skip-segments.ts';

/** How long "Skipped sponsor" offers Undo (docs/look-and-feel.md, Hit areas and keys). */
export const undoMs = 4000;

interface SkipperPorts {
  element: HTMLVideoElement;
  clock: Clock;
  seekTo(positionSeconds: number): void;
  /** The offer to undo a skip appeared or disappeared. */
  onChange(): void;
}

export interface SegmentSkipper {
  setSegments(segments: readonly SkipSegment[]): void;
  /** What was skipped and can be undone. */
  skipped(): SkipSegment | null;
  undo(): void;
  /** A position was reached neither by playing nor by the user: a resume, a source fetched again. */
  forget(): void;
  close(): void;
}

export function createSegmentSkipper({ element, clock, seekTo, onChange }: SkipperPorts): SegmentSkipper {
  let segments: readonly SkipSegment[] = [];
  let beforeSeconds: number | null = null;
  let skipped: SkipSegment | null = null;
  /** Segments skipped once: a user who seeks back into one wants to see it. */
  const known = new Set<SkipSegment>();
  /** Watched on purpose, until it is left. */
  let watched: SkipSegment | null = null;
  let isOwnSeek = false;
  /** From the request to seek until its completion is reported: a tick in between knows neither position. */
  let isSeeking = false;
  let cancelLook: (() => void) | null = null;
  let cancelOffer: (() => void) | null = null;

  function look(): void {
    cancelLook?.();
    cancelLook = null;
    const nowSeconds = element.currentTime;
    if (isSeeking || segments.length === 0) return;
    if (watched && !isWithin(watched, nowSeconds)) watched = null;
    const due = element.paused ? null : segmentToSkip(segments, { beforeSeconds, nowSeconds });
    beforeSeconds = nowSeconds;
    if (due && due !== watched) return skip(due);
    if (element.paused) return;
    const ms = untilNextStartMs(segments, nowSeconds, element.playbackRate);
    // A little after the start, well within the window at any speed.
    if (ms !== null) cancelLook = clock.after(ms + 20, look);
  }

  function skip(segment: SkipSegment): void {
    known.add(segment);
    isOwnSeek = true;
    seekTo(segment.endSeconds);
    offer(segment);
  }

  function offer(segment: SkipSegment | null): void {
    cancelOffer?.();
    cancelOffer = segment ? clock.after(undoMs, () => offer(null)) : null;
    skipped = segment;
    onChange();
  }

  function leave(): void {
    isSeeking = true;
  }

  function sought(): void {
    isSeeking = false;
    beforeSeconds = null;
    if (isOwnSeek) isOwnSeek = false;
    else {
      watched = segments.find((segment) => known.has(segment) && isWithin(segment, element.currentTime)) ?? null;
      if (watched && watched === skipped) offer(null);
    }
    look();
  }

  const heard = { timeupdate: look, playing: look, ratechange: look, seeking: leave, seeked: sought } as const;
  for (const [name, listener] of Object.entries(heard)) element.addEventListener(name, listener);

  return {
    setSegments(next) {
      segments = next;
      known.clear();
      watched = null;
      look();
    },
    skipped: () => skipped,
    undo() {
      if (!skipped) return;
      const segment = skipped;
      offer(null);
      seekTo(segment.startSeconds);
    },
    forget() {
      beforeSeconds = null;
      known.clear();
      watched = null;
      if (skipped) offer(null);
    },
    close() {
      cancelLook?.();
      cancelOffer?.();
      for (const [name, listener] of Object.entries(heard)) element.removeEventListener(name, listener);
    },
  };
}
