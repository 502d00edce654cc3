// Formats for the times and days of a schedule, in any language. `locale` is the user's own unless a test passes one.
import { locale as userLocale } from '../lib/language.ts';
import { clockTime, dates } from './formats.ts';

export function scheduleTime(hour: number, minute: number, locale?: string): string {
  return clockTime(new Date(2024, 0, 1, hour, minute), locale);
}

/** A list in words: "Monday and Friday". */
export function joinWithAnd(parts: readonly string[], locale?: string): string {
  return new Intl.ListFormat(locale ?? userLocale, { type: 'conjunction' }).format(parts);
}

/** The names of days (0 is Sunday), from Monday on. `isRun`: three or more in a row. */
export function scheduleDays(days: readonly number[], locale?: string): { names: readonly string[]; isRun: boolean } {
  // The week begins on Monday, so that Saturday and Sunday are next to each other.
  const orderedDays = days.map((day) => (day + 6) % 7).sort((left, right) => left - right);
  const [first = 0] = orderedDays;
  const last = orderedDays.at(-1) ?? 0;
  const names = orderedDays.map((day) => scheduleDayName((day + 1) % 7, locale));
  return { names, isRun: orderedDays.length > 2 && last - first === orderedDays.length - 1 };
}

/** @param day 0 is Sunday */
export function scheduleDayName(day: number, locale?: string): string {
  // 7 January 2024 was a Sunday.
  return dates(locale, { weekday: 'long' }).format(new Date(2024, 0, 7 + day));
}
