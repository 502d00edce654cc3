// How a departure and a remaining time are written.
import { dates, dayName } from './formats.ts';

const dayMs = 24 * 3_600_000;

/** When a trip begins, as people say it: "today 07:40", "tomorrow 07:40", "Friday 07:40", "12 May 2026". */
export function departure(atMs: number, nowMs: number, locale?: string): string {
  const [date, now] = [new Date(atMs), new Date(nowMs)];
  const startOf = (day: Date): number => new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
  const days = Math.round((startOf(date) - startOf(now)) / dayMs);
  const time = dates(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(date);
  if (days === 0) return `today ${time}`;
  if (days === 1) return `tomorrow ${time}`;
  if (days === -1) return `yesterday ${time}`;
  return days > 1 && days < 7 ? `${dates(locale, { weekday: 'long' }).format(date)} ${time}` : dayName(date, locale);
}

/** "9 min", "1 h 20 min"; whole minutes, rounded up, so that the estimate is never too early. */
export function timeLeft(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
