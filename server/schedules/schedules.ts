// Stores schedules as rows. Called by the API's handlers, by the scheduler, and by tasks that read their config. Every change is one
// transaction. The time from which the next run is computed is stored, so that a restart neither skips nor repeats a run.
import { inTransaction, type Database } from '../database/transaction.ts';
import { nextRunMs } from './cron-form.ts';
import { describeSchedule } from './describe-schedule.ts';

/** Contract Schedule.config: `days` of check_reindex, `rotate` of run_backup. */
export interface ScheduleConfig {
  days?: number;
  rotate?: number;
}

export interface Schedule {
  taskName: string;
  /** `minute hour day-of-week` */
  form: string;
  description: string;
  config: ScheduleConfig;
  lastRunMs: number | null;
  /** Null if the schedule is never due. */
  nextRunMs: number | null;
}

/** The forms that replace `auto` (docs/behaviour.md, Schedules). */
export const autoForms: Readonly<Record<string, string>> = {
  update_subscribed: '0 8 *',
  download_pending: '0 16 *',
  check_reindex: '0 12 *',
  thumbnail_check: '0 17 *',
  run_backup: '0 18 0',
  version_check: '0 11 *',
};

/** The key of a task's config. A task that is not listed has no config. */
export const configKeys: Readonly<Record<string, keyof ScheduleConfig>> = { check_reindex: 'days', run_backup: 'rotate' };

export interface SchedulesOptions {
  now?: () => number;
  /** Null for the server's own time zone. */
  timeZone?: string | null;
}

export function createSchedules(database: Database, { now = Date.now, timeZone = null }: SchedulesOptions = {}) {
  const selectAll = database.prepare('SELECT * FROM schedule ORDER BY task_name');
  const selectByName = database.prepare('SELECT * FROM schedule WHERE task_name = ?');
  const put = database.prepare(`
    INSERT INTO schedule (task_name, form, config, last_run_ms, counted_from_ms) VALUES (?1, ?2, ?3, ?4, ?4)
    ON CONFLICT (task_name) DO UPDATE SET form = excluded.form, config = excluded.config, last_run_ms = excluded.last_run_ms,
      counted_from_ms = excluded.counted_from_ms`);
  const remove = database.prepare('DELETE FROM schedule WHERE task_name = ?');
  const setLastRun = database.prepare('UPDATE schedule SET last_run_ms = ?2, counted_from_ms = ?2 WHERE task_name = ?1');
  const selectInFuture = database.prepare('SELECT 1 FROM schedule WHERE counted_from_ms > ?');
  const correct = database.prepare('UPDATE schedule SET last_run_ms = min(last_run_ms, ?1), counted_from_ms = ?1 - ?2 WHERE counted_from_ms > ?1 + ?2');
  const zoneName = timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;

  function toSchedule(row: Record<string, unknown>): Schedule {
    const form = row['form'] as string;
    return {
      taskName: row['task_name'] as string,
      form,
      description: describeSchedule(form, zoneName),
      config: JSON.parse(row['config'] as string) as ScheduleConfig,
      lastRunMs: row['last_run_ms'] as number | null,
      nextRunMs: nextRunMs(form, Math.min(row['counted_from_ms'] as number, now()), timeZone),
    };
  }

  function find(taskName: string): Schedule | null {
    const row = selectByName.get(taskName) as Record<string, unknown> | undefined;
    return row ? toSchedule(row) : null;
  }

  return {
    list: (): Schedule[] => (selectAll.all() as Record<string, unknown>[]).map(toSchedule),
    find,
    /**
     * Saving counts as a run, so the next run is computed from now. Returns null if no form was ever given.
     * @param form valid, or null to keep the stored one
     * @param config merged into the stored one
     */
    save: (taskName: string, form: string | null, config: ScheduleConfig): Schedule | null =>
      inTransaction(database, () => {
        const existingSchedule = find(taskName);
        const newForm = form ?? existingSchedule?.form;
        if (newForm !== undefined) put.run(taskName, newForm, JSON.stringify({ ...existingSchedule?.config, ...config }), now());
        return find(taskName);
      }),
    /** Deletes a schedule with its config. Returns false if there was none. */
    remove: (taskName: string): boolean => Number(remove.run(taskName).changes) > 0,
    due: (): Schedule[] => (selectAll.all() as Record<string, unknown>[]).map(toSchedule).filter((each) => each.nextRunMs !== null && each.nextRunMs <= now()),
    /** Whether the last run of a schedule is more than `skewMs` in the future, because the clock was ahead then or is behind now. */
    isAnyInFuture: (skewMs: number): boolean => selectInFuture.get(now() + skewMs) !== undefined,
    /** Corrects the schedules that `isAnyInFuture` finds. Their next run is computed from `skewMs` before now. */
    correctFutureRuns: (skewMs: number): void => void correct.run(now(), skewMs),
    markRun: (taskName: string): void => void setLastRun.run(taskName, now()),
  };
}

export type Schedules = ReturnType<typeof createSchedules>;
