import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchQuery } from '../../src/mirror/watch-query.ts';
import { manualClock, settled, waitUntil } from '../builders/mirror-copy.ts';

async function setup() {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const db = new Dexie('watched');
  db.version(1).stores({ rows: 'id' });
  await db.open();
  const clock = manualClock();
  const broken = { isSo: false, reads: 0 };
  const seen: number[] = [];
  const end = watchQuery(
    clock,
    async () => {
      broken.reads += 1;
      // Safari: "Connection to Indexed Database server lost"; Chromium: "Internal error".
      if (broken.isSo) throw Object.assign(new Error('Connection to Indexed Database server lost'), { name: 'UnknownError' });
      return db.table('rows').count();
    },
    (count) => seen.push(count),
  );
  onTestFinished(async () => {
    end();
    await db.delete();
    vi.restoreAllMocks();
  });
  await waitUntil(() => seen.length === 1);
  const add = (id: number) => db.table('rows').add({ id });
  return { clock, broken, seen, end, add };
}

test('a query whose read fails temporarily is repeated, and keeps following changes', async () => {
  const { clock, broken, seen, add } = await setup();
  broken.isSo = true;
  await add(1);
  await waitUntil(() => broken.reads === 2);
  broken.isSo = false;
  await settled();
  clock.advance(250);
  await waitUntil(() => seen.at(-1) === 1);
  await add(2);
  await waitUntil(() => seen.at(-1) === 2);
});

test('a query that keeps failing is repeated less and less often, and not at all once it has ended', async () => {
  const { clock, broken, end, add } = await setup();
  broken.isSo = true;
  await add(1);
  await waitUntil(() => broken.reads === 2);
  const readsAfter = async (ms: number): Promise<number> => {
    await settled();
    clock.advance(ms);
    await settled();
    return broken.reads;
  };
  expect([await readsAfter(249), await readsAfter(1), await readsAfter(499), await readsAfter(1)]).toEqual([2, 3, 3, 4]);
  for (let again = 0; again < 10; again += 1) await readsAfter(30_000);
  expect(broken.reads).toBe(14);
  expect(console.warn).toHaveBeenCalledOnce();
  end();
  expect(await readsAfter(60_000)).toBe(14);
});
