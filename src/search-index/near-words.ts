// How far two words are apart, for typing errors. Pure.

/** As the archive takes `auto`: short words are meant as they are typed. */
export function allowedErrors(word: string, fuzzy: 0 | 1 | 2 | 'auto'): number {
  if (fuzzy !== 'auto') return fuzzy;
  return word.length < 3 ? 0 : word.length < 6 ? 1 : 2;
}

/** No word is longer (words.ts), and one row more than letters; shared, because a keystroke compares thousands. */
const longestWord = 64;
const rows = Array.from({ length: longestWord + 2 }, () => new Uint8Array(longestWord + 2));

/** Ends of what begins with the first `length` letters of `terms[from]`. */
export type EndOfPrefix = (from: number, length: number) => number;

/**
 * The places, from `from` up to `to`, of the terms that `most` letters, put in, left out, changed or swapped with their neighbor,
 * make of the word. The terms stand in order: what two neighbors begin with is compared once, and a beginning that is too far
 * away already takes all that begin with it along.
 */
export function nearTerms(terms: readonly string[], [from, to]: readonly [from: number, to: number], word: string, most: number, endOf: EndOfPrefix): number[] {
  const near: number[] = [];
  const first = rows[0] as Uint8Array;
  for (let column = 0; column <= word.length; column += 1) first[column] = column;
  let last = '';
  let known = 0;
  for (let at = from; at < to;) {
    const term = terms[at] as string;
    let row = 0;
    while (row < known && term.charCodeAt(row) === last.charCodeAt(row)) row += 1;
    let isTooFar = false;
    while (row < term.length && !isTooFar) {
      row += 1;
      isTooFar = fillRow(row, term, word) > most;
    }
    [last, known] = [term, row];
    if (isTooFar) {
      at = endOf(at, row);
      continue;
    }
    if (((rows[term.length] as Uint8Array)[word.length] ?? Infinity) <= most) near.push(at);
    at += 1;
  }
  return near;
}

/** How far the first `row` letters of the term are from each beginning of the word; answers the least of it. */
function fillRow(row: number, term: string, word: string): number {
  const [before, last, next] = [rows[Math.max(0, row - 2)], rows[row - 1], rows[row]] as [Uint8Array, Uint8Array, Uint8Array];
  const letter = term.charCodeAt(row - 1);
  let least = row;
  next[0] = row;
  for (let column = 1; column <= word.length; column += 1) {
    const isSame = letter === word.charCodeAt(column - 1);
    let cost = Math.min((last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (isSame ? 0 : 1));
    const isSwapped = row > 1 && column > 1 && letter === word.charCodeAt(column - 2) && term.charCodeAt(row - 2) === word.charCodeAt(column - 1);
    if (isSwapped) cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
    next[column] = cost;
    if (cost < least) least = cost;
  }
  return least;
}
