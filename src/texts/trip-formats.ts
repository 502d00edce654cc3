// Formats the remaining time of packing.
import { translated } from './translated.ts';

/** "9 min", "1 h 20 min"; whole minutes, rounded up, so that the estimate is never too early. */
export const timeLeft = translated('timeLeft', (seconds: number): string => {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
});
