// Describes a schedule in English, for display only (contract Schedule.schedule_human): "At 08:30 AM, Monday through Friday UTC". Pure.

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const shortNames = dayNames.map((name) => name.slice(0, 3).toLowerCase());
/** The most times that are listed one by one; more are described as a pattern. */
const maxTimes = 4;

/** @param form as returned by `checkCronForm`. @param timeZone a name such as `UTC` or `Europe/Berlin` */
export function describeSchedule(form: string, timeZone: string): string {
  const [minute = '0', hour = '*', day = '*'] = form.split(' ');
  const times = timesOf(Number(minute), hour);
  const weekdays = daysOf(day);
  return `${weekdays === null ? times : `${times}, ${weekdays}`} ${timeZone}`;
}

function timesOf(minute: number, hour: string): string {
  const hours = numbersOf(hour, 23, []);
  if (hours.length <= maxTimes) return `At ${joinWords(hours.map((each) => clockTime(each, minute)))}`;
  const minutesPast = `At ${minute} ${minute === 1 ? 'minute' : 'minutes'} past the hour`;
  if (hours.length === 24) return minutesPast;
  const step = /^\*\/(\d+)$/.exec(hour)?.[1];
  if (step !== undefined) return `${minutesPast}, every ${step} hours`;
  const [firstHour = 0] = hours;
  const lastHour = hours.at(-1) ?? 0;
  if (lastHour - firstHour === hours.length - 1) return `${minutesPast}, between ${clockTime(firstHour, 0)} and ${clockTime(lastHour, 59)}`;
  return `${minutesPast}, at ${joinWords(hours.map((each) => clockTime(each, 0)))}`;
}

function daysOf(day: string): string | null {
  const dayNumbers = [...new Set(numbersOf(day, 6, shortNames).map((each) => each % 7))].toSorted((a, b) => a - b);
  if (dayNumbers.length === 7) return null;
  const [firstDay = 0] = dayNumbers;
  const lastDay = dayNumbers.at(-1) ?? 0;
  if (dayNumbers.length > 2 && lastDay - firstDay === dayNumbers.length - 1) return `${dayNames[firstDay]} through ${dayNames[lastDay]}`;
  return `only on ${joinWords(dayNumbers.map((each) => dayNames[each] ?? ''))}`;
}

/** All numbers that a cron field matches, ascending. */
function numbersOf(field: string, max: number, valueNames: string[]): number[] {
  const numbers = new Set<number>();
  for (const part of field.split(',')) {
    const [range = '*', step = '1'] = part.split('/');
    const [from = '', to = from] = range.split('-');
    const valueOf = (text: string): number => (valueNames.includes(text) ? valueNames.indexOf(text) : Number(text));
    const begin = range === '*' ? 0 : valueOf(from);
    const end = range === '*' ? max : valueOf(to);
    for (let number = begin; number <= end; number += Number(step)) numbers.add(number);
  }
  return [...numbers].toSorted((a, b) => a - b);
}

function clockTime(hour: number, minute: number): string {
  const hour12 = hour % 12 === 0 ? 12 : hour % 12;
  return `${String(hour12).padStart(2, '0')}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

function joinWords(words: string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
