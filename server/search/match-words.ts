// Turns words into an expression for SQLite's full-text index (FTS5), and finds near matches among an index's words. Every word is passed
// as a quoted string of letters and digits, so nothing typed can become an operator.
import { indexedWordsIn } from '../archive/words.ts';
import type { Database } from '../database/transaction.ts';
import type { SearchQuery } from './query-words.ts';

/** A word to match exactly, as a prefix, or through near matches in the index. */
export interface MatchedWord {
  word: string;
  isPrefix: boolean;
  variants: string[];
}

/** Words beyond this number are ignored. */
const maxWords = 16;
const maxVariants = 12;

export function toMatchedWords(words: string[]): MatchedWord[] {
  const normalizedWords = indexedWordsIn(words.join(' ')).slice(0, maxWords);
  return normalizedWords.map((word, index) => ({ word, isPrefix: index === normalizedWords.length - 1, variants: [] }));
}

/** Matches rows that have all words in one of the columns. */
export function matchInOneColumn(words: MatchedWord[], columns: string[]): string {
  const allWords = words.map(alternatives).join(' AND ');
  return columns.map((column) => `(${column} : (${allWords}))`).join(' OR ');
}

/** Matches rows that have any of the words. */
export function matchAnyWord(words: MatchedWord[]): string {
  return words.map(alternatives).join(' OR ');
}

function alternatives({ word, isPrefix, variants }: MatchedWord): string {
  return `(${[`"${word}"${isPrefix ? '*' : ''}`, ...variants.map((variant) => `"${variant}"`)].join(' OR ')})`;
}

/** @param vocabulary an fts5vocab table (`row`) of the index */
export function createFuzzyMatcher(database: Database, vocabulary: string) {
  const selectByPrefix = database.prepare(`SELECT term, doc FROM ${vocabulary} WHERE term >= ? AND term < ?`);

  /** Near matches, most frequent first. They begin with the same letter; otherwise all words of the archive would have to be read. */
  function variantsOf(word: string, maxEdits: number): string[] {
    if (maxEdits === 0) return [];
    const [firstLetter = ''] = word;
    const terms = selectByPrefix.all(firstLetter, `${firstLetter}\u{10ffff}`) as { term: string; doc: number }[];
    return terms
      .filter(({ term }) => term !== word && Math.abs(term.length - word.length) <= maxEdits && isWithinEdits(word, term, maxEdits))
      .toSorted((one, other) => other.doc - one.doc)
      .slice(0, maxVariants)
      .map(({ term }) => term);
  }

  return (words: MatchedWord[], fuzzy: SearchQuery['fuzzy']): MatchedWord[] =>
    words.map((matchedWord) => ({ ...matchedWord, variants: variantsOf(matchedWord.word, fuzzy === 'auto' ? maxEditsOf(matchedWord.word) : fuzzy) }));
}

/** Short words allow fewer edits, because one letter turns a short word into another word. */
function maxEditsOf(word: string): number {
  return word.length < 3 ? 0 : word.length < 6 ? 1 : 2;
}

/** Whether the words are at most `maxEdits` edits apart: letters added, omitted, replaced, or two neighbours swapped. */
export function isWithinEdits(firstWord: string, secondWord: string, maxEdits: number): boolean {
  let previousRow: number[] = [];
  let row = Array.from({ length: secondWord.length + 1 }, (_, index) => index);
  for (let i = 1; i <= firstWord.length; i += 1) {
    const nextRow = [i];
    for (let j = 1; j <= secondWord.length; j += 1) {
      const cost = firstWord[i - 1] === secondWord[j - 1] ? 0 : 1;
      let lowestCost = Math.min((row[j] ?? 0) + 1, (nextRow[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && firstWord[i - 1] === secondWord[j - 2] && firstWord[i - 2] === secondWord[j - 1])
        lowestCost = Math.min(lowestCost, (previousRow[j - 2] ?? 0) + 1);
      nextRow.push(lowestCost);
    }
    if (Math.min(...nextRow) > maxEdits) return false;
    previousRow = row;
    row = nextRow;
  }
  return (row[secondWord.length] ?? Infinity) <= maxEdits;
}
