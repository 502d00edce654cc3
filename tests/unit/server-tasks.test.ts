import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../server/database/open-database.ts';
import { inTransaction, type Database } from '../../server/database/transaction.ts';
import { createTaskHistory } from '../../server/tasks/history.ts';
import { createTasks, type TaskEnd, type TaskKind, type TaskWork } from '../../server/tasks/tasks.ts';
import { logInto } from '../doubles/log.ts';

let database: Database;
let nowMs: number;
let logLines: string[];
beforeEach(() => {
  database = openDatabase(':memory:');
  nowMs = 1_000_000;
  logLines = [];
});
afterEach(() => database.close());

test('a task is reported from its first line to its last, and disappears 5 s after success', async () => {
  const { kind, runs } = aKind({});
  const tasks = createTasksOf(kind);
  const id = tasks.start('slow', { of: 1 });
  expect(tasks.notifications()).toEqual([]);
  await waitUntil(() => runs.length === 1);
  expect(tasks.notifications()).toMatchObject([{ id, lines: ['Slow work'], progress: null }]);
  expect(tasks.notifications()[0]).not.toHaveProperty('command');
  runs[0]?.work.update(['half'], 0.5);
  expect(tasks.notifications()).toMatchObject([{ lines: ['half'], progress: 0.5, command: null }]);
  runs[0]?.end({ level: 'info', lines: ['done'] });
  await waitUntil(() => rowCount() === 0);
  expect(tasks.notifications()).toMatchObject([{ lines: ['done'], progress: null, level: 'info' }]);
  nowMs += 5_000;
  expect(tasks.notifications()).toEqual([]);
});

test('the last message of a task disappears although the clock was set back', async () => {
  const { kind, runs } = aKind({});
  const tasks = createTasksOf(kind);
  tasks.start('slow', 1);
  await waitUntil(() => runs.length === 1);
  runs[0]?.end({ level: 'error', lines: ['done'] });
  await waitUntil(() => rowCount() === 0);
  expect(tasks.notifications()).toHaveLength(1);
  nowMs -= 3_600_000;
  expect(tasks.notifications()).toEqual([]);
});

test('a task that throws is shown as an error for 20 s, and the next task of that name runs', async () => {
  const { kind, runs } = aKind({});
  const tasks = createTasksOf(kind);
  tasks.start('slow', 1);
  tasks.start('slow', 2);
  await waitUntil(() => runs.length === 1);
  runs[0]?.fail(new Error('the disk is full'));
  await waitUntil(() => runs.length === 2);
  expect(runs[1]?.input).toBe(2);
  nowMs += 19_999;
  expect(tasks.notifications()[0]).toMatchObject({ level: 'error', lines: ['the disk is full'] });
  nowMs += 1;
  expect(tasks.notifications()).toHaveLength(1);
  expect(logLines).toEqual(['Slow work: the disk is full']);
});

test('a task started by a call that was rolled back never runs', async () => {
  const { kind, runs } = aKind({});
  const tasks = createTasksOf(kind);
  expect(() =>
    inTransaction(database, () => {
      tasks.start('slow', 1);
      throw new Error('refused after all');
    }),
  ).toThrow('refused after all');
  tasks.start('slow', 2);
  await waitUntil(() => runs.length === 1);
  expect(runs.map(({ input }) => input)).toEqual([2]);
});

test('the next process runs a task that the last process did not finish, and gives up the task after three crashes', async () => {
  const { kind, runs } = aKind({});
  createTasksOf(kind).start('slow', 'crashing');
  for (let start = 1; start <= 3; start += 1) {
    await waitUntil(() => runs.length === start);
    createTasksOf(kind).resume();
  }
  await waitUntil(() => rowCount() === 0);
  expect(runs.map(({ input }) => input)).toEqual(['crashing', 'crashing', 'crashing']);
  expect(logLines.join()).toMatch(/slow was started 3 times/);
});

test('a shutdown aborts the work and keeps its row, and does not count as a crash', async () => {
  const { kind, runs } = aKind({});
  const tasks = createTasksOf(kind);
  tasks.start('slow', 1);
  await waitUntil(() => runs.length === 1);
  const pendingClose = tasks.close();
  expect(runs[0]?.work.signal.aborted).toBe(true);
  runs[0]?.end({ level: 'info', lines: [] });
  await pendingClose;
  expect(database.prepare('SELECT starts FROM task').all()).toEqual([{ starts: 0 }]);
});

test('a shutdown while another program writes into the database does not count as a crash', async () => {
  const { kind, runs } = aKind({});
  const prepare = database.prepare.bind(database);
  vi.spyOn(database, 'prepare').mockImplementation((sql) => {
    const statement = prepare(sql);
    if (sql.includes('starts = starts - 1')) throwOnce(vi.spyOn(statement, 'run'), Object.assign(new Error('database is locked'), { errcode: 5 }));
    return statement;
  });
  const tasks = createTasksOf(kind);
  tasks.start('slow', 1);
  await waitUntil(() => runs.length === 1);
  const pendingClose = tasks.close();
  runs[0]?.end({ level: 'info', lines: [] });
  await pendingClose;
  expect(database.prepare('SELECT starts, begun_at AS begunAt FROM task').all()).toEqual([{ starts: 0, begunAt: null }]);
});

test('a task continues from its last checkpoint after a shutdown', async () => {
  const { kind, runs } = aKind({});
  const tasks = createTasksOf(kind);
  tasks.start('slow', { done: 0 });
  await waitUntil(() => runs.length === 1);
  runs[0]?.work.checkpoint({ done: 2 });
  const pendingClose = tasks.close();
  runs[0]?.end({ level: 'info', lines: [] });
  await pendingClose;
  createTasksOf(kind).resume();
  await waitUntil(() => runs.length === 2);
  expect(runs[1]?.input).toEqual({ done: 2 });
});

test('a second start by name during a run is refused with a message, and a start after the run is accepted', async () => {
  const { kind, runs } = aKind({ canStartByName: true });
  const tasks = createTasksOf(kind);
  const firstId = tasks.start('slow', 1);
  const secondId = tasks.start('slow', 2);
  await waitUntil(() => runs.length === 1);
  expect(tasks.notifications().find(({ id }) => id === secondId)).toMatchObject({ level: 'info', lines: ['Slow work is running already.'], progress: null });
  nowMs += 5_000;
  expect(tasks.notifications().map(({ id }) => id)).toEqual([firstId]);
  runs[0]?.end({ level: 'info', lines: [] });
  await waitUntil(() => rowCount() === 0);
  tasks.start('slow', 3);
  await waitUntil(() => runs.length === 2);
  expect(runs.map(({ input }) => input)).toEqual([1, 3]);
});

test('a start that was refused during a run takes effect after the run if work is left for it, but not if the run was stopped', async () => {
  const remainingInputs = new Set([2, 3]);
  const { kind, runs } = aKind({ canStartByName: true, canStop: true, hasWorkFor: (input) => remainingInputs.has(input as number) });
  const tasks = createTasksOf(kind);
  const endRun = async (index: number): Promise<void> => {
    await waitUntil(() => runs.length === index + 1);
    runs[index]?.end({ level: 'info', lines: [] });
  };
  tasks.start('slow', 1);
  await waitUntil(() => runs.length === 1);
  for (const input of [4, 2, 3]) tasks.start('slow', input);
  await endRun(0);
  await endRun(1);
  await waitUntil(() => rowCount() === 0);
  expect(runs.map(({ input }) => input)).toEqual([1, 2]);

  const stoppedId = tasks.start('slow', 5);
  await waitUntil(() => runs.length === 3);
  tasks.start('slow', 3);
  tasks.stop(stoppedId);
  await endRun(2);
  await waitUntil(() => rowCount() === 0);
  expect(runs).toHaveLength(3);
});

test('stopping a refused start, or a task that has just ended, changes nothing', async () => {
  const remainingInputs = new Set([2, 3]);
  const { kind, runs } = aKind({ canStartByName: true, canStop: true, hasWorkFor: (input) => remainingInputs.has(input as number) });
  const tasks = createTasksOf(kind);
  const endedId = tasks.start('slow', 1);
  await waitUntil(() => runs.length === 1);
  const refusedId = tasks.start('slow', 2);
  expect(tasks.stop(refusedId)).toBe('sent');
  expect(runs[0]?.work.signal.aborted).toBe(false);
  runs[0]?.end({ level: 'info', lines: [] });
  await waitUntil(() => runs.length === 2);

  tasks.start('slow', 3);
  expect(tasks.stop(endedId)).toBe('sent');
  runs[1]?.end({ level: 'info', lines: [] });
  await waitUntil(() => runs.length === 3);
  runs[2]?.end({ level: 'info', lines: [] });
  await waitUntil(() => rowCount() === 0);
  expect(runs.map(({ input }) => input)).toEqual([1, 2, 3]);
});

test.each([
  ['another program writes into the database', 5, 'Another program is writing to the database. The rest was not done.'],
  ['the disk is full', 13, 'The disk is full. The rest was not done.'],
])('a task that fails because %s says so', async (_why, errcode, line) => {
  const { kind, runs } = aKind({});
  const tasks = createTasksOf(kind);
  tasks.start('slow', 1);
  await waitUntil(() => runs.length === 1);
  runs[0]?.fail(Object.assign(new Error('refused by SQLite'), { errcode }));
  await waitUntil(() => rowCount() === 0);
  expect(tasks.notifications()).toMatchObject([{ level: 'error', lines: [line] }]);
});

test('a task waits while another program writes into the database', async () => {
  const { kind, runs } = aKind({ canStartByName: true });
  const tasks = createTasksOf(kind);
  failNextTransaction(Object.assign(new Error('database is locked'), { errcode: 5 }));
  tasks.start('slow', 1);
  await waitUntil(() => logLines.length > 0);
  expect(logLines).toEqual(['Task slow: another program is writing to the database. The task continues after that.']);
  await waitUntil(() => runs.length === 1);
  expect(runs[0]?.input).toBe(1);
});

test('a database error that prevents a task from being run is logged once, and the task is run automatically afterwards', async () => {
  const { kind, runs } = aKind({ canStartByName: true });
  const tasks = createTasksOf(kind);
  for (let count = 0; count < 2; count += 1) failNextTransaction(new Error('disk I/O error'));
  tasks.start('slow', 1);
  await waitUntil(() => logLines.length === 1);
  await waitUntil(() => runs.length === 1);
  expect([logLines, runs[0]?.input]).toEqual([['Task slow could not be run: disk I/O error'], 1]);
});

test('a task that has ended is not run again if its row cannot be removed because of an error of the database, and the next task runs', async () => {
  const { kind, runs } = aKind({ isAlwaysResumed: true });
  const tasks = createTasksOf(kind);
  tasks.start('slow', 1);
  await waitUntil(() => runs.length === 1);
  tasks.start('slow', 2);
  failNextTransaction(new Error('disk I/O error'));
  runs[0]?.end({ level: 'info', lines: ['first'] });
  await waitUntil(() => logLines.length === 1);
  await waitUntil(() => runs.length === 2);
  runs[1]?.end({ level: 'info', lines: ['second'] });
  await waitUntil(() => rowCount() === 0);
  expect([logLines, runs.map(({ input }) => input)]).toEqual([['Task slow could not be run: disk I/O error'], [1, 2]]);
  const storedRuns = createTaskHistory(database).list({ limit: 9 });
  expect(storedRuns.map(({ lines }) => lines)).toEqual([['second'], ['first']]);
});

test('a task that has ended does not stop the next task if its end can never be stored', async () => {
  const { kind, runs } = aKind({});
  const tasks = createTasksOf(kind);
  tasks.start('slow', 1);
  await waitUntil(() => runs.length === 1);
  tasks.start('slow', 2);
  database.exec("CREATE TRIGGER no_history BEFORE INSERT ON task_run BEGIN SELECT RAISE(ABORT, 'damaged'); END");
  runs[0]?.end({ level: 'info', lines: [] });
  await waitUntil(() => runs.length === 2);
  expect([logLines, runs.map(({ input }) => input)]).toEqual([['Task slow could not be run: damaged'], [1, 2]]);
});

test('a task whose end cannot be reported has ended, and is not run again', async () => {
  const { kind, runs } = aKind({ isAlwaysResumed: true });
  const onEnd = () => {
    throw new Error('no such table: task_notification');
  };
  const tasks = createTasks(database, [kind], { log: logInto(logLines), now: () => nowMs, writeRetryMs: 1, onEnd });
  tasks.start('slow', 1);
  await waitUntil(() => runs.length === 1);
  runs[0]?.end({ level: 'info', lines: ['done'] });
  await waitUntil(() => rowCount() === 0);
  expect(logLines).toEqual(['Slow work: its end could not be reported: no such table: task_notification']);
  expect([
    runs.length,
    createTaskHistory(database)
      .list({ limit: 9 })
      .map(({ lines }) => lines),
  ]).toEqual([1, [['done']]]);
});

test('tasks that an earlier process did not finish are run although another program writes into the database during the start', async () => {
  const { kind, runs } = aKind({});
  createTasksOf(kind).start('slow', 1);
  await waitUntil(() => runs.length === 1);
  failNextTransaction(Object.assign(new Error('database is locked'), { errcode: 5 }));
  createTasksOf(kind).resume();
  await waitUntil(() => runs.length === 2);
});

test('a task that could not be run because of an error of the database is run when a person starts it again', async () => {
  const { kind, runs } = aKind({ canStartByName: true });
  const tasks = createTasks(database, [kind], { log: logInto(logLines), writeRetryMs: 60_000 });
  failNextTransaction(new Error('disk I/O error'));
  tasks.start('slow', 1);
  await waitUntil(() => logLines.length > 0);
  expect([logLines, runs]).toEqual([['Task slow could not be run: disk I/O error'], []]);
  tasks.start('slow', 2);
  await waitUntil(() => runs.length === 1);
  expect(runs[0]?.input).toBe(1);
});

test('a task that is started just as the last task of its kind ends is run', async () => {
  const { kind, runs } = aKind({});
  const tasks = createTasksOf(kind);
  tasks.start('slow', 1);
  await waitUntil(() => runs.length === 1);
  const exec = database.exec.bind(database);
  let commitCount = 0;
  vi.spyOn(database, 'exec').mockImplementation((sql) => {
    exec(sql);
    if (sql !== 'COMMIT') return;
    commitCount += 1;
    // The first commit removes the ended task, and the second finds no other.
    if (commitCount === 2) queueMicrotask(() => void tasks.start('slow', 2));
  });
  runs[0]?.end({ level: 'info', lines: [] });
  await waitUntil(() => runs.length === 2);
  expect([runs[1]?.input, rowCount()]).toEqual([2, 1]);
});

test('a stop reaches a running task that can be stopped, and is refused for a task that cannot', async () => {
  const { kind, runs } = aKind({ canStop: true });
  const tasks = createTasksOf(kind);
  const id = tasks.start('slow', 1);
  expect(tasks.stop(id)).toBe('unknown');
  await waitUntil(() => runs.length === 1);
  expect(tasks.stop(id)).toBe('sent');
  expect(runs[0]?.work.signal.aborted).toBe(true);
  expect(tasks.notifications()).toMatchObject([{ command: 'STOP' }]);
  runs[0]?.end({ level: 'info', lines: [] });

  const steadyKind = aKind({ name: 'steady' });
  const steadyTasks = createTasksOf(steadyKind.kind);
  const otherId = steadyTasks.start('steady', 1);
  await waitUntil(() => steadyKind.runs.length === 1);
  expect(steadyTasks.stop(otherId)).toBe('cannot-be-stopped');
  steadyKind.runs[0]?.end({ level: 'info', lines: [] });
});

test('the outcome of a task is kept for 30 days, newest first', async () => {
  const { kind, runs } = aKind({});
  const tasks = createTasksOf(kind);
  const history = createTaskHistory(database);
  tasks.start('slow', 1);
  await waitUntil(() => runs.length === 1);
  nowMs += 9_000;
  runs[0]?.end({ level: 'info', lines: ['3 videos refreshed.'] });
  await waitUntil(() => rowCount() === 0);
  tasks.start('slow', 2);
  await waitUntil(() => runs.length === 2);
  runs[1]?.fail(new Error('the site is away'));
  await waitUntil(() => rowCount() === 0);
  const doneRun = { name: 'slow', title: 'Slow work', outcome: 'done', startedAt: 1_000, endedAt: 1_009, lines: ['3 videos refreshed.'] };
  const failedRun = { ...doneRun, outcome: 'failed', startedAt: 1_009, lines: ['the site is away'] };
  expect(history.list({ limit: 9 })).toEqual([expect.objectContaining(failedRun), expect.objectContaining(doneRun)]);
  expect(history.list({ limit: 9, isFailedOnly: true })).toEqual([expect.objectContaining(failedRun)]);
  const [newest] = history.list({ limit: 1 });
  expect(history.list({ limit: 9, before: newest?.id ?? 0 })).toEqual([expect.objectContaining(doneRun)]);
  history.prune(1_009 + 30 * 86_400);
  expect(history.list({ limit: 9 })).toHaveLength(2);
  history.prune(1_010 + 30 * 86_400);
  expect(history.list({ limit: 9 })).toEqual([]);
});

test('a task whose process was killed is reported as killed, once, and a task that a shutdown interrupted is not', async () => {
  const { kind, runs } = aKind({});
  const history = createTaskHistory(database);
  createTasksOf(kind).start('slow', 1);
  await waitUntil(() => runs.length === 1);
  nowMs += 60_000;
  const restartedTasks = createTasksOf(kind);
  restartedTasks.resume();
  const killedRun = {
    outcome: 'killed',
    startedAt: 1_000,
    endedAt: 1_060,
    lines: ['The server was killed while this task was running.', 'The task is started again.'],
  };
  expect(history.list({ limit: 9 })).toEqual([expect.objectContaining(killedRun)]);
  expect(logLines).toEqual(['Slow work: The server was killed while this task was running. The task is started again.']);
  await waitUntil(() => runs.length === 2);
  const pendingClose = restartedTasks.close();
  runs[1]?.end({ level: 'info', lines: [] });
  await pendingClose;
  createTasksOf(kind).resume();
  expect(history.list({ limit: 9 })).toHaveLength(1);
});

interface Run {
  input: unknown;
  work: TaskWork;
  end(end: TaskEnd): void;
  fail(error: Error): void;
}

test('the outcome of a task is found by its id and by its name after a restart, for 30 days', async () => {
  const { kind, runs } = aKind({});
  const tasksBefore = createTasksOf(kind);
  const ids = [tasksBefore.start('slow', 1), tasksBefore.start('slow', 2)];
  for (const [index, end] of (
    [
      { level: 'error', lines: ['no disk'] },
      { level: 'info', lines: ['two', 'lines'] },
    ] as const
  ).entries()) {
    await waitUntil(() => runs.length === index + 1);
    nowMs += 5_000;
    runs[index]?.end({ level: end.level, lines: [...end.lines] });
  }
  await waitUntil(() => rowCount() === 0);
  await tasksBefore.close();
  const tasksAfter = createTasksOf(kind);
  tasksAfter.resume();
  const endedRun = { name: 'slow', state: 'ended' };
  const expected = [
    { ...endedRun, id: ids[1], level: 'info', lines: ['two', 'lines'], endedAtMs: 1_010_000 },
    { ...endedRun, id: ids[0], level: 'error', lines: ['no disk'], endedAtMs: 1_005_000 },
  ];
  expect(tasksAfter.runs()).toEqual(expected);
  expect([tasksAfter.run(ids[1] ?? ''), tasksAfter.run(ids[0] ?? ''), tasksAfter.run('another')]).toEqual([...expected, null]);
  nowMs += 31 * 86_400_000;
  createTasksOf(kind).resume();
  expect([tasksAfter.runs(), tasksAfter.run(ids[0] ?? '')]).toEqual([[], null]);
});

test('a task that is begun again after a kill is waiting, and a task that was given up has failed', async () => {
  const { kind, runs } = aKind({});
  const id = createTasksOf(kind).start('slow', 1);
  await waitUntil(() => runs.length === 1);
  const restartedTasks = createTasksOf(kind);
  restartedTasks.resume();
  expect([restartedTasks.run(id), restartedTasks.runs()]).toEqual([
    { id, name: 'slow', state: 'waiting', input: 1 },
    [{ id, name: 'slow', state: 'waiting', input: 1 }],
  ]);
  await waitUntil(() => runs.length === 2);
  createTasksOf(kind).resume();
  await waitUntil(() => runs.length === 3);
  const lastTasks = createTasksOf(kind);
  lastTasks.resume();
  await waitUntil(() => rowCount() === 0);
  const givenUpRun = {
    id,
    state: 'ended',
    level: 'error',
    lines: ['The server was killed while this task was running.', expect.stringContaining('not started again') as string],
  };
  expect([lastTasks.run(id), lastTasks.runs()]).toMatchObject([givenUpRun, [givenUpRun]]);
});

function aKind(changes: Partial<TaskKind>): { kind: TaskKind; runs: Run[] } {
  const runs: Run[] = [];
  const kind: TaskKind = {
    name: 'slow',
    title: 'Slow work',
    group: 'setting:slow',
    canStartByName: false,
    canStop: false,
    run: (input, work) => new Promise((resolve, reject) => void runs.push({ input, work, end: resolve, fail: reject })),
    ...changes,
  };
  return { kind, runs };
}

function createTasksOf(kind: TaskKind) {
  return createTasks(database, [kind], { log: logInto(logLines), now: () => nowMs, writeRetryMs: 1 });
}

function failNextTransaction(error: Error): void {
  throwOnce(vi.spyOn(database, 'exec'), error);
}

function throwOnce(spy: { mockImplementationOnce(write: () => never): unknown }, error: Error): void {
  spy.mockImplementationOnce(() => {
    throw error;
  });
}

function rowCount(): number {
  return (database.prepare('SELECT count(*) AS n FROM task').get() as { n: number }).n;
}

async function waitUntil(condition: () => boolean): Promise<void> {
  await expect.poll(condition, { interval: 1 }).toBe(true);
}
