// Hooks of pages: the page number and the sheet in the address, running tasks, ages, scrolling, the player's controls.
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Task, TaskWatch } from '../../src/commands/task-watch.ts';
import { createScrollPositions } from '../../src/app/scroll-positions.ts';
import { useScrollState } from '../../src/app/shell/use-scroll-state.ts';
import { useNowRoundedUpMs } from '../../src/features/page/use-now.ts';
import { usePage } from '../../src/features/page/use-page.ts';
import { useControlsShown } from '../../src/player/use-controls-shown.ts';
import { useIsTaskRunning } from '../../src/screens/settings-actions/use-running-task.ts';
import { useSheetAddress } from '../../src/ui/sheet-address.ts';
import { renderHook } from './hook.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

test('the address contains the page number of a list, except for the first page', async () => {
  const thirdPage = await renderHook(usePage, { address: '/?page=3&height=720' });
  expect([thirdPage.result(), thirdPage.address()]).toEqual([3, '/?page=3&height=720']);
  const firstPage = await renderHook(usePage, { address: '/?page=1&height=720' });
  expect(firstPage.result()).toBe(1);
  await expect.poll(firstPage.address).toBe('/?height=720');
});

test.each(['/?page=2', '/?page=2&sheet=account'])(
  'closing a sheet that was opened from another one leads to the page, if the history began at %s',
  async (address) => {
    const hook = await renderHook(() => ({ account: useSheetAddress('account'), scheme: useSheetAddress('scheme') }), { address });
    if (!hook.result().account.isOpen) hook.result().account.open();
    await expect.poll(() => hook.result().account.isOpen).toBe(true);
    hook.result().scheme.open();
    await expect.poll(() => hook.result().scheme.isOpen).toBe(true);
    hook.result().scheme.close();
    await expect.poll(hook.address).toBe('/?page=2');
  },
);

test('a double click on the close button of a sheet goes back once', async () => {
  const hook = await renderHook(() => useSheetAddress('account'), { isInBrowser: true });
  hook.result().open();
  await expect.poll(() => hook.result().isOpen).toBe(true);
  const go = vi.spyOn(history, 'go');
  const { close } = hook.result();
  close();
  close();
  expect(go).toHaveBeenCalledOnce();
  await expect.poll(() => hook.result().isOpen).toBe(false);
});

test('a change that closes its sheet only after the sheet was closed, opened again and closed does not leave the page', async () => {
  const hook = await renderHook(() => useSheetAddress('account'), { isInBrowser: true });
  const go = vi.spyOn(history, 'go');
  const closes: (() => void)[] = [];
  for (let count = 0; count < 2; count += 1) {
    hook.result().open();
    await expect.poll(() => hook.result().isOpen).toBe(true);
    closes.push(hook.result().close);
    hook.result().close();
    await expect.poll(() => hook.result().isOpen).toBe(false);
  }
  closes[0]?.();
  expect(go).toHaveBeenCalledTimes(2);
});

test('the time from which ages are counted advances every half minute and is never behind the clock', async () => {
  vi.setSystemTime(new Date('2026-05-12T12:00:10Z'));
  const hook = await renderHook(useNowRoundedUpMs);
  expect(new Date(hook.result()).toISOString()).toBe('2026-05-12T12:00:30.000Z');
  vi.setSystemTime(new Date('2026-05-12T12:00:35Z'));
  vi.advanceTimersByTime(30_000);
  await expect.poll(() => new Date(hook.result()).toISOString()).toBe('2026-05-12T12:01:30.000Z');
});

test('a page whose content takes seconds to appear gets its scroll position back', async () => {
  const content = document.createElement('div');
  content.style.blockSize = '5000px';
  document.body.append(content);
  onTestFinished(() => {
    scrollTo(0, 0);
    content.remove();
  });
  const positions = createScrollPositions();
  positions.enter('list');
  scrollTo(0, 3000);
  positions.leave();
  content.style.blockSize = '0';
  onTestFinished(positions.restore('list'));
  vi.advanceTimersByTime(4000);
  content.style.blockSize = '5000px';
  await expect.poll(() => scrollY).toBe(3000);
});

test('a page on which the user has pressed something meanwhile is not scrolled any more', async () => {
  const content = document.createElement('div');
  content.style.blockSize = '5000px';
  document.body.append(content);
  onTestFinished(() => content.remove());
  const positions = createScrollPositions();
  positions.enter('list');
  scrollTo(0, 3000);
  positions.leave();
  content.style.blockSize = '0';
  scrollTo(0, 0);
  onTestFinished(positions.restore('list'));
  dispatchEvent(new PointerEvent('pointerdown'));
  content.style.blockSize = '5000px';
  // Observers are notified in the order of their creation.
  await new Promise<void>((resolve) => new ResizeObserver(() => resolve()).observe(document.documentElement));
  expect(scrollY).toBe(0);
});

test('slow scrolling, 2 px at a time, shrinks the bar and restores it', async () => {
  const page = document.createElement('div');
  page.style.blockSize = '5000px';
  document.body.append(page);
  onTestFinished(() => page.remove());
  const hook = await renderHook(useScrollState);
  const scrollSlowly = async (stepPx: number): Promise<void> => {
    for (let step = 0; step < 3; step += 1) {
      const hasScrolled = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }));
      scrollBy(0, stepPx);
      await hasScrolled;
    }
  };
  scrollTo(0, 100);
  await expect.poll(() => hook.result().isShrunk).toBe(true);
  await scrollSlowly(-2);
  await expect.poll(() => hook.result().isShrunk).toBe(false);
  await scrollSlowly(2);
  await expect.poll(() => hook.result().isShrunk).toBe(true);
  scrollTo(0, 0);
});

for (const [description, steps] of [
  ['that is not listed yet counts as running', [[[], true]]],
  [
    'runs while it is listed, and has ended once it is no longer listed',
    [
      [[{ progress: 0.5 }], true],
      [[], false],
    ],
  ],
  ['that failed is no longer running', [[[{ progress: 0.5, state: 'failed' }], false]]],
  [
    'runs even while its progress is unknown again, and has ended with its last message',
    [
      [[{ progress: 0.9 }], true],
      [[{ progress: null }], true],
      [[{ progress: null, state: 'done' }], false],
    ],
  ],
] as const) {
  test(`a task ${description}`, async () => {
    const watch = aWatch();
    const hook = await renderHook(() => useIsTaskRunning('t1', true), { commands: { tasks: async () => watch.watch } });
    await expect.poll(watch.hasListeners).toBe(true);
    for (const [tasks, isRunning] of steps) {
      watch.setTasks(tasks.map((task) => ({ id: 't1', state: 'running', ...task }) as Task));
      await expect.poll(hook.result).toBe(isRunning);
    }
  });
}

test('a task that is never listed counts as ended once the task watch stops looking for it', async () => {
  const watch = aWatch();
  watch.setIdle(true);
  const hook = await renderHook(() => useIsTaskRunning('t1', true), { commands: { tasks: async () => watch.watch } });
  await expect.poll(watch.hasListeners).toBe(true);
  expect(hook.result(), 'the watch does not know yet that the task has started').toBe(true);
  watch.setIdle(false);
  hook.render();
  expect(hook.result()).toBe(true);
  watch.setIdle(true);
  await expect.poll(hook.result).toBe(false);
  watch.setIdle(false); // the tasks are requested again, as when the page is shown again
  hook.render();
  expect(hook.result()).toBe(false);
});

test('a task that this screen did not start does not count as running', async () => {
  const watch = aWatch();
  const hook = await renderHook(() => useIsTaskRunning('t1', false), { commands: { tasks: async () => watch.watch } });
  await expect.poll(watch.hasListeners).toBe(true);
  watch.setTasks([{ id: 't1', state: 'running', progress: 0.5 } as Task]);
  hook.render();
  expect(hook.result()).toBe(false);
});

test('the player’s controls hide 2.5 s after the mouse rests and 3 s after a tap, but not while they are held open', async () => {
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
  hook.result().onPointerMove({ pointerType: 'touch' } as never); // moving a finger does not show the controls
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
  let isIdle = false;
  const listeners = new Set<() => void>();
  return {
    watch: {
      subscribe(listener: () => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      read: () => tasks,
      isIdle: () => isIdle,
      check: () => {},
      expect: () => {},
    } as unknown as TaskWatch,
    hasListeners: () => listeners.size > 0,
    setTasks(newTasks: readonly Task[]) {
      tasks = newTasks;
      for (const listener of listeners) listener();
    },
    setIdle(isNowIdle: boolean) {
      isIdle = isNowIdle;
      for (const listener of listeners) listener();
    },
  };
}
