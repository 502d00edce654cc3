import { expect, test } from 'vitest';
import { createLibraryLock } from '../../server/library/library-lock.ts';

const neverAborted = new AbortController().signal;

test('other work interrupts a pass, and the pass begins again afterwards', async () => {
  const libraryLock = createLibraryLock();
  const order: string[] = [];
  const pass = libraryLock.runPass(neverAborted, async (signal) => {
    order.push('pass begins');
    if (order.length === 1) await whenAborted(signal);
    order.push(signal.aborted ? 'interrupted' : 'complete');
    return order.length;
  });
  const exclusive = () => libraryLock.exclusive(async () => void order.push('exclusive'));
  await Promise.all([exclusive(), exclusive()]);
  await pass;
  expect(order).toEqual(['pass begins', 'interrupted', 'exclusive', 'exclusive', 'pass begins', 'complete']);
});

test('a pass runs after work that has failed', async () => {
  const libraryLock = createLibraryLock();
  await expect(libraryLock.exclusive(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  expect(await libraryLock.runPass(neverAborted, async (signal) => signal.aborted)).toBe(false);
});

test('a pass that is stopped does not begin again', async () => {
  const libraryLock = createLibraryLock();
  const stopController = new AbortController();
  let passCount = 0;
  const pass = libraryLock.runPass(stopController.signal, async (signal) => {
    passCount += 1;
    await whenAborted(signal);
  });
  stopController.abort();
  await pass;
  expect(passCount).toBe(1);
});

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
