// Hooks of pages: what stands in the address, what runs, how old a number is.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Task, TaskWatch } from '../../src/commands/task-watch.ts';
import { useHalfMinute } from '../../src/features/page/use-now.ts';
import { usePage } from '../../src/features/page/use-page.ts';
import { useControlsShown } from '../../src/player/use-controls-shown.ts';
import { useIsTaskRunning } from '../../src/screens/settings-actions/use-running-task.ts';
import { renderHook } from './hook.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

test('the page of a list stands in the address, where it says more than its first one does', async () => {
  const third = await renderHook(usePage, { address: '/?page=3&height=720' });
  expect([third.result(), third.address()]).toEqual([3, '/?page=3&height=720']);
  const first = await renderHook(usePage, { address: '/?page=1&height=720' });
  expect(first.result()).toBe(1);
  await expect.poll(first.address).toBe('/?height=720');
});

test('an age is told anew each half minute, and is never of the future', async () => {
  vi.setSystemTime(new Date('2026-05-12T12:00:10Z'));
  const hook = await renderHook(useHalfMinute);
  expect(new Date(hook.result()).toISOString()).toBe('2026-05-12T12:00:30.000Z');
  vi.setSystemTime(new Date('2026-05-12T12:00:35Z'));
  vi.advanceTimersByTime(30_000);
  await expect.poll(() => new Date(hook.result()).toISOString()).toBe('2026-05-12T12:01:30.000Z');
});

for (const [what, steps] of [
  ['that is never listed runs until it is', [[[], true]]],
  [
    'runs while it is listed, and has ended when it is no longer',
    [
      [[{ progress: 0.5 }], true],
      [[], false],
    ],
  ],
  ['that failed runs no more', [[[{ progress: 0.5, state: 'failed' }], false]]],
  [
    'has ended at the message that has no progress, once it had some',
    [
      [[{ progress: null }], true],
      [[{ progress: 0.9 }], true],
      [[{ progress: null }], false],
    ],
  ],
] as const) {
  test(`a task ${what}`, async () => {
    const watch = aWatch();
    const hook = await renderHook(() => useIsTaskRunning('t1', true), { commands: { tasks: async () => watch.watch } });
    await expect.poll(watch.isHeard).toBe(true);
    for (const [tasks, isRunning] of steps) {
      watch.tell(tasks.map((task) => ({ id: 't1', state: 'running', ...task }) as Task));
      await expect.poll(hook.result).toBe(isRunning);
    }
  });
}

test('a task that was not started here does not run here', async () => {
  const watch = aWatch();
  const hook = await renderHook(() => useIsTaskRunning('t1', false), { commands: { tasks: async () => watch.watch } });
  await expect.poll(watch.isHeard).toBe(true);
  watch.tell([{ id: 't1', state: 'running', progress: 0.5 } as Task]);
  expect(hook.result()).toBe(false);
});

test('the controls of what plays go 2.5 s after the mouse rests, 3 s after a tap, and stay while they are held', async () => {
  let isHeld = true;
  const hook = await renderHook(() => useControlsShown(isHeld));
  vi.advanceTimersByTime(10_000);
  expect(hook.result().isShown).toBe(true);
  isHeld = false;
  hook.render();
  vi.advanceTimersByTime(2_400);
  hook.result().onPointerMove({ pointerType: 'mouse' } as never);
  vi.advanceTimersByTime(2_400);
  hook.render();
  expect(hook.result().isShown).toBe(true);
  vi.advanceTimersByTime(200);
  hook.render();
  expect(hook.result().isShown).toBe(false);
  hook.result().onPointerMove({ pointerType: 'touch' } as never); // a finger that moves is none of ours
  hook.render();
  expect(hook.result().isShown).toBe(false);
  hook.result().toggle();
  await expect.poll(() => hook.result().isShown).toBe(true);
  vi.advanceTimersByTime(2_600);
  hook.render();
  expect(hook.result().isShown).toBe(true);
  vi.advanceTimersByTime(500);
  hook.render();
  expect(hook.result().isShown).toBe(false);
});

function aWatch() {
  let tasks: readonly Task[] = [];
  const listeners = new Set<() => void>();
  return {
    watch: {
      subscribe(listener: () => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      read: () => tasks,
      look: () => {},
      expect: () => {},
    } as unknown as TaskWatch,
    isHeard: () => listeners.size > 0,
    tell(next: readonly Task[]) {
      tasks = next;
      for (const listener of listeners) listener();
    },
  };
}
