// Starts tasks when their schedules are due. Checks the rows once a minute instead of keeping a timer for each, so a changed schedule, an
// adjusted clock and a computer that slept need no special case. The row of the started task is written in one transaction with the
// schedule's last run, so even after a crash a task has started either once or not at all.
import { inTransaction, type Database } from '../database/transaction.ts';
import type { Log } from '../log/log.ts';
import type { Tasks } from '../tasks/tasks.ts';
import type { Schedules } from './schedules.ts';

export interface Scheduler {
  start(): void;
  stop(): void;
}

export interface SchedulerOptions {
  database: Database;
  schedules: Schedules;
  tasks: Pick<Tasks, 'start' | 'kind'>;
  log: Log;
  now?: () => number;
}

const minuteMs = 60_000;
/**
 * A schedule whose last run is in the future is corrected only after this many minutes. The clock of a computer without a clock battery is
 * in the past at each start, until the network sets it. An immediate correction would repeat every run at every start.
 */
const minutesUntilCorrected = 10;

export function createScheduler({ database, schedules, tasks, log, now = Date.now }: SchedulerOptions): Scheduler {
  let timer: NodeJS.Timeout | null = null;
  /** How many checks in a row have found a schedule whose last run is in the future. */
  let checksAhead = 0;

  function runDue(): void {
    // The next check is at the full minute, when schedules are due.
    timer = setTimeout(runDue, minuteMs - (now() % minuteMs));
    timer.unref();
    try {
      correctFutureRuns();
      // However many runs were missed while the server was down, the task is started once.
      for (const { taskName } of schedules.due()) startOne(taskName);
    } catch (error) {
      log.error(`The schedules could not be checked: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  function correctFutureRuns(): void {
    const skewMs = minutesUntilCorrected * minuteMs;
    checksAhead = schedules.isAnyInFuture(skewMs) ? checksAhead + 1 : 0;
    if (checksAhead > minutesUntilCorrected) schedules.correctFutureRuns(skewMs);
  }

  function startOne(taskName: string): void {
    inTransaction(database, () => {
      schedules.markRun(taskName);
      if (tasks.kind(taskName)) tasks.start(taskName, {});
    });
  }

  return {
    start: runDue,
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
