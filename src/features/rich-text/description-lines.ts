// Splits a description into lines, some of which are chapters, and shortens it to the part shown above "Show more". Pure.
import { chapterOfLine, type Chapter } from '../../player/chapters.ts';
import { partsOf, type TextPart } from './rich-text.ts';

export type DescriptionLine =
  | { readonly kind: 'text'; readonly parts: readonly TextPart[] }
  | { readonly kind: 'chapter'; readonly index: number; readonly chapter: Chapter };

/** The shortened description has at most this many lines and characters: about one phone screen. */
const maxShownLines = 8;
const maxShownCharacters = 480;
/** If at most this many lines remain, and the whole description is within the limit of characters, it is shown whole, without a button. */
const maxExtraLines = 2;

export function descriptionLines(description: string, chapters: readonly Chapter[], durationSeconds: number): DescriptionLine[] {
  return description
    .replace(/\r\n?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .split('\n')
    .map((line) => {
      const lineChapter = chapters.length > 0 ? chapterOfLine(line) : null;
      const index = lineChapter
        ? chapters.findIndex((chapter) => chapter.startSeconds === lineChapter.startSeconds && chapter.title === lineChapter.title)
        : -1;
      const chapter = chapters[index];
      return chapter ? { kind: 'chapter', index, chapter } : { kind: 'text', parts: partsOf(line, durationSeconds) };
    });
}

/** The beginning of the description, cut between words; null if all of it is shown. Links and times are never cut. */
export function beginningOf(lines: readonly DescriptionLine[]): DescriptionLine[] | null {
  const shownLines: DescriptionLine[] = [];
  let charactersLeft = maxShownCharacters;
  for (const line of lines) {
    if (shownLines.length >= maxShownLines || charactersLeft <= 0) break;
    const beginning = (part: TextPart): TextPart[] => {
      if (charactersLeft <= 0) return [];
      const text = part.kind === 'plain' && part.text.length > charactersLeft ? truncateAtWord(part.text, charactersLeft) : part.text;
      charactersLeft -= part.text.length;
      return [{ ...part, text }];
    };
    shownLines.push(line.kind === 'chapter' ? line : { ...line, parts: line.parts.flatMap(beginning) });
  }
  // A link at the end of the description is shown whole even if it exceeds the limit. Then nothing is left out.
  const isAllShown = lines.length - shownLines.length <= maxExtraLines && charactersIn(lines) <= Math.max(maxShownCharacters, charactersIn(shownLines));
  return isAllShown ? null : shownLines;
}

/** The number of characters in these lines. A chapter counts as 0, because its title is short. */
function charactersIn(lines: readonly DescriptionLine[]): number {
  return lines.flatMap((line) => (line.kind === 'chapter' ? [] : line.parts)).reduce((sum, part) => sum + part.text.length, 0);
}

/** The beginning of a text, cut between words. */
export function truncateAtWord(text: string, length: number): string {
  const head = text.slice(0, length);
  const lastSpace = head.lastIndexOf(' ');
  // If the second half has no space, the text is cut between whole characters, not within a surrogate pair.
  return `${lastSpace > length / 2 ? head.slice(0, lastSpace) : [...head].slice(0, -1).join('')}…`;
}
