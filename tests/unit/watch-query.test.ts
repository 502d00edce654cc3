import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { expect, onTestFinished, test, vi } from 'vitest';
import { limitKeptChanges } from '../../src/mirror/limit-kept-changes.ts';
import { watchQuery, watchQueryAtRate } from '../../src/mirror/watch-query.ts';
import { steppedClock, settled, waitUntil } from '../builders/mirror-copy.ts';

async function aDatabase() {
  const db = new Dexie('watched');
  db.version(1).stores({ rows: 'id' });
  await db.open();
  onTestFinished(() => db.delete());
  return { db, clock: steppedClock() };
}

async function setup() {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { db, clock } = await aDatabase();
  const source = { isFailing: false, readCount: 0 };
  const seenCounts: number[] = [];
  const end = watchQuery(
    clock,
    async () => {
      source.readCount += 1;
      // Safari reports "Connection to Indexed Database server lost", and Chromium "Internal error".
      if (source.isFailing) throw Object.assign(new Error('Connection to Indexed Database server lost'), { name: 'UnknownError' });
      return db.table('rows').count();
    },
    (count) => seenCounts.push(count),
  );
  onTestFinished(() => {
    end();
    vi.restoreAllMocks();
  });
  await waitUntil(() => seenCounts.length === 1);
  const addRow = (id: number) => db.table('rows').add({ id });
  return { clock, source, seenCounts, end, addRow };
}

test('a query reads again after a temporary failure, and continues to follow changes', async () => {
  const { clock, source, seenCounts, addRow } = await setup();
  source.isFailing = true;
  await addRow(1);
  await waitUntil(() => source.readCount === 2);
  source.isFailing = false;
  await settled();
  clock.advance(250);
  await waitUntil(() => seenCounts.at(-1) === 1);
  await addRow(2);
  await waitUntil(() => seenCounts.at(-1) === 2);
});

test('a query that keeps failing reads less and less often, and no longer reads after it has ended', async () => {
  const { clock, source, end, addRow } = await setup();
  source.isFailing = true;
  await addRow(1);
  await waitUntil(() => source.readCount === 2);
  const readCountAfter = async (ms: number): Promise<number> => {
    await settled();
    clock.advance(ms);
    await settled();
    return source.readCount;
  };
  expect([await readCountAfter(249), await readCountAfter(1), await readCountAfter(499), await readCountAfter(1)]).toEqual([2, 3, 3, 4]);
  for (let attempt = 0; attempt < 10; attempt += 1) await readCountAfter(30_000);
  expect(source.readCount).toBe(14);
  expect(console.warn).toHaveBeenCalledOnce();
  end();
  expect(await readCountAfter(60_000)).toBe(14);
});

test('one read covers all changes made while a query rests', async () => {
  const { db, clock } = await aDatabase();
  const seenCounts: number[] = [];
  const slowCount = async (): Promise<number> => {
    const count = await db.table('rows').count();
    clock.advance(30);
    return count;
  };
  const { end } = watchQueryAtRate(
    clock,
    slowCount,
    (count) => seenCounts.push(count),
    (tookMs) => 2 * tookMs,
  );
  onTestFinished(end);
  await waitUntil(() => seenCounts.length === 1);
  for (const id of [1, 2, 3]) await db.table('rows').add({ id });
  await settled();
  clock.advance(59);
  await settled();
  expect(seenCounts).toEqual([0]);
  clock.advance(1);
  await waitUntil(() => seenCounts.length === 2);
  expect(seenCounts).toEqual([0, 3]);
});

test('a query rests for its whole interval unless the rest is ended early', async () => {
  const { db, clock } = await aDatabase();
  const seenCounts: number[] = [];
  const watch = watchQueryAtRate(
    clock,
    () => db.table('rows').count(),
    (count) => seenCounts.push(count),
    () => 1_000,
  );
  onTestFinished(() => watch.end());
  await waitUntil(() => seenCounts.length === 1);
  await db.table('rows').add({ id: 1 });
  await settled();
  clock.advance(999);
  await settled();
  expect(seenCounts).toEqual([0]);
  watch.endRest();
  await waitUntil(() => seenCounts.length === 2);
  await db.table('rows').add({ id: 2 });
  await settled();
  clock.advance(1_000);
  await waitUntil(() => seenCounts.length === 3);
  expect(seenCounts).toEqual([0, 1, 2]);
});

test('a query is read again after 5 000 changed keys that it does not cover, because Dexie keeps these keys in memory until the query is read', async () => {
  onTestFinished(limitKeptChanges());
  const { source, seenCounts, end, addRow } = await setup();
  const otherDatabase = new Dexie('others');
  otherDatabase.version(1).stores({ rows: 'id, *words' });
  onTestFinished(() => otherDatabase.delete());
  const changeOthers = async (count: number): Promise<void> => {
    // Each word of a row is a key of its own. From 50 rows on, Dexie notifies of one range instead of each key.
    const words = Array.from({ length: count / 2 }, (_, index) => index);
    for (const id of [1, 2]) await otherDatabase.table('rows').add({ id: `${id} of ${count}`, words });
  };
  await changeOthers(1_000);
  await settled();
  expect(source.readCount).toBe(1);
  await changeOthers(5_000);
  await waitUntil(() => source.readCount > 1);
  await waitUntil(() => seenCounts.length > 1);
  await addRow(1);
  await waitUntil(() => seenCounts.at(-1) === 1);
  const readCount = source.readCount;
  end();
  await changeOthers(6_000);
  await settled();
  expect(source.readCount).toBe(readCount);
});
