// Formats of ages, durations and counts (docs/look-and-feel.md, Words). `locale` is the user's own unless a test passes one; times are in
// the device's time zone. Formats that the first page does not need are in page-formats.ts.
import { locale as userLocale } from '../lib/language.ts';
import { translated } from './translated.ts';

/** Texts that Intl does not provide. */
export const formatTexts = translated('format', {
  justNow: 'just now',
});

/** Caches one formatter for each locale and form, because creating one costs a hundred times as much as using it. */
function cacheFormatters<Form extends object, Formatter>(
  make: (locale: string | undefined, form: Form) => Formatter,
): (locale: string | undefined, form: Form) => Formatter {
  const formatters = new Map<string, Formatter>();
  return (locale = userLocale, form) => {
    // The key includes the time zone, because a travelling user may keep the page open.
    const key = `${locale} ${new Date().getTimezoneOffset()} ${JSON.stringify(form)}`;
    const formatter = formatters.get(key) ?? make(locale, form);
    formatters.set(key, formatter);
    return formatter;
  };
}
export const dates = cacheFormatters((locale, form: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, form));
export const numbers = cacheFormatters((locale, form: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, form));
export const relativeTimes = cacheFormatters((locale, form: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, form));

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A time of day: "14:02", or "2:02 PM" where that is usual. */
export function clockTime(date: Date, locale?: string): string {
  return dates(locale, { timeStyle: 'short' }).format(date);
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** Whole calendar days between two dates (a day of 23 or 25 hours counts as one). */
export function daysBetween(earlier: Date, later: Date): number {
  return Math.round((startOfDay(later) - startOfDay(earlier)) / dayMs);
}

/** When something happened: "just now", "2 min ago", "14:02", "yesterday 14:02", "Tue 14:02", "12 May 2026" (in Britain). */
export function age(atMs: number, nowMs: number, locale?: string): string {
  const date = new Date(atMs);
  const passedMs = nowMs - atMs;
  if (passedMs < minuteMs) return formatTexts.justNow; // also after the clock was set back
  if (passedMs < hourMs) return relativeTimes(locale, { style: 'short' }).format(-Math.floor(passedMs / minuteMs), 'minute');
  return moment(date, new Date(nowMs), locale);
}

/** Like `age`, but always with a clock time if the moment is recent, for "your copy from 14:02". */
export function clockAge(atMs: number, nowMs: number, locale?: string): string {
  return moment(new Date(atMs), new Date(nowMs), locale);
}

function moment(date: Date, now: Date, locale?: string): string {
  const time = clockTime(date, locale);
  const days = daysBetween(date, now);
  if (days <= 0) return time;
  if (days === 1) return `${relativeTimes(locale, { numeric: 'auto' }).format(-1, 'day')} ${time}`;
  if (days < 7) return `${dates(locale, { weekday: 'short' }).format(date)} ${time}`;
  return dayName(date, locale);
}

export function dayName(date: Date, locale?: string): string {
  return dates(locale, { day: 'numeric', month: 'short', year: 'numeric' }).format(date);
}

/** When a video was published, roughly: "today", "3 days ago", "2 weeks ago", "5 months ago", "4 years ago". */
export function roughAge(iso: string, nowMs: number, locale?: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  const days = daysBetween(date, new Date(nowMs));
  const numericTimes = relativeTimes(locale, {});
  if (days < 7) return relativeTimes(locale, { numeric: 'auto' }).format(-Math.max(0, days), 'day');
  if (days < 30) return numericTimes.format(-Math.floor(days / 7), 'week');
  if (days < 365) return numericTimes.format(-(Math.floor(days / 30.44) || 1), 'month');
  return numericTimes.format(-(Math.floor(days / 365.25) || 1), 'year');
}

/** A duration in digits: "28:55", "1:12:40". */
export function duration(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.floor(seconds));
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(wholeSeconds / 3600);
  const minutes = Math.floor(wholeSeconds / 60) % 60;
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(wholeSeconds % 60)}` : `${minutes}:${twoDigits(wholeSeconds % 60)}`;
}

/** A duration for screen readers: "28 minutes 55 seconds". */
export function spokenDuration(seconds: number, locale?: string): string {
  const wholeSeconds = Math.max(0, Math.floor(seconds));
  const parts = [
    [Math.floor(wholeSeconds / 3600), 'hour'],
    [Math.floor(wholeSeconds / 60) % 60, 'minute'],
    [wholeSeconds % 60, 'second'],
  ] as const;
  const spokenParts = parts.filter(([value]) => value > 0);
  return (spokenParts.length > 0 ? spokenParts : parts.slice(2))
    .map(([value, unit]) => numbers(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value))
    .join(' ');
}

/** A number in the user's locale: "1,204". */
export function count(value: number, locale?: string): string {
  return numbers(locale, {}).format(value);
}

/** The total of a list; the archive counts only to 10,000. */
export function listTotal(total: number, isCapped: boolean, locale?: string): string {
  return isCapped ? `${count(total, locale)}+` : count(total, locale);
}
