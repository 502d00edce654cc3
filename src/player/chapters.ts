// Chapters, from a description or from the file's own data. In a description, three or more times that rise from 0:00 are chapters
// (docs/look-and-feel.md, Hit areas and keys). Pure.
import { timestampsIn } from './timestamps.ts';

export interface Chapter {
  startSeconds: number;
  title: string;
}

/** Fewer times are mentions of moments, not a table of contents. */
const minChapters = 3;

/** The end of the video, for comparisons. A duration of 0 means that it is unknown. */
const endOf = (durationSeconds: number): number => durationSeconds || Infinity;

/** A line that begins (after a bullet or bracket) or ends with a time names a chapter. */
export function chapterOfLine(line: string): Chapter | null {
  const [firstTime, secondTime] = timestampsIn(line);
  if (!firstTime) return null;
  const textBefore = line.slice(0, firstTime.index);
  // "0:00 - 1:20 Intro": the second time is the end.
  const isRange = secondTime !== undefined && /^[\s\p{Pd}]*$/u.test(line.slice(firstTime.index + firstTime.text.length, secondTime.index));
  const lastTime = isRange ? secondTime : firstTime;
  const textAfter = line.slice(lastTime.index + lastTime.text.length);
  if (/^[\s\p{P}\p{S}]*$/u.test(textBefore)) return { startSeconds: firstTime.seconds, title: cleanTitle(textAfter) };
  if (/^[\s)\]}.]*$/.test(textAfter)) return { startSeconds: firstTime.seconds, title: cleanTitle(textBefore) };
  return null;
}

function cleanTitle(text: string): string {
  // An opening bracket or quote belongs to the title; a closing bracket belongs to the time.
  const withoutLeadingMarks = text.replace(/^[\s)\]}\p{Pd}:;,.|•·*>~=]+/u, '');
  // Separators before the time are dashes, dots, brackets and bullets. The match works back from the end, because `[…]+$` would try every
  // character of a long run.
  const withoutTrailingMarks = /^[\s\p{P}\p{S}]*(?:[^]*[^\s\p{Pd}:;,.|•·*>~=([{])?/u.exec(withoutLeadingMarks)?.[0] ?? '';
  return withoutTrailingMarks.trim();
}

/** Returns an empty array if the description has no list of chapters. */
export function chaptersOfDescription(description: string | null, durationSeconds: number): Chapter[] {
  if (!description) return [];
  const chapters: Chapter[] = [];
  for (const line of description.split('\n')) {
    const chapter = chapterOfLine(line);
    const lastChapter = chapters.at(-1);
    if (!chapter || (!lastChapter && chapter.startSeconds !== 0)) continue;
    // A list whose times do not rise is not a list of chapters.
    if (lastChapter && chapter.startSeconds <= lastChapter.startSeconds) return [];
    if (chapter.startSeconds >= endOf(durationSeconds)) return [];
    chapters.push(chapter);
  }
  return chapters.length >= minChapters ? chapters : [];
}

/** A description, written for people, takes precedence over the file's own chapters. */
export function chaptersFor(video: { description: string | null; chapters?: readonly Chapter[] } | null, durationSeconds: number): Chapter[] {
  const writtenChapters = chaptersOfDescription(video?.description ?? null, durationSeconds);
  return writtenChapters.length > 0 ? writtenChapters : ascendingChapters(video?.chapters ?? [], durationSeconds);
}

/** The file's chapters, without those whose times do not rise or are beyond the end. Never a single one, which would divide nothing. */
function ascendingChapters(chapters: readonly Chapter[], durationSeconds: number): Chapter[] {
  const risingChapters: Chapter[] = [];
  for (const chapter of chapters) {
    const isLater = chapter.startSeconds > (risingChapters.at(-1)?.startSeconds ?? -1);
    if (isLater && chapter.startSeconds < endOf(durationSeconds)) risingChapters.push({ startSeconds: chapter.startSeconds, title: chapter.title });
  }
  const [firstChapter] = risingChapters;
  // The part before the first chapter becomes an unnamed chapter, because the timeline divides the whole video.
  if (firstChapter && firstChapter.startSeconds > 0) risingChapters.unshift({ startSeconds: 0, title: '' });
  return risingChapters.length > 1 ? risingChapters : [];
}

/** Index of the chapter that contains a position; -1 without chapters. */
export function chapterAt(chapters: readonly Chapter[], positionSeconds: number): number {
  return chapters.findLastIndex((chapter) => chapter.startSeconds <= positionSeconds);
}
