// The timeline as a slider (docs/look-and-feel.md, Hit areas and keys): the position that a key or a finger seeks to. Pure.
import { seekStepSeconds } from './shortcuts.ts';

const pageSeconds = 60;

/** The position that a slider key seeks to; null for other keys. */
export function positionAfterKey(key: string, positionSeconds: number, durationSeconds: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return clampPosition(positionSeconds + seekStepSeconds, durationSeconds);
    case 'ArrowLeft':
    case 'ArrowDown':
      return clampPosition(positionSeconds - seekStepSeconds, durationSeconds);
    case 'PageUp':
      return clampPosition(positionSeconds + pageSeconds, durationSeconds);
    case 'PageDown':
      return clampPosition(positionSeconds - pageSeconds, durationSeconds);
    case 'Home':
      return 0;
    case 'End':
      return durationSeconds;
    default:
      return null;
  }
}

/** The position on the line under the pointer. Time runs from left to right in every script. */
export function positionOfPointer(clientX: number, line: { left: number; width: number }, durationSeconds: number): number {
  return line.width > 0 ? clampPosition(((clientX - line.left) / line.width) * durationSeconds, durationSeconds) : 0;
}

export function clampPosition(positionSeconds: number, durationSeconds: number): number {
  return Math.min(Math.max(0, positionSeconds), Math.max(0, durationSeconds));
}

/** A chapter on the line, or a buffered, saved or skipped range. */
export interface TimeRange {
  startSeconds: number;
  endSeconds: number;
}

/** The line, split at the chapters' starts. Without chapters it is one segment. */
export function chapterSegments(chapters: readonly { startSeconds: number }[], durationSeconds: number): TimeRange[] {
  if (chapters.length === 0) return [{ startSeconds: 0, endSeconds: durationSeconds }];
  return chapters.map((chapter, index) => ({ startSeconds: chapter.startSeconds, endSeconds: chapters[index + 1]?.startSeconds ?? durationSeconds }));
}

/** The share of a segment that is before a position, from 0 to 1. */
export function filledShare(segment: TimeRange, untilSeconds: number): number {
  const length = segment.endSeconds - segment.startSeconds;
  return length > 0 ? Math.min(1, Math.max(0, (untilSeconds - segment.startSeconds) / length)) : 0;
}

/** The parts of a segment that the ranges cover, as shares of it from 0 to 1. Ranges outside it are left out. */
export function sharesWithin(segment: TimeRange, ranges: readonly TimeRange[]): { from: number; to: number }[] {
  return ranges
    .map((range) => ({ from: filledShare(segment, range.startSeconds), to: filledShare(segment, range.endSeconds) }))
    .filter(({ from, to }) => to > from);
}
