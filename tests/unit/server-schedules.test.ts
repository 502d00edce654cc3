import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/transaction.ts';
import { checkCronForm } from '../../server/schedules/cron-form.ts';
import { describeSchedule } from '../../server/schedules/describe-schedule.ts';
import { createScheduler } from '../../server/schedules/scheduler.ts';
import { createSchedules } from '../../server/schedules/schedules.ts';
import { silentLog } from '../doubles/log.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Noon of a Monday. */
const noon = Date.UTC(2026, 1, 16, 12);

let database: Database;
let startedTasks: string[];
beforeEach(() => {
  vi.useFakeTimers({ now: noon, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  database = openDatabase(':memory:');
  database.exec('DELETE FROM schedule');
  startedTasks = [];
});
afterEach(() => {
  vi.useRealTimers();
  database.close();
});

test('a schedule starts its task every time it is due, and at no other time', () => {
  const { schedules, scheduler } = aProcess();
  schedules.save('update_subscribed', '30 8,20 *', {});
  scheduler.start();
  vi.advanceTimersByTime(8 * hourMs);
  expect(startedTasks).toEqual([]);
  vi.advanceTimersByTime(hourMs);
  expect(startedTasks).toEqual(['update_subscribed 2026-02-16T20:30']);
  vi.advanceTimersByTime(dayMs);
  expect(startedTasks.slice(1)).toEqual(['update_subscribed 2026-02-17T08:30', 'update_subscribed 2026-02-17T20:30']);
  scheduler.stop();
  vi.advanceTimersByTime(dayMs);
  expect(startedTasks).toHaveLength(3);
});

test('a task that was due while the server was down is started once at the next start, and then at its usual times', () => {
  const firstProcess = aProcess();
  firstProcess.schedules.save('update_subscribed', '0 8 *', {});
  vi.setSystemTime(noon + 3 * dayMs);
  const secondProcess = aProcess();
  secondProcess.scheduler.start();
  expect(startedTasks).toEqual(['update_subscribed 2026-02-19T12:00']);
  expect(secondProcess.schedules.find('update_subscribed')).toMatchObject({ lastRunMs: noon + 3 * dayMs, nextRunMs: Date.UTC(2026, 1, 20, 8) });
  aProcess().scheduler.start();
  expect(startedTasks).toHaveLength(1);
});

test('after a clock that was ahead is corrected, schedules run at their usual hours again, even if a run was due right after the correction', () => {
  vi.setSystemTime(Date.UTC(2036, 0, 1, 12));
  aProcess().schedules.save('update_subscribed', '0 8,20 *', {});
  aProcess().schedules.save('version_check', '5 12 *', {});
  vi.setSystemTime(noon);
  const { schedules, scheduler } = aProcess();
  expect(schedules.find('update_subscribed')).toMatchObject({ nextRunMs: noon + 8 * hourMs });
  scheduler.start();
  vi.advanceTimersByTime(hourMs);
  expect(startedTasks).toEqual(['version_check 2026-02-16T12:10']);
  expect(schedules.find('update_subscribed')?.lastRunMs).toBeLessThan(noon + hourMs);
  // A restart does not lose the run that was due while the server was down.
  scheduler.stop();
  vi.setSystemTime(noon + 9 * hourMs);
  aProcess().scheduler.start();
  expect(startedTasks.slice(1)).toEqual(['update_subscribed 2026-02-16T21:00']);
});

test('a clock that is behind for the first minutes after each start does not repeat runs', () => {
  const firstProcess = aProcess();
  firstProcess.schedules.save('update_subscribed', '0 8 *', {});
  vi.setSystemTime(0);
  const secondProcess = aProcess();
  secondProcess.scheduler.start();
  vi.advanceTimersByTime(5 * 60_000);
  vi.setSystemTime(noon + hourMs);
  vi.advanceTimersByTime(hourMs);
  expect(startedTasks).toEqual([]);
  vi.advanceTimersByTime(dayMs);
  expect(startedTasks).toEqual(['update_subscribed 2026-02-17T08:00']);
});

test('saving a schedule counts as a run and keeps the config if none is sent; deleting the schedule removes its config', () => {
  const { schedules } = aProcess();
  schedules.save('check_reindex', '0 12 *', { days: 30 });
  expect(schedules.save('check_reindex', null, {})).toMatchObject({ form: '0 12 *', config: { days: 30 }, lastRunMs: noon, nextRunMs: noon + dayMs });
  expect(schedules.save('version_check', null, {})).toBeNull();
  expect([schedules.remove('check_reindex'), schedules.remove('check_reindex')]).toEqual([true, false]);
  expect(schedules.save('check_reindex', '0 12 *', {})).toMatchObject({ config: {} });
});

test('a task unknown to this server does not stop the scheduler', () => {
  const { schedules, scheduler } = aProcess();
  schedules.save('not_here', '0 13 *', {});
  schedules.save('update_subscribed', '0 13 *', {});
  scheduler.start();
  vi.advanceTimersByTime(hourMs);
  expect(startedTasks).toEqual(['update_subscribed 2026-02-16T13:00']);
});

test('a schedule that is stored with an invalid form is never due, and does not stop the others', () => {
  const { schedules, scheduler } = aProcess();
  schedules.save('version_check', '0 13 *', {});
  schedules.save('update_subscribed', '0 13 *', {});
  database.exec("UPDATE schedule SET form = '0 */30 *' WHERE task_name = 'version_check'");
  scheduler.start();
  vi.advanceTimersByTime(dayMs);
  expect(startedTasks).toEqual(['update_subscribed 2026-02-16T13:00']);
  expect(schedules.list().map(({ taskName, nextRunMs }) => [taskName, nextRunMs])).toEqual([
    ['update_subscribed', Date.UTC(2026, 1, 17, 13)],
    ['version_check', null],
  ]);
});

test('a new archive refreshes, checks its pictures and looks for new versions automatically', () => {
  const newDatabase = openDatabase(':memory:');
  expect(
    createSchedules(newDatabase, { timeZone: 'UTC' })
      .list()
      .map(({ taskName, form, lastRunMs }) => [taskName, form, lastRunMs]),
  ).toEqual([
    ['check_reindex', '0 12 *', null],
    ['thumbnail_check', '0 17 *', null],
    ['version_check', '0 11 *', null],
  ]);
  newDatabase.close();
});

test.each([
  ['0 8 *', '0 8 *'],
  ['  5   */2  1-5 ', '5 */2 1-5'],
  ['59 0-23/3 SUN,6', '59 0-23/3 sun,6'],
  ['07 1,2,13 mon-fri', '7 1,2,13 mon-fri'],
])('%s is accepted as %s', (typedForm, form) => {
  expect(checkCronForm(typedForm)).toEqual({ isValid: true, form });
});

test.each([
  ['', 'expected three cron schedule fields'],
  ['0 8', 'expected three cron schedule fields'],
  ['0 8 * * *', 'expected three cron schedule fields'],
  ['*/5 8 *', 'Invalid value for minutes. Must be an integer.'],
  ['1.5 8 *', 'Invalid value for minutes. Must be an integer.'],
  ['-1 8 *', 'Invalid value for minutes. Must be an integer.'],
  ['0,30 8 *', 'Invalid value for minutes. Must be an integer.'],
  ['60 8 *', 'Invalid minutes. Must be between 0 and 59.'],
  ['0 8-25 *', 'invalid crontab: Invalid end range: 25 > 23.'],
  ['0 24 *', 'invalid crontab: Invalid beginning range: 24 > 23.'],
  ['0 9-3 *', 'invalid crontab: Invalid range: 9 > 3.'],
  ['0 */0 *', 'invalid crontab: Invalid step of hour: 0.'],
  ['0 8 8', 'invalid crontab: Invalid beginning range: 8 > 7.'],
  ['0 8 noday', 'invalid crontab: Invalid day of the week literal: noday.'],
  ['0 8, *', 'invalid crontab: Invalid hour pattern: (empty).'],
  ['0 8 1#2', 'invalid crontab: Invalid day of the week pattern: 1#2.'],
  ['0 5/2 *', 'invalid crontab: Invalid hour pattern: 5/2. A step must follow * or a range.'],
  ['0 */25 *', expect.stringMatching(/^invalid crontab: .*steps cannot be greater/)],
  ['0 8 1-5/8', expect.stringMatching(/^invalid crontab: .*steps cannot be greater/)],
])('%s is refused: %s', (typedForm, problem) => {
  expect(checkCronForm(typedForm)).toEqual({ isValid: false, problem });
});

test.each([
  ['0 12 *', 'At 12:00 PM UTC'],
  ['30 8 1-5', 'At 08:30 AM, Monday through Friday UTC'],
  ['0 18 0', 'At 06:00 PM, only on Sunday UTC'],
  ['15 */4 *', 'At 15 minutes past the hour, every 4 hours UTC'],
  ['1 * 0,6', 'At 1 minute past the hour, only on Sunday and Saturday UTC'],
  ['0 8-17 7', 'At 0 minutes past the hour, between 08:00 AM and 05:59 PM, only on Sunday UTC'],
  ['5 0,12 *', 'At 12:05 AM and 12:05 PM UTC'],
])('%s is shown as %s', (form, text) => {
  expect(describeSchedule(form, 'UTC')).toBe(text);
});

function aProcess() {
  const schedules = createSchedules(database, { timeZone: 'UTC' });
  const tasks = {
    kind: (name: string) => (name === 'not_here' ? null : ({ name } as never)),
    start: (name: string) => {
      startedTasks.push(`${name} ${new Date().toISOString().slice(0, 16)}`);
      return name;
    },
  };
  const scheduler = createScheduler({ database, schedules, tasks, log: silentLog });
  return { schedules, scheduler };
}
