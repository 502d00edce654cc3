// Chapters, from a description or from the file's own data. In a description, three or more times that rise from 0:00 are chapters
// (docs/look-and-feel.md, Hit areas and keys). Pure.
import { timestampsIn } from './timestamps.ts';

export interface Chapter {
  startSeconds: number;
  title: string;
}

/** Fewer times are mentions of moments, not a table of contents. */
const minChapters = 3;

/** Where the video ends, for a comparison. A duration of 0 is unknown. */
const endOf = (durationSeconds: number): number => durationSeconds || Infinity;

/** A line that begins (after a bullet or bracket) or ends with a time names a chapter. */
export function chapterOfLine(line: string): Chapter | null {
  const [first, second] = timestampsIn(line);
  if (!first) return null;
  const before = line.slice(0, first.at);
  // "0:00 - 1:20 Intro": the second time is the end.
  const isRange = second !== undefined && /^[\s\p{Pd}]*$/u.test(line.slice(first.at + first.text.length, second.at));
  const last = isRange ? second : first;
  const after = line.slice(last.at + last.text.length);
  if (/^[\s\p{P}\p{S}]*$/u.test(before)) return { startSeconds: first.seconds, title: cleanTitle(after) };
  if (/^[\s)\]}.]*$/.test(after)) return { startSeconds: first.seconds, title: cleanTitle(before) };
  return null;
}

function cleanTitle(text: string): string {
  // An opening bracket or quote belongs to the title; a closing bracket belongs to the time.
  const withStart = text.replace(/^[\s)\]}\p{Pd}:;,.|•·*>~=]+/u, '');
  // Separators before the time: dashes, dots, brackets, bullets. Searched from the end: `[…]+$` would try every character of a long run.
  const trimmed = /^[\s\p{P}\p{S}]*(?:[^]*[^\s\p{Pd}:;,.|•·*>~=([{])?/u.exec(withStart)?.[0] ?? '';
  return trimmed.trim();
}

/** Empty if the description has no list of chapters. */
export function chaptersOfDescription(description: string | null, durationSeconds: number): Chapter[] {
  if (!description) return [];
  const chapters: Chapter[] = [];
  for (const line of description.split('\n')) {
    const chapter = chapterOfLine(line);
    const last = chapters.at(-1);
    if (!chapter || (!last && chapter.startSeconds !== 0)) continue;
    // A repeated or earlier time: these are not chapters.
    if (last && chapter.startSeconds <= last.startSeconds) return [];
    if (chapter.startSeconds >= endOf(durationSeconds)) return [];
    chapters.push(chapter);
  }
  return chapters.length >= minChapters ? chapters : [];
}

/** A description, written for people, takes precedence over the file's own chapters. */
export function chaptersFor(video: { description: string | null; chapters?: readonly Chapter[] } | null, durationSeconds: number): Chapter[] {
  const written = chaptersOfDescription(video?.description ?? null, durationSeconds);
  return written.length > 0 ? written : ascendingChapters(video?.chapters ?? [], durationSeconds);
}

/** The file's chapters in rising order. Empty if there is only one, which divides nothing. */
function ascendingChapters(chapters: readonly Chapter[], durationSeconds: number): Chapter[] {
  const rising: Chapter[] = [];
  for (const chapter of chapters) {
    const isLater = chapter.startSeconds > (rising.at(-1)?.startSeconds ?? -1);
    if (isLater && chapter.startSeconds < endOf(durationSeconds)) rising.push({ startSeconds: chapter.startSeconds, title: chapter.title });
  }
  const [first] = rising;
  // The part before the first chapter becomes an unnamed one, because the timeline divides the whole video.
  if (first && first.startSeconds > 0) rising.unshift({ startSeconds: 0, title: '' });
  return rising.length > 1 ? rising : [];
}

/** Index of the chapter that contains a position; -1 without chapters. */
export function chapterAt(chapters: readonly Chapter[], positionSeconds: number): number {
  return chapters.findLastIndex((chapter) => chapter.startSeconds <= positionSeconds);
}
