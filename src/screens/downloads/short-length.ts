// The length of a queued video as a clock shows it. Pure.
import { duration } from '../../texts/formats.ts';

const seconds = { d: 86_400, h: 3_600, m: 60, s: 1 } as const;

/** Of what an archive writes (`1h 04m 09s`); in its own words where it writes something else, nothing where it does not know. */
export function shortLength(words: string): string {
  if (words === 'NA') return '';
  const parts = words.split(' ');
  if (!parts.every((part) => /^\d+[dhms]$/.test(part))) return words;
  return duration(parts.reduce((sum, part) => sum + Number(part.slice(0, -1)) * seconds[part.at(-1) as keyof typeof seconds], 0));
}
