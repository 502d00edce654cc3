// How a video's numbers are presented. Pure.
import { count, numbers } from '../../texts/formats.ts';

/** A star is full from 0.75, half from 0.25, otherwise empty (SPEC §2 "Video page"). */
export type Star = 'full' | 'half' | 'empty';

const starCount = 5;

export function starsOf(rating: number): Star[] {
  return Array.from({ length: starCount }, (_none, index) => {
    const share = rating - index;
    return share >= 0.75 ? 'full' : share >= 0.25 ? 'half' : 'empty';
  });
}

/** The bit rate as text: "2.8 Mbit/s", "128 kbit/s"; empty for 0, which means unknown. */
export function bitrate(bitsPerSecond: number, locale?: string): string {
  if (!(bitsPerSecond > 0)) return '';
  if (bitsPerSecond >= 999_500) return `${numbers(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(bitsPerSecond / 1_000_000)} Mbit/s`;
  return `${count(Math.max(1, Math.round(bitsPerSecond / 1000)), locale)} kbit/s`;
}
