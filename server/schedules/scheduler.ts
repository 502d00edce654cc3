// Starts tasks when their schedules are due. Checks the rows once a minute instead of keeping a timer for each, so a changed schedule, an
// adjusted clock and a computer that slept need no special case. A run is the row of a task, written in one transaction with the schedule's
// last run. After a crash, it has started either not at all or once.
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
 * A schedule stored in the future is corrected only after this many minutes. A computer without a battery for its clock starts in the past
 * until the network sets the clock. An immediate correction would repeat every run at every start.
 */
const minutesUntilCorrected = 10;

export function createScheduler({ database, schedules, tasks, log, now = Date.now }: SchedulerOptions): Scheduler {
  let timer: NodeJS.Timeout | null = null;
  /** Consecutive checks that found a schedule stored in the future. */
  let checksAhead = 0;

  function runDue(): void {
    // The next check is at the full minute, when schedules are due.
    timer = setTimeout(runDue, minuteMs - (now() % minuteMs));
    timer.unref();
    try {
      correctAhead();
      // However many runs were missed while the server was down, the task is started once.
      for (const { taskName } of schedules.due()) startOne(taskName);
    } catch (error) {
      log.error(`The schedules could not be checked: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  function correctAhead(): void {
    const skewMs = minutesUntilCorrected * minuteMs;
    checksAhead = schedules.isAnyAhead(skewMs) ? checksAhead + 1 : 0;
    if (checksAhead > minutesUntilCorrected) schedules.correctAhead(skewMs);
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
