// Formats durations and dates as the contract requires.
const units = [
  ['y', 365 * 86_400],
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/** Parts separated by spaces, all but the first padded to two digits: `4d 05h 31m 12s`; `NA` for zero. */
export function durationText(seconds: number): string {
  let rest = Math.floor(seconds);
  if (rest <= 0) return 'NA';
  const parts: string[] = [];
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count === 0 && parts.length === 0) continue;
    parts.push(`${parts.length === 0 ? count : String(count).padStart(2, '0')}${unit}`);
  }
  return parts.join(' ');
}

/** ISO 8601 in UTC with `+00:00`, the form of the archive's own dates. */
export function isoDate(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toISOString().replace('.000Z', '+00:00');
}
