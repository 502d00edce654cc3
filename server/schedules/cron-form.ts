// Validates the three fields of a schedule (minute, hour, day of the week; SPEC §5) with the messages of the contract's updateSchedule, and
// computes when schedules are due. The minute is a single number, so no schedule runs more than once an hour. Pure.
import { Cron } from 'croner';

export type CheckedForm = { isValid: true; form: string } | { isValid: false; problem: string };

interface Field {
  name: string;
  min: number;
  max: number;
  /** Names of the values, starting with the name of `min`. */
  valueNames: readonly string[];
}

const hours: Field = { name: 'hour', min: 0, max: 23, valueNames: [] };
/** 7 is also Sunday, as in every cron. */
const days: Field = { name: 'day of the week', min: 0, max: 7, valueNames: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] };

export function checkCronForm(form: string): CheckedForm {
  const values = form.trim().toLowerCase().split(/\s+/);
  const [minute, hour, day] = values;
  if (values.length !== 3 || minute === undefined || hour === undefined || day === undefined) return invalid('expected three cron schedule fields');
  if (!/^\d{1,9}$/.test(minute)) return invalid('Invalid value for minutes. Must be an integer.');
  if (Number(minute) > 59) return invalid('Invalid minutes. Must be between 0 and 59.');
  const validForm = [Number(minute), hour, day].join(' ');
  const problem = problemOf(hour, hours) ?? problemOf(day, days) ?? cronerProblem(validForm);
  return problem === null ? { isValid: true, form: validForm } : invalid(`invalid crontab: ${problem}`);
}

/**
 * The first time after `afterMs` at which the schedule is due, in Unix milliseconds; null if the form is invalid.
 * @param timeZone null for the server's own
 */
export function nextRunMs(form: string, afterMs: number, timeZone: string | null): number | null {
  // An earlier version may have restored a form that Croner refuses. It must not stop the other schedules.
  if (cronerProblem(form) !== null) return null;
  return cronOf(form, timeZone).nextRun(new Date(afterMs))?.getTime() ?? null;
}

function cronOf(form: string, timeZone: string | null): Cron {
  const [minute, hour, day] = form.split(' ');
  return new Cron(`${minute} ${hour} * * ${day}`, { paused: true, mode: '5-part', ...(timeZone === null ? {} : { timezone: timeZone }) });
}

/** Croner's own rules are stricter: a step must not be above 24 for the hour, or 7 for the day of the week. */
function cronerProblem(form: string): string | null {
  try {
    cronOf(form, null);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function problemOf(value: string, field: Field): string | null {
  for (const part of value.split(',')) {
    const match = /^(\*|\w+(?:-\w+)?)(?:\/(\d{1,3}))?$/.exec(part);
    if (!match?.[1]) return `Invalid ${field.name} pattern: ${part || '(empty)'}.`;
    if (match[2] !== undefined && Number(match[2]) === 0) return `Invalid step of ${field.name}: 0.`;
    if (match[1] === '*') continue;
    const [from = '', to] = match[1].split('-');
    if (to === undefined && match[2] !== undefined) return `Invalid ${field.name} pattern: ${part}. A step must follow * or a range.`;
    const begin = numberOf(from, field);
    const end = to === undefined ? begin : numberOf(to, field);
    if (begin === null || end === null) return `Invalid ${field.name} literal: ${begin === null ? from : to}.`;
    if (begin > field.max) return `Invalid beginning range: ${begin} > ${field.max}.`;
    if (end > field.max) return `Invalid end range: ${end} > ${field.max}.`;
    if (end < begin) return `Invalid range: ${begin} > ${end}.`;
  }
  return null;
}

function numberOf(value: string, { min, valueNames }: Field): number | null {
  if (/^\d{1,3}$/.test(value)) return Number(value);
  const index = valueNames.indexOf(value);
  return index < 0 ? null : min + index;
}

function invalid(problem: string): CheckedForm {
  return { isValid: false, problem };
}
