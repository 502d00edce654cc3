// Formats the remaining time of packing, in German.
import type { timeLeft as englishTimeLeft } from '../trip-formats.ts';
import type { Translation } from '../translated.ts';

/** "9 Min.", "1 Std. 20 Min."; whole minutes, rounded up. */
export const timeLeft: Translation<typeof englishTimeLeft> = (seconds) => {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  if (minutes < 60) return `${minutes} Min.`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours} Std.` : `${hours} Std. ${minutes % 60} Min.`;
};
