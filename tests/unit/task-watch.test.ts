import { describe, expect, test } from 'vitest';
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
  test('polls once when a screen opens, and not again within a minute while nothing runs', async () => {
    const { watch, pollCount, passTime } = setup();
    watch.check();
    await passTime(0);
    expect(pollCount()).toBe(1);
    for (let second = 0; second < 59; second += 1) {
      await passTime(1_000);
      watch.check();
    }
    expect(pollCount()).toBe(1);
    await passTime(1_000);
    watch.check();
    await passTime(0);
    expect(pollCount()).toBe(2);
  });

  test('polls each second while a task runs; an empty answer ends the polling and refreshes the lists', async () => {
    const { watch, pollCount, passTime, answer, refreshCount } = setup();
    answer([aNotification({ progress: 0.4 })]);
    watch.check();
    await passTime(0);
    expect(watch.read()).toMatchObject([{ id: 'a', state: 'running', progress: 0.4 }]);
    await passTime(1_000);
    await passTime(1_000);
    expect(pollCount()).toBe(3);
    expect(refreshCount()).toBe(0);
    answer([]);
    await passTime(1_000);
    expect(watch.read()).toEqual([]);
    expect(refreshCount()).toBe(1);
    await passTime(30_000);
    expect(pollCount()).toBe(4);
  });

  test('polls until a started task sends its first message, but not forever', async () => {
    const { watch, pollCount, passTime, answer } = setup();
    watch.check();
    await passTime(0);
    expect(await watch.start('download_pending')).toEqual(ok(undefined));
    await passTime(1_000);
    expect(pollCount()).toBeGreaterThan(1);
    answer([aNotification()]);
    await passTime(1_000);
    expect(watch.read()).toHaveLength(1);
    answer([]);
    await passTime(1_000);
    const countAtEnd = pollCount();
    await passTime(60_000);
    expect(pollCount()).toBe(countAtEnd);

    watch.expect();
    for (let second = 0; second < 40; second += 1) await passTime(1_000);
    expect(pollCount() - countAtEnd).toBeLessThan(20);
  });

  test('polls again if a task was started while a request was under way', async () => {
    const { watch, pollCount, passTime, answer } = setup();
    answer([aNotification({ level: 'error' })]);
    watch.check();
    watch.expect();
    await passTime(0);
    expect(pollCount()).toBe(1);
    await passTime(1_000);
    expect(pollCount()).toBe(2);
  });

  test('keeps waiting for a started task while another task runs first, and after that other task has failed', async () => {
    const { watch, pollCount, passTime, answer } = setup();
    answer([aNotification({ progress: 0.5 })]);
    watch.check();
    await passTime(0);
    await watch.start('download_pending');
    for (let second = 0; second < 60; second += 1) await passTime(1_000);
    const failedTask = aNotification({ level: 'error' });
    answer([failedTask]);
    for (let second = 0; second < 3; second += 1) await passTime(1_000);
    answer([failedTask, aNotification({ id: 'b' })]);
    await passTime(1_000);
    expect(watch.read()).toMatchObject([
      { id: 'a', state: 'failed' },
      { id: 'b', state: 'running' },
    ]);
    answer([]);
    await passTime(1_000);
    const countAtEnd = pollCount();
    await passTime(60_000);
    expect(pollCount()).toBe(countAtEnd);
  });

  test('keeps waiting for a started task if the answer to an earlier request lists another task', async () => {
    const { watch, passTime, answer } = setup();
    const failedTask = aNotification({ level: 'error' });
    answer([failedTask]);
    watch.check();
    watch.expect();
    for (let second = 0; second < 3; second += 1) await passTime(1_000);
    answer([failedTask, aNotification({ id: 'b' })]);
    await passTime(1_000);
    expect(watch.read()).toMatchObject([{ id: 'a' }, { id: 'b' }]);
  });

  test('does not poll while the page is hidden, and polls immediately when it is visible again', async () => {
    const { watch, pollCount, passTime, answer, setVisible } = setup();
    answer([aNotification()]);
    watch.check();
    await passTime(0);
    setVisible(false);
    for (let second = 0; second < 10; second += 1) await passTime(1_000);
    expect(pollCount()).toBe(1);
    watch.check();
    await passTime(0);
    expect(pollCount()).toBe(1);
    setVisible(true);
    await passTime(0);
    expect(pollCount()).toBe(2);
  });

  test('is idle once no task runs and none is expected, even if a task began and ended while the page was hidden', async () => {
    const { watch, passTime, setVisible } = setup();
    const idleStates: boolean[] = [];
    watch.subscribe(() => idleStates.push(watch.isIdle()));
    watch.check();
    await passTime(0);
    watch.expect();
    await passTime(0);
    setVisible(false);
    for (let second = 0; second < 60; second += 1) await passTime(1_000);
    expect(idleStates).toEqual([true, false]);
    setVisible(true);
    await passTime(0);
    expect(idleStates).toEqual([true, false, true]);
  });

  test('is not idle after a failed request', async () => {
    const { watch, passTime, failWith } = setup();
    watch.expect();
    failWith({ kind: 'server-error', status: 500, retryAfterMs: null });
    for (let second = 0; second < 60; second += 1) await passTime(1_000);
    expect(watch.isIdle()).toBe(false);
  });

  test('keeps a failed task until somebody dismisses it, and then hides the task even if the server still reports it', async () => {
    const { watch, pollCount, passTime, answer, refreshCount } = setup();
    answer([aNotification({ progress: 0.5 })]);
    watch.check();
    await passTime(0);
    answer([aNotification({ level: 'error', messages: ['Disk is full'] })]);
    await passTime(1_000);
    expect(watch.read()).toMatchObject([{ state: 'failed', lines: ['Disk is full'] }]);
    expect(refreshCount()).toBe(1);
    const countAtEnd = pollCount();
    await passTime(30_000);
    expect(pollCount(), 'the watch does not wait for a failed task').toBe(countAtEnd);
    answer([]);
    watch.expect();
    await passTime(0);
    expect(watch.read()).toHaveLength(1);
    answer([aNotification({ level: 'error', messages: ['Disk is full'] })]);
    watch.dismiss('a');
    expect(watch.read()).toEqual([]);
    await passTime(1_000);
    expect(watch.read()).toEqual([]);
  });

  test('shows a finished task as done until the server drops the task, even if its first report is also its last', async () => {
    const { watch, passTime, answer, refreshCount } = setup();
    answer([aNotification()]);
    watch.check();
    await passTime(0);
    expect(watch.read()).toMatchObject([{ state: 'running' }]);
    answer([aNotification({ progress: 0, command: null })]);
    await passTime(1_000);
    expect(watch.read()).toMatchObject([{ state: 'running' }]);
    answer([aNotification({ command: 'STOP' }), aNotification({ id: 'b', command: null }), aNotification({ id: 'c', command: 'STOP' })]);
    await passTime(1_000);
    expect(watch.read()).toMatchObject([{ state: 'done' }, { state: 'done' }, { state: 'stopping' }]);
    expect(refreshCount()).toBe(1);
    answer([]);
    await passTime(1_000);
    expect(watch.read()).toEqual([]);
  });

  test('refreshes the screen once for a task that ended before its first report', async () => {
    const { watch, passTime, answer, refreshCount } = setup();
    answer([aNotification({ command: null })]);
    watch.expect();
    await passTime(0);
    expect(watch.read()).toMatchObject([{ state: 'done' }]);
    expect(refreshCount()).toBe(1);
    await passTime(1_000);
    answer([]);
    await passTime(1_000);
    expect(watch.read()).toEqual([]);
    expect(refreshCount()).toBe(1);
  });

  test('keeps the shown tasks when the server fails, and polls again', async () => {
    const { watch, pollCount, passTime, answer, failWith } = setup();
    answer([aNotification()]);
    watch.check();
    await passTime(0);
    failWith({ kind: 'server-error', status: 500, retryAfterMs: null });
    await passTime(1_000);
    expect(watch.read()).toHaveLength(1);
    expect(pollCount()).toBe(2);
    answer([]);
    await passTime(5_000);
    expect(watch.read()).toEqual([]);
  });

  test('polls after retrying downloads, and reports the current download with its progress', async () => {
    const { watch, passTime, answer, pollCount } = setup();
    answer([aNotification({ progress: 0.5, download: { youtube_id: 'gulls', share: 0.5, bytes_per_second: 2048, seconds_left: 3 } })]);
    expect(await watch.retryDownloads()).toEqual(ok(undefined));
    await passTime(0);
    expect(pollCount()).toBe(1);
    expect(watch.read()).toMatchObject([{ download: { videoId: 'gulls', share: 0.5, bytesPerSecond: 2048, secondsLeft: 3 } }]);
  });

  test('shows a task as stopping immediately, and accepts a stop of a task that had already ended', async () => {
    const { watch, passTime, answer, stopPort } = setup();
    answer([aNotification({ progress: 0 })]);
    watch.check();
    await passTime(0);
    expect(watch.read()[0]?.progress, '0 means unknown').toBeNull();
    expect(await watch.stop('a')).toEqual(ok(undefined));
    expect(watch.read()).toMatchObject([{ state: 'stopping' }]);
    stopPort.result = failed({ kind: 'not-found' });
    expect(await watch.stop('a')).toEqual(ok(undefined));
    stopPort.result = failed({ kind: 'refused', status: 400, message: 'task can not be stopped' });
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
  const stopPort: { result: Awaited<ReturnType<TaskWatchPorts['stop']>> } = { result: ok(undefined) };
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
    stop: async () => stopPort.result,
    isVisible: () => isVisible,
    onVisibility: (listener) => (onVisibility = listener),
    onProgress: () => (refreshCount += 1),
  });
  return {
    watch,
    stopPort,
    pollCount: () => pollCount,
    refreshCount: () => refreshCount,
    answer: (notifications: WireNotification[]) => (nextAnswer = ok(notifications)),
    failWith: (error: ApiError) => (nextAnswer = failed(error)),
    async passTime(ms: number) {
      clock.advance(ms);
      await settle();
    },
    setVisible(isNowVisible: boolean) {
      isVisible = isNowVisible;
      onVisibility();
    },
  };
}
