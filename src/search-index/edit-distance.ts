// Edit distance between words, for typing errors. Pure.

/** With `auto`, short words must match exactly, as in the archive. */
export function allowedErrors(word: string, fuzzy: 0 | 1 | 2 | 'auto'): number {
  if (fuzzy !== 'auto') return fuzzy;
  return word.length < 3 ? 0 : word.length < 6 ? 1 : 2;
}

/** Longer than any indexed word (words.ts). */
const maxWordLength = 64;
/** Reused for every term, because one keystroke compares thousands of terms. */
const distanceRows = Array.from({ length: maxWordLength + 2 }, () => new Uint8Array(maxWordLength + 2));

/** Returns the index after the last of the terms that share the first `length` letters of `terms[from]`. */
export type EndOfPrefix = (from: number, length: number) => number;

/**
 * The indexes, in `from` to `to`, of the terms within `maxErrors` edits of the word: insertions, deletions, substitutions, or swaps of
 * neighbouring letters. Because the terms are sorted, a prefix shared by neighbours is compared once, and a prefix that is already too far
 * rules out every term that begins with it.
 */
export function similarTerms(
  terms: readonly string[],
  [from, to]: readonly [from: number, to: number],
  word: string,
  maxErrors: number,
  endOf: EndOfPrefix,
): number[] {
  const foundIndexes: number[] = [];
  const firstRow = distanceRows[0] as Uint8Array;
  for (let column = 0; column <= word.length; column += 1) firstRow[column] = column;
  let previousTerm = '';
  /** `distanceRows` is filled for this many letters of `previousTerm`. */
  let filledRows = 0;
  for (let index = from; index < to;) {
    const term = terms[index] as string;
    let row = 0;
    while (row < filledRows && term.charCodeAt(row) === previousTerm.charCodeAt(row)) row += 1;
    let isTooFar = false;
    while (row < term.length && !isTooFar) {
      row += 1;
      isTooFar = fillRow(row, term, word) > maxErrors;
    }
    [previousTerm, filledRows] = [term, row];
    if (isTooFar) {
      index = endOf(index, row);
      continue;
    }
    if (((distanceRows[term.length] as Uint8Array)[word.length] ?? Infinity) <= maxErrors) foundIndexes.push(index);
    index += 1;
  }
  return foundIndexes;
}

/** Fills a row with the distances of the term's first `row` letters from each prefix of the word; returns the smallest. */
function fillRow(row: number, term: string, word: string): number {
  const [secondLastRow, lastRow, newRow] = [distanceRows[Math.max(0, row - 2)], distanceRows[row - 1], distanceRows[row]] as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  const letter = term.charCodeAt(row - 1);
  let smallestDistance = row;
  newRow[0] = row;
  for (let column = 1; column <= word.length; column += 1) {
    const isSame = letter === word.charCodeAt(column - 1);
    let cost = Math.min((lastRow[column] ?? 0) + 1, (newRow[column - 1] ?? 0) + 1, (lastRow[column - 1] ?? 0) + (isSame ? 0 : 1));
    const isSwapped = row > 1 && column > 1 && letter === word.charCodeAt(column - 2) && term.charCodeAt(row - 2) === word.charCodeAt(column - 1);
    if (isSwapped) cost = Math.min(cost, (secondLastRow[column - 2] ?? 0) + 1);
    newRow[column] = cost;
    if (cost < smallestDistance) smallestDistance = cost;
  }
  return smallestDistance;
}
