// Finds the terms of a segment that match a word of a query. Pure.
import type { SearchQuery } from '../lib/search-query.ts';
import { allowedErrors, similarTerms } from './edit-distance.ts';
import { endOfPrefix, prefixRange, type Segment } from './segment.ts';

/** Parallel arrays, because there may be thousands. */
export interface MatchingTerms {
  indexes: number[];
  /** 1 for the word itself, less for a term that begins with it or is similar to it. */
  closeness: number[];
}

/** With `fuzzy` null, only the word itself matches and, if it is the last word of the query, terms that begin with it. */
export function matchingTerms(segment: Segment, word: string, isLast: boolean, fuzzy: SearchQuery['fuzzy'] | null): MatchingTerms {
  const matches: MatchingTerms = { indexes: [], closeness: [] };
  const add = (index: number, closeness: number): void => {
    matches.indexes.push(index);
    matches.closeness.push(closeness);
  };
  const [from, to] = prefixRange(segment, word);
  if (isLast) for (let index = from; index < to; index += 1) add(index, 0.5 + 0.5 * (word.length / (segment.terms[index] ?? word).length));
  else if (from < to && segment.terms[from] === word) add(from, 1);
  const maxErrors = fuzzy === null ? 0 : allowedErrors(word, fuzzy);
  if (maxErrors === 0) return matches;
  // A mistyped word is assumed to have its first letter right, as in the embedded server's search.
  const range = prefixRange(segment, [...word][0] ?? '');
  const foundIndexes = new Set(matches.indexes);
  const endOf = (termIndex: number, length: number): number => endOfPrefix(segment, termIndex, length, range[1]);
  for (const index of similarTerms(segment.terms, range, word, maxErrors, endOf)) if (!foundIndexes.has(index)) add(index, 0.3);
  return matches;
}

/** The total number of places in which the terms occur. */
export function countPostings({ offsets }: Segment, { indexes }: MatchingTerms): number {
  return indexes.reduce((sum, index) => sum + (offsets[index + 1] ?? 0) - (offsets[index] ?? 0), 0);
}
