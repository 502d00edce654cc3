/** The singular or plural of an English word for a count. */
export function plural(count: number, one: string, many: string): string {
  return count === 1 ? one : many;
}
