// Formats that only some pages need; the shared ones are in formats.ts.
import { clockTime, count, dates, dayName, daysBetween, numbers, relativeTimes } from './formats.ts';
import { plural } from './plural.ts';
import { translated } from './translated.ts';

/** Texts that Intl does not provide. */
export const pageFormatTexts = translated('pageFormat', {
  minutes: (minutes: number) => `${minutes} m`,
  hours: (hours: number, minutes: number) => `${hours} h ${minutes} m`,
  days: (days: number, hours: number) => `${days} d ${hours} h`,
  subscribers: (shown: string, n: number) => `${shown} ${plural(n, 'subscriber', 'subscribers')}`,
});

/** If a source gives only the day, the archive sends midnight UTC. The same day is then shown in every time zone. */
const dayOnly = /T00:00:00(?:Z|\+00:00)$/;

/** A calendar day: "12 May 2026". Empty for an invalid date. */
export function calendarDay(iso: string, locale?: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  return dayOnly.test(iso) ? dates(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(date) : dayName(date, locale);
}

/** A moment near today on this device's clock: "today 18:00", "tomorrow 06:00", "Friday 07:40", "3 Dec 2026 18:00". */
export function dayAndTime(atMs: number, nowMs: number, locale?: string): string {
  const date = new Date(atMs);
  const days = daysBetween(new Date(nowMs), date);
  const name =
    Math.abs(days) <= 1
      ? relativeTimes(locale, { numeric: 'auto' }).format(days, 'day')
      : days > 0 && days < 7
        ? dates(locale, { weekday: 'long' }).format(date)
        : dayName(date, locale);
  return `${name} ${clockTime(date, locale)}`;
}

/** A day of the archive's calendar (`YYYY-MM-DD`), the same in every time zone: "Mon 16 Feb". */
export function weekdayAndDay(day: string, locale?: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : dates(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(date);
}

/** The day of the month: 16 for `2026-02-16`. */
export function dayOfMonth(day: string): string {
  return String(Number(day.slice(8, 10)) || day);
}

/** The total duration of many videos: "96 h 12 m", "31 d 6 h", "12 m". */
export function totalDuration(seconds: number): string {
  const minutes = Math.floor(Math.max(0, seconds) / 60);
  if (minutes < 60) return pageFormatTexts.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  // Up to a hundred hours are easier to grasp than days.
  if (hours < 100) return pageFormatTexts.hours(hours, minutes % 60);
  return pageFormatTexts.days(Math.floor(hours / 24), hours % 24);
}

/** Converts a total from the archive's form ("4d 05h 31m 12s") to ours; returns any other text unchanged. */
export function totalDurationOfWire(wireText: string): string {
  const parts = /^(?:(\d+)y )?(?:(\d+)d )?(?:(\d+)h )?(?:(\d+)m )?(\d+)s$/.exec(wireText);
  if (!parts) return wireText;
  const [years, days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0)) as [number, number, number, number, number];
  return totalDuration((((years * 365 + days) * 24 + hours) * 60 + minutes) * 60 + seconds);
}

export type SizeUnit = 'binary' | 'metric';

const sizeUnits = { binary: ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'], metric: ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] } as const;

/** Bytes in the account's unit (SPEC §9: 1024 or 1000), as whole numbers below a gigabyte and with one decimal above. */
export function fileSize(bytes: number, unit: SizeUnit, locale?: string): string {
  const step = unit === 'binary' ? 1024 : 1000;
  const names = sizeUnits[unit];
  let value = Math.max(0, bytes);
  let unitIndex = 0;
  while (unitIndex < names.length - 1 && Math.round(value) >= step) {
    value /= step;
    unitIndex += 1;
  }
  const digits = unitIndex >= 3 ? 1 : 0;
  return `${numbers(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)} ${names[unitIndex]}`;
}

/** Subscribers: compact from 1,000,000 (SPEC §9), in full below. */
export function subscriberCount(value: number, locale?: string): string {
  return value >= 1_000_000 ? numbers(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value).replace(/m$/, 'M') : count(value, locale);
}

/** "412,000 subscribers"; null if the number is not known, as for a channel made from a folder of the library. */
export function subscriberText(value: number): string | null {
  return value > 0 ? pageFormatTexts.subscribers(subscriberCount(value), value) : null;
}
