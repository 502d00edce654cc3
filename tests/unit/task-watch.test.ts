import { describe, expect, it } from 'vitest';
import { createTaskWatch, type TaskWatchPorts } from '../../src/commands/task-watch.ts';
import type { WireNotification } from '../../src/contract/names.ts';
import { failed, ok } from '../../src/lib/result.ts';
import type { ApiError } from '../../src/network/api-error.ts';
import { steppedClock } from '../builders/mirror-copy.ts';

const aNotification = (overrides: Partial<WireNotification> = {}): WireNotification => ({
  id: 'a',
  title: 'Downloading',
  group: 'download:run',
  api_start: true,
  api_stop: true,
  level: 'info',
  messages: ['One film'],
  ...overrides,
});

describe('the task watch', () => {
  it('polls once when somebody views it, and not again within a minute while nothing runs', async () => {
    const { watch, pollCount, pass } = setup();
    watch.check();
    await pass(0);
    expect(pollCount()).toBe(1);
    for (let second = 0; second < 59; second += 1) {
      await pass(1_000);
      watch.check();
    }
    expect(pollCount()).toBe(1);
    await pass(1_000);
    watch.check();
    await pass(0);
    expect(pollCount()).toBe(2);
  });

  it('polls each second while something runs, and stops and refreshes the lists when the answer is empty', async () => {
    const { watch, pollCount, pass, answer, refreshCount } = setup();
    answer([aNotification({ progress: 0.4 })]);
    watch.check();
    await pass(0);
    expect(watch.read()).toMatchObject([{ id: 'a', state: 'running', progress: 0.4 }]);
    await pass(1_000);
    await pass(1_000);
    expect(pollCount()).toBe(3);
    expect(refreshCount()).toBe(0);
    answer([]);
    await pass(1_000);
    expect(watch.read()).toEqual([]);
    expect(refreshCount()).toBe(1);
    await pass(30_000);
    expect(pollCount()).toBe(4);
  });

  it('waits for the first message of a task that was started, but not forever', async () => {
    const { watch, pollCount, pass, answer } = setup();
    watch.check();
    await pass(0);
    expect(await watch.start('download_pending')).toEqual(ok(undefined));
    await pass(1_000);
    expect(pollCount()).toBeGreaterThan(1);
    answer([aNotification()]);
    await pass(1_000);
    expect(watch.read()).toHaveLength(1);
    answer([]);
    await pass(1_000);
    const countAtEnd = pollCount();
    await pass(60_000);
    expect(pollCount()).toBe(countAtEnd);

    watch.expect();
    for (let second = 0; second < 40; second += 1) await pass(1_000);
    expect(pollCount() - countAtEnd).toBeLessThan(20);
  });

  it('polls again after an answer that was under way when something was started', async () => {
    const { watch, pollCount, pass, answer } = setup();
    answer([aNotification({ level: 'error' })]);
    watch.check();
    watch.expect();
    await pass(0);
    expect(pollCount()).toBe(1);
    await pass(1_000);
    expect(pollCount()).toBe(2);
  });

  it('waits for a started task while another task runs before it, and after that other task has failed', async () => {
    const { watch, pollCount, pass, answer } = setup();
    answer([aNotification({ progress: 0.5 })]);
    watch.check();
    await pass(0);
    await watch.start('download_pending');
    for (let second = 0; second < 60; second += 1) await pass(1_000);
    const failedTask = aNotification({ level: 'error' });
    answer([failedTask]);
    for (let second = 0; second < 3; second += 1) await pass(1_000);
    answer([failedTask, aNotification({ id: 'b' })]);
    await pass(1_000);
    expect(watch.read()).toMatchObject([
      { id: 'a', state: 'failed' },
      { id: 'b', state: 'running' },
    ]);
    answer([]);
    await pass(1_000);
    const countAtEnd = pollCount();
    await pass(60_000);
    expect(pollCount()).toBe(countAtEnd);
  });

  it('waits for a started task although an answer to an earlier request lists another one', async () => {
    const { watch, pass, answer } = setup();
    const failedTask = aNotification({ level: 'error' });
    answer([failedTask]);
    watch.check();
    watch.expect();
    for (let second = 0; second < 3; second += 1) await pass(1_000);
    answer([failedTask, aNotification({ id: 'b' })]);
    await pass(1_000);
    expect(watch.read()).toMatchObject([{ id: 'a' }, { id: 'b' }]);
  });

  it('does not poll while the page is hidden, and polls immediately when it is visible again', async () => {
    const { watch, pollCount, pass, answer, show } = setup();
    answer([aNotification()]);
    watch.check();
    await pass(0);
    show(false);
    for (let second = 0; second < 10; second += 1) await pass(1_000);
    expect(pollCount()).toBe(1);
    watch.check();
    await pass(0);
    expect(pollCount()).toBe(1);
    show(true);
    await pass(0);
    expect(pollCount()).toBe(2);
  });

  it('is idle once no task runs and none is expected, even if a task began and ended while the page was hidden', async () => {
    const { watch, pass, show } = setup();
    const idleStates: boolean[] = [];
    watch.subscribe(() => idleStates.push(watch.isIdle()));
    watch.check();
    await pass(0);
    watch.expect();
    await pass(0);
    show(false);
    for (let second = 0; second < 60; second += 1) await pass(1_000);
    expect(idleStates).toEqual([true, false]);
    show(true);
    await pass(0);
    expect(idleStates).toEqual([true, false, true]);
  });

  it('is not idle after a request that failed', async () => {
    const { watch, pass, fail } = setup();
    watch.expect();
    fail({ kind: 'server-error', status: 500, retryAfterMs: null });
    for (let second = 0; second < 60; second += 1) await pass(1_000);
    expect(watch.isIdle()).toBe(false);
  });

  it('keeps a failed task until somebody dismisses it, even while the server still reports it', async () => {
    const { watch, pollCount, pass, answer, refreshCount } = setup();
    answer([aNotification({ progress: 0.5 })]);
    watch.check();
    await pass(0);
    answer([aNotification({ level: 'error', messages: ['Disk is full'] })]);
    await pass(1_000);
    expect(watch.read()).toMatchObject([{ state: 'failed', lines: ['Disk is full'] }]);
    expect(refreshCount()).toBe(1);
    const countAtEnd = pollCount();
    await pass(30_000);
    expect(pollCount(), 'a failed task is not waited for').toBe(countAtEnd);
    answer([]);
    watch.expect();
    await pass(0);
    expect(watch.read()).toHaveLength(1);
    answer([aNotification({ level: 'error', messages: ['Disk is full'] })]);
    watch.dismiss('a');
    expect(watch.read()).toEqual([]);
    await pass(1_000);
    expect(watch.read()).toEqual([]);
  });

  it('shows a finished task as done until it disappears, even if the first report of the task is that it has ended', async () => {
    const { watch, pass, answer, refreshCount } = setup();
    answer([aNotification()]);
    watch.check();
    await pass(0);
    expect(watch.read()).toMatchObject([{ state: 'running' }]);
    answer([aNotification({ progress: 0, command: null })]);
    await pass(1_000);
    expect(watch.read()).toMatchObject([{ state: 'running' }]);
    answer([aNotification({ command: 'STOP' }), aNotification({ id: 'b', command: null }), aNotification({ id: 'c', command: 'STOP' })]);
    await pass(1_000);
    expect(watch.read()).toMatchObject([{ state: 'done' }, { state: 'done' }, { state: 'stopping' }]);
    expect(refreshCount()).toBe(1);
    answer([]);
    await pass(1_000);
    expect(watch.read()).toEqual([]);
  });

  it('refreshes the screen once for a task that has ended before its first report', async () => {
    const { watch, pass, answer, refreshCount } = setup();
    answer([aNotification({ command: null })]);
    watch.expect();
    await pass(0);
    expect(watch.read()).toMatchObject([{ state: 'done' }]);
    expect(refreshCount()).toBe(1);
    await pass(1_000);
    answer([]);
    await pass(1_000);
    expect(watch.read()).toEqual([]);
    expect(refreshCount()).toBe(1);
  });

  it('keeps the shown tasks when the server fails, and polls again', async () => {
    const { watch, pollCount, pass, answer, fail } = setup();
    answer([aNotification()]);
    watch.check();
    await pass(0);
    fail({ kind: 'server-error', status: 500, retryAfterMs: null });
    await pass(1_000);
    expect(watch.read()).toHaveLength(1);
    expect(pollCount()).toBe(2);
    answer([]);
    await pass(5_000);
    expect(watch.read()).toEqual([]);
  });

  it('polls after a retry of downloads, and reports the current download with its progress', async () => {
    const { watch, pass, answer, pollCount } = setup();
    answer([aNotification({ progress: 0.5, download: { youtube_id: 'gulls', share: 0.5, bytes_per_second: 2048, seconds_left: 3 } })]);
    expect(await watch.retryDownloads()).toEqual(ok(undefined));
    await pass(0);
    expect(pollCount()).toBe(1);
    expect(watch.read()).toMatchObject([{ download: { videoId: 'gulls', share: 0.5, bytesPerSecond: 2048, secondsLeft: 3 } }]);
  });

  it('shows a stop immediately, and treats a task that had already ended as stopped', async () => {
    const { watch, pass, answer, stops } = setup();
    answer([aNotification({ progress: 0 })]);
    watch.check();
    await pass(0);
    expect(watch.read()[0]?.progress, '0 means unknown').toBeNull();
    expect(await watch.stop('a')).toEqual(ok(undefined));
    expect(watch.read()).toMatchObject([{ state: 'stopping' }]);
    stops.outcome = failed({ kind: 'not-found' });
    expect(await watch.stop('a')).toEqual(ok(undefined));
    stops.outcome = failed({ kind: 'refused', status: 400, message: 'task can not be stopped' });
    expect(await watch.stop('a')).toMatchObject({ ok: false });
  });
});

function setup() {
  const clock = steppedClock();
  let pollCount = 0;
  let refreshCount = 0;
  let isVisible = true;
  let onVisibility = (): void => {};
  let nextAnswer: Awaited<ReturnType<TaskWatchPorts['list']>> = ok([]);
  const stops: { outcome: Awaited<ReturnType<TaskWatchPorts['stop']>> } = { outcome: ok(undefined) };
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  const watch = createTaskWatch({
    clock,
    async list() {
      pollCount += 1;
      return nextAnswer;
    },
    start: async () => ok(undefined),
    retryDownloads: async () => ok(undefined),
    stop: async () => stops.outcome,
    isVisible: () => isVisible,
    onVisibility: (listener) => (onVisibility = listener),
    onProgress: () => (refreshCount += 1),
  });
  return {
    watch,
    stops,
    pollCount: () => pollCount,
    refreshCount: () => refreshCount,
    answer: (notifications: WireNotification[]) => (nextAnswer = ok(notifications)),
    fail: (error: ApiError) => (nextAnswer = failed(error)),
    async pass(ms: number) {
      clock.advance(ms);
      await settle();
    },
    show(isShown: boolean) {
      isVisible = isShown;
      onVisibility();
    },
  };
}
