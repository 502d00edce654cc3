// How facts are written (docs/look-and-feel.md, Words). `locale` is the user's own unless a test passes one; times are the device's.
// Formats that the first page does not need are in page-formats.ts.
import { plural } from './plural.ts';

/** One cached formatter for each locale and form: creating one costs a hundred times as much as using it. */
function cached<Form extends object, Formatter>(
  make: (locale: string | undefined, form: Form) => Formatter,
): (locale: string | undefined, form: Form) => Formatter {
  const formatters = new Map<string, Formatter>();
  return (locale, form) => {
    // Includes the time zone: a travelling user may keep the page open.
    const key = `${locale} ${new Date().getTimezoneOffset()} ${JSON.stringify(form)}`;
    const found = formatters.get(key) ?? make(locale, form);
    formatters.set(key, found);
    return found;
  };
}
export const dates = cached((locale, form: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, form));
export const numbers = cached((locale, form: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, form));

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

function clockTime(date: Date, locale: string | undefined): string {
  return dates(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(date);
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** Whole calendar days between two dates (a day of 23 or 25 hours counts as one). */
function daysBetween(earlier: Date, later: Date): number {
  return Math.round((startOfDay(later) - startOfDay(earlier)) / dayMs);
}

/** When something happened: "just now", "2 min ago", "14:02", "yesterday 14:02", "Tue 14:02", "12 May 2026". */
export function age(atMs: number, nowMs: number, locale?: string): string {
  const date = new Date(atMs);
  const passedMs = nowMs - atMs;
  if (passedMs < minuteMs) return 'just now'; // also after the clock was set back
  if (passedMs < hourMs) return `${Math.floor(passedMs / minuteMs)} min ago`;
  return moment(date, new Date(nowMs), locale);
}

/** Like `age`, but always with a clock time while it is recent: for "your copy from 14:02". */
export function clockAge(atMs: number, nowMs: number, locale?: string): string {
  return moment(new Date(atMs), new Date(nowMs), locale);
}

function moment(date: Date, now: Date, locale: string | undefined): string {
  const time = clockTime(date, locale);
  const days = daysBetween(date, now);
  if (days <= 0) return time;
  if (days === 1) return `yesterday ${time}`;
  if (days < 7) return `${dates(locale, { weekday: 'short' }).format(date)} ${time}`;
  return dayName(date, locale);
}

export function dayName(date: Date, locale: string | undefined): string {
  const month = dates(locale, { month: 'short' }).format(date);
  return `${date.getDate()} ${month} ${date.getFullYear()}`;
}

// English, like all texts here. The minutes of `age` are not among them: Intl says "2 min. ago" or "2 minutes ago".
const agesByName = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const agesInNumbers = new Intl.RelativeTimeFormat('en');

/** When a video was published, roughly: "today", "3 days ago", "2 weeks ago", "5 months ago", "4 years ago". */
export function roughAge(iso: string, nowMs: number): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  const days = daysBetween(date, new Date(nowMs));
  if (days < 7) return agesByName.format(-Math.max(0, days), 'day');
  if (days < 30) return agesInNumbers.format(-Math.floor(days / 7), 'week');
  if (days < 365) return agesInNumbers.format(-(Math.floor(days / 30.44) || 1), 'month');
  return agesInNumbers.format(-(Math.floor(days / 365.25) || 1), 'year');
}

/** 28:55, 1:12:40. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** "28 minutes 55 seconds": for screen readers. */
export function spokenDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts: [number, string, string][] = [
    [Math.floor(whole / 3600), 'hour', 'hours'],
    [Math.floor(whole / 60) % 60, 'minute', 'minutes'],
    [whole % 60, 'second', 'seconds'],
  ];
  const spoken = parts.filter(([count]) => count > 0).map(([count, one, many]) => `${count} ${plural(count, one, many)}`);
  return spoken.length > 0 ? spoken.join(' ') : '0 seconds';
}

/** 1,204 in the user's locale. */
export function count(value: number, locale?: string): string {
  return numbers(locale, {}).format(value);
}

/** The total of a list; the archive counts only to 10,000. */
export function listTotal(total: number, isCapped: boolean, locale?: string): string {
  return isCapped ? `${count(total, locale)}+` : count(total, locale);
}
