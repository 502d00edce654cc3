/** The right one of two English words for a count. */
export function plural(count: number, one: string, many: string): string {
  return count === 1 ? one : many;
}
