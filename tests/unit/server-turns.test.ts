import { expect, test } from 'vitest';
import { createLibraryLock } from '../../server/library/library-lock.ts';

const never = new AbortController().signal;

test('a pass is interrupted by other work and begins again after it', async () => {
  const turns = createLibraryLock();
  const order: string[] = [];
  const pass = turns.pass(never, async (signal) => {
    order.push('pass begins');
    if (order.length === 1) await aborted(signal);
    order.push(signal.aborted ? 'interrupted' : 'whole');
    return order.length;
  });
  const alone = () => turns.alone(async () => void order.push('alone'));
  await Promise.all([alone(), alone()]);
  await pass;
  expect(order).toEqual(['pass begins', 'interrupted', 'alone', 'alone', 'pass begins', 'whole']);
});

test('work that fails lets the next work run', async () => {
  const turns = createLibraryLock();
  await expect(turns.alone(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  expect(await turns.pass(never, async (signal) => signal.aborted)).toBe(false);
});

test('a pass that is stopped does not begin again', async () => {
  const turns = createLibraryLock();
  const stopping = new AbortController();
  let begun = 0;
  const pass = turns.pass(stopping.signal, async (signal) => {
    begun += 1;
    await aborted(signal);
  });
  stopping.abort();
  await pass;
  expect(begun).toBe(1);
});

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
