/** The singular or plural of a word, in English and German. */
export function plural(count: number, one: string, many: string): string {
  return count === 1 ? one : many;
}
