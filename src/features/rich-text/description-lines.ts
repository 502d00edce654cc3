// A description as lines, including chapters, and its beginning for "Show more". Pure.
import { chapterOfLine, type Chapter } from '../../player/chapters.ts';
import { partsOf, type TextPart } from './rich-text.ts';

export type DescriptionLine =
  | { readonly kind: 'text'; readonly parts: readonly TextPart[] }
  | { readonly kind: 'chapter'; readonly index: number; readonly chapter: Chapter };

/** Shown at first: about one phone screen. */
const firstLines = 8;
const firstCharacters = 480;
/** One or two extra lines are shown rather than hidden behind a button, if they fit in the characters left. */
const slackLines = 2;

export function descriptionLines(description: string, chapters: readonly Chapter[], durationSeconds: number): DescriptionLine[] {
  return description
    .replace(/\r\n?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .split('\n')
    .map((line) => {
      const found = chapters.length > 0 ? chapterOfLine(line) : null;
      const index = found ? chapters.findIndex((chapter) => chapter.startSeconds === found.startSeconds && chapter.title === found.title) : -1;
      const chapter = chapters[index];
      return chapter ? { kind: 'chapter', index, chapter } : { kind: 'text', parts: partsOf(line, durationSeconds) };
    });
}

/** The beginning, cut between words; null if all lines are short enough to be shown. Links and times are never cut. */
export function beginningOf(lines: readonly DescriptionLine[]): DescriptionLine[] | null {
  const kept: DescriptionLine[] = [];
  let charactersLeft = firstCharacters;
  for (const line of lines) {
    if (kept.length >= firstLines || charactersLeft <= 0) break;
    if (line.kind === 'chapter') kept.push(line);
    else {
      const parts: TextPart[] = [];
      for (const part of line.parts) {
        if (charactersLeft <= 0) break;
        parts.push(part.kind === 'words' && part.text.length > charactersLeft ? { kind: 'words', text: truncateAtWord(part.text, charactersLeft) } : part);
        charactersLeft -= part.text.length;
      }
      kept.push({ kind: 'text', parts });
    }
  }
  const rest = lines.slice(kept.length);
  const isWhole = rest.length <= slackLines && charactersLeft - rest.reduce((sum, line) => sum + charactersOf(line), 0) >= 0;
  return isWhole ? null : kept;
}

/** The characters of a line, 0 for a chapter: its title is short. */
function charactersOf(line: DescriptionLine): number {
  return line.kind === 'chapter' ? 0 : line.parts.reduce((sum, part) => sum + part.text.length, 0);
}

/** The beginning of a text, cut between words. */
export function truncateAtWord(text: string, length: number): string {
  const head = text.slice(0, length);
  const atWord = head.lastIndexOf(' ');
  // Text without spaces is cut between whole characters, not within a surrogate pair.
  return `${atWord > length / 2 ? head.slice(0, atWord) : [...head].slice(0, -1).join('')}…`;
}
