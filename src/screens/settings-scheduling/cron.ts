// Parses the three values of a schedule (minute, hour, day of the week; SPEC §5) as typed. The minute is one number, so nothing runs more
// than once an hour. Pure.

export type ParsedCron =
  | { readonly name: 'off' }
  /** The archive picks the time. */
  | { readonly name: 'auto' }
  /** Ascending; 0 is Sunday. */
  | { readonly name: 'times'; readonly minute: number; readonly hours: readonly number[]; readonly days: readonly number[] }
  /** `everyMinutes`: the interval if the minute is `*`, alone or with a step; null for any other form. */
  | { readonly name: 'too-often'; readonly everyMinutes: number | null }
  | { readonly name: 'not-understood' };

const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

export function parseCron(text: string): ParsedCron {
  const normalizedText = text.trim().toLowerCase();
  if (normalizedText === '') return { name: 'off' };
  if (normalizedText === 'auto') return { name: 'auto' };
  const [minute = '', hour = '', day = '', ...extraValues] = normalizedText.split(/\s+/);
  if (day === '' || extraValues.length > 0) return { name: 'not-understood' };
  if (/^[\d*,\-/]+$/.test(minute) && !/^\d+$/.test(minute)) return { name: 'too-often', everyMinutes: stepOf(minute) };
  const hours = parseField(hour, 23, []);
  // 7 is also Sunday, as in most versions of cron.
  const days = parseField(day, 7, dayNames);
  if (!/^\d{1,2}$/.test(minute) || Number(minute) > 59 || !hours || !days) return { name: 'not-understood' };
  return { name: 'times', minute: Number(minute), hours, days: ascending(days.map((dayNumber) => dayNumber % 7)) };
}

/** How a schedule is chosen: at one time a day, at one time of one day a week, or by its three values. */
export type ScheduleMode = 'off' | 'daily' | 'weekly' | 'advanced';

export interface WeeklyTime {
  minute: number;
  hour: number;
  /** 0 is Sunday. */
  day: number;
}

const defaultTime: WeeklyTime = { minute: 0, hour: 8, day: 0 };

/** @param schedule the saved schedule; null if it is off. If it has no time, or several, the returned `time` is a suggestion. */
export function modeOf(schedule: string | null): { mode: ScheduleMode; time: WeeklyTime } {
  const parsed = parseCron(schedule ?? '');
  if (parsed.name === 'off') return { mode: 'off', time: defaultTime };
  if (parsed.name !== 'times') return { mode: 'advanced', time: defaultTime };
  const { minute, hours, days } = parsed;
  const time = { minute, hour: hours[0] ?? defaultTime.hour, day: days.length === 1 ? (days[0] ?? 0) : defaultTime.day };
  const isSimple = hours.length === 1 && (days.length === 1 || days.length === 7);
  return { mode: isSimple ? (days.length === 1 ? 'weekly' : 'daily') : 'advanced', time };
}

export function cronOf(mode: 'daily' | 'weekly', { minute, hour, day }: WeeklyTime): string {
  return `${minute} ${hour} ${mode === 'daily' ? '*' : day}`;
}

/** The form in which a schedule is sent, with its values separated by one space. */
export function canonicalCron(text: string): string {
  return text.trim().toLowerCase().split(/\s+/).join(' ');
}

function stepOf(minute: string): number | null {
  const step = /^\*(?:\/(\d{1,2}))?$/.exec(minute);
  return step ? Number(step[1] ?? 1) || null : null;
}

/** The numbers that a field lists, ascending; null if the field is not valid. */
function parseField(text: string, maxNumber: number, names: readonly string[]): number[] | null {
  const numbers: number[] = [];
  for (const part of text.split(',')) {
    const [, range, stepText] = /^(\*|[a-z\d]+(?:-[a-z\d]+)?)(?:\/(\d{1,2}))?$/.exec(part) ?? [];
    if (range === undefined) return null;
    const [from = '', to] = range === '*' ? ['0', String(maxNumber)] : range.split('-');
    const [firstNumber, lastNumber] = [parseValue(from, names), parseValue(to ?? from, names)];
    const step = Number(stepText ?? 1);
    if (firstNumber === null || lastNumber === null || firstNumber > lastNumber || lastNumber > maxNumber || step === 0) return null;
    // A step is valid only after * or a range.
    if (to === undefined && stepText !== undefined) return null;
    for (let number = firstNumber; number <= lastNumber; number += step) numbers.push(number);
  }
  return ascending(numbers);
}

function parseValue(text: string, names: readonly string[]): number | null {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const index = names.indexOf(text);
  return index < 0 ? null : index;
}

function ascending(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((left, right) => left - right);
}
