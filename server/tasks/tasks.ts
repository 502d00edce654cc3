// Runs background tasks, and keeps their notifications and results. A task is a row until it has ended. The row is written in the
// transaction of the call that starts the task. If the server crashes before that transaction is committed, nothing is left of the task. If
// it crashes later, its next start runs the task again.
import { randomUUID } from 'node:crypto';
import { retryWrite } from '../database/retry-write.ts';
import { inTransaction, type Database } from '../database/transaction.ts';
import { writeProblem } from '../database/write-problem.ts';
import type { Log } from '../log/log.ts';
import { createTaskHistory } from './history.ts';
import { createTaskRuns, type TaskRun } from './task-runs.ts';

export interface TaskKind {
  /** The name that clients use: check_reindex, subscribe_to … */
  name: string;
  title: string;
  /** `area:action` */
  group: string;
  /**
   * Whether clients may start a task of this kind by its name alone, without input. A second start of such a kind while one runs or waits
   * ends immediately with a message (see `hasWorkFor`); starts of other kinds are queued.
   */
  canStartByName: boolean;
  canStop: boolean;
  /**
   * Whether a task is restarted however often the server crashed. Set for tasks whose queue is stored elsewhere, and whose work is done by
   * separate programs.
   */
  isAlwaysResumed?: boolean;
  /** Whether a start that was refused because another task was running still has work when that task has ended. Default: never. */
  hasWorkFor?(input: unknown): boolean;
  /** Returns the last lines. A thrown error ends the task as failed, with its message. */
  run(input: unknown, work: TaskWork): Promise<TaskEnd> | TaskEnd;
}

export interface TaskWork {
  /** Replaces the task's lines; `progress` from 0 to 1, 0 for unknown. */
  update(lines: string[], progress?: number): void;
  /** Replaces the stored input. If the server is killed or stopped, the next run of this task gets it. */
  checkpoint(input: unknown): void;
  /** Aborted by the stop command and by server shutdown. */
  signal: AbortSignal;
  /** Aborted only by server shutdown, for work that may finish after the stop command. */
  shutdownSignal: AbortSignal;
}

export interface TaskEnd {
  level: 'info' | 'error';
  lines: string[];
}

export interface Notification {
  id: string;
  title: string;
  group: string;
  canStart: boolean;
  canStop: boolean;
  level: 'info' | 'error';
  lines: string[];
  /** Null in the first and in the last message. */
  progress: number | null;
  /** Absent until the task has started its work. */
  command?: 'STOP' | null;
}

export type StopOutcome = 'sent' | 'cannot-be-stopped' | 'unknown';

export interface Tasks {
  /** Starts a task and returns its id. The task's row is written in the caller's transaction. */
  start(name: string, input: unknown): string;
  notifications(): Notification[];
  /** Tasks, newest first: those that wait or run, then those that ended recently. */
  runs(): TaskRun[];
  /** The task with this id; null if there is none, or if it ended more than 30 days ago. */
  run(taskId: string): TaskRun | null;
  stop(taskId: string): StopOutcome;
  /** Whether a task of this name is running or waiting. */
  isPending(name: string): boolean;
  /** The kind with this name; null if this server has no such task. */
  kind(name: string): TaskKind | null;
  /** Runs the tasks that an earlier process did not finish. */
  resume(): void;
  /** Ends running tasks; their rows stay for the next start. */
  close(): Promise<void>;
}

/** How long the last message stays. */
const visibleMs = { info: 5_000, error: 20_000 };
const defaultWriteRetryMs = 5_000;
/** Shorter than the time after which a shutdown ends the process (server/start/shut-down.ts). */
const maxCloseWaitMs = 1_000;
const closeRetryMs = 50;

const waitTexts = {
  busy: 'another program is writing to the database. The task continues after that.',
  full: 'the disk is full. The task continues when there is space.',
};
/** A task that crashed the server this often is not restarted. */
const maxStarts = 3;

interface ShownTask {
  kind: TaskKind;
  notification: Notification;
  stopController: AbortController;
  /** When the notification disappears; null while the task runs. */
  expiresAtMs: number | null;
}

export interface TasksOptions {
  log: Log;
  /** Called with the last lines of each task. */
  onEnd?: (kind: TaskKind, end: TaskEnd) => void;
  now?: () => number;
  /** How often to try again to write a task's row. */
  writeRetryMs?: number;
}

export function createTasks(database: Database, kinds: TaskKind[], { log, onEnd, now = Date.now, writeRetryMs = defaultWriteRetryMs }: TasksOptions): Tasks {
  const kindByName = new Map(kinds.map((kind) => [kind.name, kind]));
  const insert = database.prepare('INSERT INTO task (id, name, input, added_at) VALUES (?, ?, ?, ?)');
  const selectPending = database.prepare('SELECT 1 FROM task WHERE name = ?');
  const selectNext = database.prepare('SELECT id, input, starts FROM task WHERE name = ? ORDER BY rowid LIMIT 1');
  const countStart = database.prepare('UPDATE task SET starts = starts + 1, begun_at = ? WHERE id = ?');
  const uncountStart = database.prepare('UPDATE task SET starts = starts - 1, begun_at = NULL WHERE id = ?');
  const selectInterrupted = database.prepare('SELECT id, name, starts, begun_at AS begunAt FROM task WHERE begun_at IS NOT NULL ORDER BY rowid');
  const clearStart = database.prepare('UPDATE task SET begun_at = NULL WHERE id = ?');
  const history = createTaskHistory(database);
  const remove = database.prepare('DELETE FROM task WHERE id = ?');
  const setInput = database.prepare('UPDATE task SET input = ? WHERE id = ?');
  const runs = createTaskRuns(database, history);
  const shownTasks = new Map<string, ShownTask>();
  const drainsByKind = new Map<string, Promise<void>>();
  /** Errors that prevent the rows of a kind from being run. Each is logged once, however often the rows are tried again. */
  const lastDrainErrors = new Map<string, string>();
  /**
   * Tasks whose work has ended, but whose rows are not yet removed. Such a task is not run again; its row is removed later. The value is
   * the task's entry for the history, or null if that entry cannot be stored.
   */
  const endedTasks = new Map<string, Parameters<typeof history.add>[0] | null>();
  /** Inputs of starts that were refused while a task of their kind was waiting or running. */
  const refusedInputs = new Map<string, unknown[]>();
  const shutdown = new AbortController();
  let isClosing = false;
  const isRunning = (id: string): boolean => shownTasks.get(id)?.expiresAtMs === null;
  const seconds = (): number => Math.floor(now() / 1000);

  /** Runs the rows of one name, one after another, until there are none. */
  function drain(kind: TaskKind): void {
    if (isClosing || drainsByKind.has(kind.name)) return;
    const draining = (async () => {
      // The caller's transaction, which wrote the row, ends first. If it is rolled back, there is no row to run.
      await new Promise((resolve) => setImmediate(resolve));
      for (let row = await takeNext(kind); row; row = await takeNext(kind)) {
        await runOne(kind, row.id, row.input);
        await followUp(kind);
      }
    })();
    drainsByKind.set(kind.name, draining);
    draining.then(
      () => lastDrainErrors.delete(kind.name),
      (error: unknown) => {
        drainsByKind.delete(kind.name);
        const message = messageOf(error);
        if (lastDrainErrors.get(kind.name) !== message) log.error(`Task ${kind.name} could not be run: ${message}`);
        lastDrainErrors.set(kind.name, message);
        // A timer is needed, because these rows count as pending, and most automatic starts do nothing while a row is pending (`isPending`).
        setTimeout(() => drain(kind), writeRetryMs).unref();
      },
    );
  }

  /**
   * Starts the kind again if a start that was refused during the last run still has work. The last run's selection may have been narrower,
   * or the run may already have made its last check.
   */
  async function followUp(kind: TaskKind): Promise<void> {
    const inputs = refusedInputs.get(kind.name) ?? [];
    refusedInputs.delete(kind.name);
    if (isClosing || selectPending.get(kind.name)) return;
    const input = inputs.find((each) => kind.hasWorkFor?.(each));
    if (input !== undefined) await writeRow(kind, () => insert.run(randomUUID(), kind.name, JSON.stringify(input), seconds()));
  }

  function removeEnded(id: string): void {
    const ended = endedTasks.get(id);
    try {
      if (ended) history.add(ended);
    } catch (error) {
      // The tasks after this one must not wait for a row that cannot be written.
      if (writeProblem(error) === null) endedTasks.set(id, null);
      throw error;
    }
    remove.run(id);
  }

  function take(kind: TaskKind): { id: string; input: unknown } | null {
    return inTransaction(database, () => {
      for (;;) {
        const row = selectNext.get(kind.name) as { id: string; input: string; starts: number } | undefined;
        if (!row) return null;
        if (endedTasks.has(row.id)) {
          removeEnded(row.id);
          continue;
        }
        if (row.starts < maxStarts || kind.isAlwaysResumed === true) {
          countStart.run(seconds(), row.id);
          return { id: row.id, input: JSON.parse(row.input) as unknown };
        }
        log.error(`Task ${kind.name} was started ${maxStarts} times and never ended. It is not started again.`);
        remove.run(row.id);
      }
    });
  }

  async function takeNext(kind: TaskKind) {
    if (isClosing) return null;
    return await writeRow(kind, () => {
      const row = take(kind);
      // The drain is deleted in the same step, because a row written before the promise settles would never run.
      if (row === null) drainsByKind.delete(kind.name);
      return row;
    });
  }

  /** Writes a row, and logs once why the write waits. Resolves to null if the server stops before the row is written. */
  function writeRow<Value>({ name }: TaskKind, write: () => Value): Promise<Value | null> {
    let isLogged = false;
    return retryWrite(write, {
      signal: shutdown.signal,
      retryMs: writeRetryMs,
      onWait(reason) {
        if (!isLogged) log.warn(`Task ${name}: ${waitTexts[reason]}`);
        isLogged = true;
      },
    });
  }

  /** Like `writeRow`, but for a moment only, because the process is about to end. */
  async function writeBeforeExit(write: () => unknown): Promise<void> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), maxCloseWaitMs);
    try {
      await retryWrite(write, { signal: deadline.signal, retryMs: Math.min(writeRetryMs, closeRetryMs), onWait: () => undefined });
    } finally {
      clearTimeout(timer);
    }
  }

  async function runOne(kind: TaskKind, id: string, input: unknown): Promise<void> {
    const startedAt = seconds();
    const stopController = new AbortController();
    const shownTask: ShownTask = { kind, notification: firstNotification(kind, id), stopController, expiresAtMs: null };
    shownTasks.set(id, shownTask);
    const update = (lines: string[], progress = 0): void => {
      shownTask.notification = { command: null, ...shownTask.notification, lines, progress: Math.min(1, Math.max(0, progress)) };
    };
    const checkpoint = (newInput: unknown): void => void setInput.run(JSON.stringify(newInput), id);
    const end = await runToEnd(() => kind.run(input, { update, checkpoint, signal: stopController.signal, shutdownSignal: shutdown.signal }));
    // The shutdown ended the task, so this start does not count towards `maxStarts`.
    if (isClosing) return await writeBeforeExit(() => uncountStart.run(id));
    const outcome = end.level === 'error' ? 'failed' : 'done';
    shownTask.notification = { command: null, ...shownTask.notification, level: end.level, lines: end.lines, progress: null };
    shownTask.expiresAtMs = now() + visibleMs[end.level];
    runs.end({ id, name: kind.name, ...end, endedAtMs: now() });
    if (end.level === 'error') log.error(`${kind.title}: ${end.lines.join(' ')}`);
    const ended = { ...kind, taskId: id, outcome, startedAt, endedAt: seconds(), lines: end.lines } as const;
    endedTasks.set(id, ended);
    try {
      onEnd?.(kind, end);
    } catch (error) {
      log.error(`${kind.title}: its end could not be reported: ${messageOf(error)}`);
    }
    await writeRow(kind, () =>
      inTransaction(database, () => {
        history.add(ended);
        remove.run(id);
      }),
    );
    endedTasks.delete(id);
  }

  /** Reports tasks that were running when the previous process was killed. */
  function reportKilled(): void {
    for (const { id, name, starts, begunAt } of selectInterrupted.all() as unknown as { id: string; name: string; starts: number; begunAt: number }[]) {
      const kind = kindByName.get(name);
      const title = kind?.title ?? name;
      const isRestarted = kind !== undefined && (starts < maxStarts || kind.isAlwaysResumed === true);
      const lines = [
        'The server was killed while this task was running.',
        isRestarted ? 'The task is started again.' : `The task was started ${starts} times and is not started again.`,
      ];
      log.warn(`${title}: ${lines.join(' ')}`);
      inTransaction(database, () => {
        history.add({ taskId: id, name, title, outcome: 'killed', startedAt: begunAt, endedAt: seconds(), lines });
        clearStart.run(id);
      });
    }
  }

  function showRefused(kind: TaskKind, id: string): void {
    const lines = [`${kind.title} is running already.`];
    const notification: Notification = { ...firstNotification(kind, id), command: null, lines };
    shownTasks.set(id, { kind, notification, stopController: new AbortController(), expiresAtMs: now() + visibleMs.info });
    runs.end({ id, name: kind.name, level: 'info', lines, endedAtMs: now() });
  }

  return {
    start(name, input) {
      const kind = kindByName.get(name);
      if (!kind) throw new Error(`there is no task ${name}`);
      const id = randomUUID();
      if (kind.canStartByName && selectPending.get(name)) {
        // Resumes tasks of this kind that still wait because an earlier drain ended with an error.
        drain(kind);
        if (kind.hasWorkFor) refusedInputs.set(name, [...(refusedInputs.get(name) ?? []), input]);
        showRefused(kind, id);
        return id;
      }
      insert.run(id, name, JSON.stringify(input), seconds());
      drain(kind);
      return id;
    },
    notifications() {
      // A notification is also over if it would stay longer than the maximum, as it would if the clock was set back after its task's end.
      const isOver = (expiresAtMs: number): boolean => expiresAtMs <= now() || expiresAtMs > now() + visibleMs.error;
      for (const [id, { expiresAtMs }] of shownTasks) if (expiresAtMs !== null && isOver(expiresAtMs)) shownTasks.delete(id);
      return [...shownTasks.values()].map((shownTask) => shownTask.notification);
    },
    runs: () => runs.list(isRunning),
    run: (taskId) => runs.find(taskId, isRunning),
    stop(taskId) {
      const shownTask = shownTasks.get(taskId);
      if (!shownTask) return 'unknown';
      if (!shownTask.kind.canStop) return 'cannot-be-stopped';
      // Stopping a task that has ended, or was refused, must not drop the refused starts of its kind.
      if (shownTask.expiresAtMs !== null) return 'sent';
      shownTask.stopController.abort();
      refusedInputs.delete(shownTask.kind.name);
      shownTask.notification = { ...shownTask.notification, command: 'STOP' };
      return 'sent';
    },
    isPending: (name) => selectPending.get(name) !== undefined,
    kind: (name) => kindByName.get(name) ?? null,
    resume() {
      try {
        history.prune(seconds());
        reportKilled();
      } catch (error) {
        // A full disk or another program that writes must not prevent the start. The log has the warnings.
        if (writeProblem(error) === null) throw error;
      }
      kinds.forEach(drain);
    },
    async close() {
      isClosing = true;
      shutdown.abort();
      for (const shownTask of shownTasks.values()) shownTask.stopController.abort();
      await Promise.allSettled(drainsByKind.values());
    },
  };
}

function firstNotification({ title, group, canStartByName: canStart, canStop }: TaskKind, id: string): Notification {
  return { id, title, group, canStart, canStop, level: 'info', lines: [title], progress: null };
}

async function runToEnd(run: () => Promise<TaskEnd> | TaskEnd): Promise<TaskEnd> {
  try {
    return await run();
  } catch (error) {
    const reason = writeProblem(error);
    return { level: 'error', lines: [reason === null ? messageOf(error) : `${reason} The rest was not done.`] };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}
