// How facts are written (docs/look-and-feel.md, Words). `locale` is the reader's own unless a test names one; times are those of the device.
import { plural } from './plural.ts';

/** One formatter for each locale and form: making one costs a hundred times what it does. */
function kept<Form extends object, Formatter>(
  make: (locale: string | undefined, form: Form) => Formatter,
): (locale: string | undefined, form: Form) => Formatter {
  const formatters = new Map<string, Formatter>();
  return (locale, form) => {
    // With the zone: whoever travels may keep the page open.
    const key = `${locale} ${new Date().getTimezoneOffset()} ${JSON.stringify(form)}`;
    const found = formatters.get(key) ?? make(locale, form);
    formatters.set(key, found);
    return found;
  };
}
const dates = kept((locale, form: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, form));
const numbers = kept((locale, form: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, form));

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

function clockTime(date: Date, locale: string | undefined): string {
  return dates(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(date);
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** Whole days between two dates as the calendar sees them (a day of 23 or 25 hours counts as one). */
function daysBetween(earlier: Date, later: Date): number {
  return Math.round((startOfDay(later) - startOfDay(earlier)) / dayMs);
}

/** When something was: "just now", "2 min ago", "14:02", "yesterday 14:02", "Tue 14:02", "12 May 2026". */
export function age(atMs: number, nowMs: number, locale?: string): string {
  const date = new Date(atMs);
  const passedMs = nowMs - atMs;
  if (passedMs < minuteMs) return 'just now'; // a clock that was turned back, too
  if (passedMs < hourMs) return `${Math.floor(passedMs / minuteMs)} min ago`;
  return moment(date, new Date(nowMs), locale);
}

/** As `age`, but always with a clock time while it is recent: for "your copy from 14:02". */
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

function dayName(date: Date, locale: string | undefined): string {
  const month = dates(locale, { month: 'short' }).format(date);
  return `${date.getDate()} ${month} ${date.getFullYear()}`;
}

/** A day of the calendar: "12 May 2026". Empty for what is no date. */
export function calendarDay(iso: string, locale?: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : dayName(date, locale);
}

/** A day of the archive's calendar (`YYYY-MM-DD`), the same everywhere: "Mon 16 Feb". */
export function weekdayAndDay(day: string, locale?: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : dates(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(date);
}

/** The 16 of `2026-02-16`. */
export function dayOfMonth(day: string): string {
  return String(Number(day.slice(8, 10)) || day);
}

// English, as all words here. The minutes of `age` are not among them: Intl says "2 min. ago" or "2 minutes ago".
const agesByName = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const agesInNumbers = new Intl.RelativeTimeFormat('en');

/** When a video was published, roughly: "today", "3 days ago", "2 weeks ago", "5 months ago", "4 years ago". */
export function roughAge(iso: string, nowMs: number): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  const days = daysBetween(date, new Date(nowMs));
  if (days < 7) return agesByName.format(-Math.max(0, days), 'day');
  if (days < 30) return agesInNumbers.format(-Math.floor(days / 7), 'week');
  if (days < 365) return agesInNumbers.format(-Math.floor(days / 30.44), 'month');
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
  const said = parts.filter(([count]) => count > 0).map(([count, one, many]) => `${count} ${plural(count, one, many)}`);
  return said.length > 0 ? said.join(' ') : '0 seconds';
}

/** A sum of many videos: "96 h 12 m", "31 d 6 h", "12 m". */
export function totalDuration(seconds: number): string {
  const minutes = Math.floor(Math.max(0, seconds) / 60);
  if (minutes < 60) return `${minutes} m`;
  const hours = Math.floor(minutes / 60);
  // Up to a hundred hours are easier to grasp than days.
  if (hours < 100) return `${hours} h ${minutes % 60} m`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** A sum in the archive's own form ("4d 05h 31m 12s") as we write sums; any other form as it came. */
export function totalDurationOfWire(words: string): string {
  const parts = /^(?:(\d+)y )?(?:(\d+)d )?(?:(\d+)h )?(?:(\d+)m )?(\d+)s$/.exec(words);
  if (!parts) return words;
  const [years, days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0)) as [number, number, number, number, number];
  return totalDuration((((years * 365 + days) * 24 + hours) * 60 + minutes) * 60 + seconds);
}

export type SizeUnit = 'binary' | 'metric';

const sizeUnits = { binary: ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'], metric: ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] } as const;

/** Bytes in the account's unit (SPEC §9: 1024 or 1000), whole below a giga, one decimal from there. */
export function fileSize(bytes: number, unit: SizeUnit, locale?: string): string {
  const step = unit === 'binary' ? 1024 : 1000;
  const names = sizeUnits[unit];
  let value = Math.max(0, bytes);
  let at = 0;
  while (at < names.length - 1 && Math.round(value) >= step) {
    value /= step;
    at += 1;
  }
  const digits = at >= 3 ? 1 : 0;
  return `${numbers(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)} ${names[at]}`;
}

/** 1,204 in the reader's locale. */
export function count(value: number, locale?: string): string {
  return numbers(locale, {}).format(value);
}

/** Subscribers: compact from 1,000,000 (SPEC §9), in full below. */
export function subscriberCount(value: number, locale?: string): string {
  return value >= 1_000_000 ? numbers(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value) : count(value, locale);
}

/** A total of a list; the archive counts to 10,000 and no further. */
export function listTotal(total: number, isCapped: boolean, locale?: string): string {
  return isCapped ? `${count(total, locale)}+` : count(total, locale);
}
