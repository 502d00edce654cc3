// How far two words are apart, for typing errors. Pure.

/** As the archive takes `auto`: short words are meant as they are typed. */
export function allowedErrors(word: string, fuzzy: 0 | 1 | 2 | 'auto'): number {
  if (fuzzy !== 'auto') return fuzzy;
  return word.length < 3 ? 0 : word.length < 6 ? 1 : 2;
}

/** No word is longer (words.ts); shared, because a keystroke compares thousands. */
const rows = [0, 1, 2].map(() => new Uint8Array(64));

/** Whether `most` letters, put in, left out, changed or swapped with their neighbor, make one of the other. */
export function isNear(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
  let [before, last, next] = rows as [Uint8Array, Uint8Array, Uint8Array];
  for (let column = 0; column <= other.length; column += 1) last[column] = column;
  for (let row = 1; row <= one.length; row += 1) {
    const letter = one.charCodeAt(row - 1);
    let least = row;
    next[0] = row;
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = letter === other.charCodeAt(column - 1);
      let cost = Math.min((last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwapped = row > 1 && column > 1 && letter === other.charCodeAt(column - 2) && one.charCodeAt(row - 2) === other.charCodeAt(column - 1);
      if (isSwapped) cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      next[column] = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return false;
    [before, last, next] = [last, next, before];
  }
  return (last[other.length] ?? Infinity) <= most;
}
