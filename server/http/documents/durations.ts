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

/** The first and the last moment of the years with four digits. */
const [minMs, maxMs] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z')];

/** The moment, or the nearest one that can be sent. A restored backup may contain numbers that no date can represent. */
export function storedMoment(unixMs: number): Date {
  return new Date(Math.min(Math.max(unixMs, minMs), maxMs));
}

/** ISO 8601 in UTC with `+00:00`, the form of the archive's own dates. */
export function isoDate(unixSeconds: number): string {
  return storedMoment(unixSeconds * 1000)
    .toISOString()
    .replace('.000Z', '+00:00');
}
