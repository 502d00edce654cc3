// How far two words are apart, for typing errors. Pure.

/** As the archive takes `auto`: short words are meant as they are typed. */
export function allowedErrors(word: string, fuzzy: 0 | 1 | 2 | 'auto'): number {
  if (fuzzy !== 'auto') return fuzzy;
  return word.length < 3 ? 0 : word.length < 6 ? 1 : 2;
}

/** Whether `most` letters, put in, left out, changed or swapped with their neighbor, make one of the other. */
export function isNear(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    let least = row;
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let cost = Math.min((last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwapped) cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      next.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return false;
    [before, last] = [last, next];
  }
  return (last[other.length] ?? Infinity) <= most;
}
