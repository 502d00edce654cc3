// Parses the three values of a schedule (minute, hour, day of the week; SPEC §5) as typed: what they mean, or why they are invalid. The
// minute is one number, so nothing runs more than once an hour. Pure.

export type CronReading =
  | { readonly name: 'off' }
  /** The archive picks the time. */
  | { readonly name: 'auto' }
  /** Ascending; 0 is Sunday. */
  | { readonly name: 'times'; readonly minute: number; readonly hours: readonly number[]; readonly days: readonly number[] }
  /** `everyMinutes`: the interval, if the minute has a step. */
  | { readonly name: 'too-often'; readonly everyMinutes: number | null }
  | { readonly name: 'not-understood' };

const dayWords = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

export function readCron(words: string): CronReading {
  const typed = words.trim().toLowerCase();
  if (typed === '') return { name: 'off' };
  if (typed === 'auto') return { name: 'auto' };
  const [minute = '', hour = '', day = '', ...more] = typed.split(/\s+/);
  if (day === '' || more.length > 0) return { name: 'not-understood' };
  if (/^(\*|[\d,\-/]+)/.test(minute) && !/^\d+$/.test(minute)) return { name: 'too-often', everyMinutes: stepOf(minute) };
  const hours = numbersOf(hour, 23, []);
  // 7 is also Sunday, as in every cron.
  const days = numbersOf(day, 7, dayWords);
  if (!/^\d{1,2}$/.test(minute) || Number(minute) > 59 || !hours || !days) return { name: 'not-understood' };
  return { name: 'times', minute: Number(minute), hours, days: ascending(days.map((each) => each % 7)) };
}

/** As it is sent: the values separated by one space. */
export function asSent(words: string): string {
  return words.trim().toLowerCase().split(/\s+/).join(' ');
}

function stepOf(minute: string): number | null {
  const step = /^\*(?:\/(\d{1,2}))?$/.exec(minute);
  return step ? Number(step[1] ?? 1) || null : null;
}

/** Null for what cron does not know. */
function numbersOf(written: string, last: number, words: readonly string[]): number[] | null {
  const found: number[] = [];
  for (const part of written.split(',')) {
    const [, range, stepWords] = /^(\*|[a-z\d]+(?:-[a-z\d]+)?)(?:\/(\d{1,2}))?$/.exec(part) ?? [];
    if (range === undefined) return null;
    const [from = '', to] = range === '*' ? ['0', String(last)] : range.split('-');
    const [first, end] = [numberOf(from, words), numberOf(to ?? from, words)];
    const step = Number(stepWords ?? 1);
    if (first === null || end === null || first > end || end > last || step === 0) return null;
    // A step follows * or a range.
    if (to === undefined && stepWords !== undefined) return null;
    for (let each = first; each <= end; each += step) found.push(each);
  }
  return ascending(found);
}

function numberOf(written: string, words: readonly string[]): number | null {
  if (/^\d{1,2}$/.test(written)) return Number(written);
  const place = words.indexOf(written);
  return place < 0 ? null : place;
}

function ascending(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((left, right) => left - right);
}
