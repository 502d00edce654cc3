// The timeline as a slider (docs/look-and-feel.md, Hit areas and keys): where a key or a finger leads. Pure.
import { seekStepSeconds } from './shortcuts.ts';

const pageSeconds = 60;

/** The place a key of the slider asks for; null when it is none of its keys. */
export function placeAfterKey(key: string, positionSeconds: number, durationSeconds: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return within(positionSeconds + seekStepSeconds, durationSeconds);
    case 'ArrowLeft':
    case 'ArrowDown':
      return within(positionSeconds - seekStepSeconds, durationSeconds);
    case 'PageUp':
      return within(positionSeconds + pageSeconds, durationSeconds);
    case 'PageDown':
      return within(positionSeconds - pageSeconds, durationSeconds);
    case 'Home':
      return 0;
    case 'End':
      return durationSeconds;
    default:
      return null;
  }
}

/** Where on the line a finger is. Time runs from left to right in every script. */
export function placeOfPointer(clientX: number, line: { left: number; width: number }, durationSeconds: number): number {
  return line.width > 0 ? within(((clientX - line.left) / line.width) * durationSeconds, durationSeconds) : 0;
}

export function within(positionSeconds: number, durationSeconds: number): number {
  return Math.min(Math.max(0, positionSeconds), Math.max(0, durationSeconds));
}

export interface Segment {
  startSeconds: number;
  endSeconds: number;
}

/** The line cut at the chapters' starts; one piece without chapters. */
export function segmentsOf(chapters: readonly { startSeconds: number }[], durationSeconds: number): Segment[] {
  if (chapters.length === 0) return [{ startSeconds: 0, endSeconds: durationSeconds }];
  return chapters.map((chapter, at) => ({ startSeconds: chapter.startSeconds, endSeconds: chapters[at + 1]?.startSeconds ?? durationSeconds }));
}

/** Which part of a piece lies before a moment, 0 to 1. */
export function filledShare(segment: Segment, untilSeconds: number): number {
  const length = segment.endSeconds - segment.startSeconds;
  return length > 0 ? Math.min(1, Math.max(0, (untilSeconds - segment.startSeconds) / length)) : 0;
}

/** Where parts lie within a piece, as shares of it from 0 to 1; those outside of it are left out. */
export function sharesWithin(segment: Segment, parts: readonly Segment[]): { from: number; to: number }[] {
  return parts
    .map((part) => ({ from: filledShare(segment, part.startSeconds), to: filledShare(segment, part.endSeconds) }))
    .filter(({ from, to }) => to > from);
}
