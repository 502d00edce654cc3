// The rules of the saver, with a real ledger. Each test itself completes the saves that the saver begins.
import { expect, onTestFinished, test } from 'vitest';
import { openLedger } from '../../src/saved-media/ledger/ledger.ts';
import type { Ledger } from '../../src/saved-media/ledger/ledger-port.ts';
import { itemKeyOf, type SavedItem } from '../../src/saved-media/ledger/rows.ts';
import { statusAfter, type SaveEvent } from '../../src/saved-media/ledger/save-states.ts';
import type { DeviceSpace } from '../../src/saved-media/quota.ts';
import { startSaver } from '../../src/saved-media/saver/saver.ts';
import type { ItemOutcome, SaverPorts } from '../../src/saved-media/saver/saver-ports.ts';
import { onlyCopyUndoMs, undoMs } from '../../src/saved-media/saver/undo-timer.ts';
import { aSavedItem } from '../builders/saved-items.ts';
import { createManualClock } from '../doubles/manual-clock.ts';

let databaseCount = 0;

const unmeteredNetwork: SaverPorts['network'] = { isMetered: () => false, subscribe: () => () => {}, kind: () => 'wifi' };

async function setUp(items: Partial<SavedItem>[], { device = null as DeviceSpace | null, network = unmeteredNetwork, preferences = {} } = {}) {
  const ledger = openLedger(`saver-of-test-${++databaseCount}`);
  for (const overrides of items) {
    const item = aSavedItem(overrides);
    await ledger.change(itemKeyOf(item), () => item);
  }
  await ledger.changePreferences('mara', preferences);
  const clock = createManualClock();
  const begunIds: string[] = [];
  const removedIds: string[] = [];
  const changedIds: string[] = [];
  const playingIds = new Set<string>();
  const lossReports: string[] = [];
  let removalAttemptCount = 0;
  const resolvers = new Map<string, (outcome: ItemOutcome) => void>();
  const saver = startSaver('mara', await ledger.claim('one tab'), {
    ledger,
    clock,
    random: () => 1,
    network,
    space: async () => device,
    reconcile: async () => {},
    dropUpdate: async () => {},
    onChange: (videoId) => changedIds.push(videoId),
    onLost: () => lossReports.push('lost'),
    saveItem(item, _claim, signal) {
      begunIds.push(item.videoId);
      return new Promise((resolve) => {
        resolvers.set(item.videoId, resolve);
        signal.addEventListener('abort', () => resolve('ended'));
      });
    },
    async removeItem(item) {
      removalAttemptCount += 1;
      if (playingIds.has(item.videoId)) return false;
      removedIds.push(item.videoId);
      await ledger.forget(itemKeyOf(item));
      return true;
    },
  });
  onTestFinished(async () => {
    await saver.stop();
    await ledger.close();
  });
  const statusOf = async (videoId: string) => (await ledger.item(itemKeyOf(aSavedItem({ videoId }))))?.status;
  return {
    ledger,
    clock,
    removalAttemptCount: () => removalAttemptCount,
    begunIds,
    removedIds,
    changedIds,
    playingIds,
    lossReports,
    saver,
    statusOf,
    endSave: (videoId: string, outcome: ItemOutcome) => resolvers.get(videoId)?.(outcome),
  };
}

test.each([
  ['that brings some bytes between its cuts is retried soon', 1000, (ms: number) => ms < 8_000],
  ['that brings no bytes is retried less and less often', 0, (ms: number) => ms >= 15_000],
])('a connection %s', async (_what, receivedBytes, isExpectedDuration) => {
  const { ledger, clock, begunIds, endSave } = await setUp([{ videoId: 'fog' }]);
  await expect.poll(() => begunIds).toHaveLength(1);
  const startMs = clock.now();
  for (let cutCount = 1; cutCount <= 4; cutCount += 1) {
    await ledger.change(itemKeyOf(aSavedItem()), (row) => (row ? { ...row, savedBytes: row.savedBytes + receivedBytes } : null));
    endSave('fog', { event: 'network-lost' });
    // The interval lets the saver set its timer before the clock moves on, even on a busy machine.
    await expect.poll(() => (clock.pass(250), begunIds.length), { interval: 20 }).toBe(cutCount + 1);
  }
  expect(clock.now() - startMs).toSatisfy(isExpectedDuration);
});

test.each([
  ['that has not begun', { state: 'queued', reason: null }],
  ['left by a dead saver', { state: 'saving', reason: null }],
] as const)('while the ledger cannot be written, a save %s is tried again at growing intervals', async (_what, status) => {
  const { ledger, saver, clock, begunIds } = await setUp([]);
  const { commit } = ledger;
  let attemptCount = 0;
  ledger.commit = async () => {
    attemptCount += 1;
    throw new DOMException('of the test', 'UnknownError');
  };
  const startMs = clock.now();
  await ledger.change(itemKeyOf(aSavedItem()), () => aSavedItem({ status }));
  saver.wake();
  // Up to two attempts come immediately, because the start also wakes the saver; the others follow after 1, 2 and 4 s.
  await expect.poll(() => (clock.pass(250), attemptCount), { interval: 5 }).toBeGreaterThanOrEqual(5);
  expect(attemptCount).toBe(5);
  expect(clock.now() - startMs).toBeGreaterThanOrEqual(7_000);
  ledger.commit = commit;
  await expect.poll(() => (clock.pass(250), begunIds), { interval: 5 }).toEqual(['fog']);
});

async function applyEvent(ledger: Ledger, videoId: string, event: SaveEvent): Promise<void> {
  await ledger.change(itemKeyOf(aSavedItem({ videoId })), (row) => {
    const status = row && statusAfter(row.status, event);
    return row && status ? { ...row, status } : null;
  });
}

test('two videos are saved at a time, in their order', async () => {
  const { ledger, begunIds, endSave } = await setUp([
    { videoId: 'third', place: 3 },
    { videoId: 'first', place: 1 },
    { videoId: 'second', place: 2 },
  ]);
  await expect.poll(() => begunIds).toEqual(['first', 'second']);
  await ledger.change(itemKeyOf(aSavedItem({ videoId: 'first' })), (row) => (row ? { ...row, status: { state: 'ready', reason: null } } : null));
  endSave('first', 'done');
  await expect.poll(() => begunIds).toEqual(['first', 'second', 'third']);
});

test('a save that a person pauses ends and the next begins; waking the saver does not resume the paused save', async () => {
  const { ledger, saver, begunIds, statusOf } = await setUp([{ videoId: 'a' }, { videoId: 'b', place: 1 }, { videoId: 'c', place: 2 }]);
  await expect.poll(() => begunIds).toEqual(['a', 'b']);
  await applyEvent(ledger, 'a', 'pause');
  saver.wake();
  await expect.poll(() => begunIds).toEqual(['a', 'b', 'c']);
  saver.wake(true);
  await applyEvent(ledger, 'b', 'pause');
  saver.wake();
  await expect.poll(() => statusOf('b')).toEqual({ state: 'paused', reason: 'user' });
  expect(await statusOf('a')).toEqual({ state: 'paused', reason: 'user' });
});

test('without a network the save waits, and resumes when the wait is over', async () => {
  const { clock, begunIds, statusOf, endSave } = await setUp([{ videoId: 'a' }]);
  await expect.poll(() => begunIds).toEqual(['a']);
  endSave('a', { event: 'network-lost' });
  await expect.poll(() => statusOf('a')).toEqual({ state: 'paused', reason: 'offline' });
  clock.pass(1_000);
  await expect.poll(() => begunIds).toEqual(['a', 'a']);
});

test('after a pause of all saves, each save resumes immediately, even a save that was waiting for its retry', async () => {
  const { ledger, saver, begunIds, statusOf, endSave } = await setUp([{ videoId: 'a' }, { videoId: 'b', place: 1 }]);
  await expect.poll(() => begunIds).toEqual(['a', 'b']);
  endSave('a', { event: 'network-lost', retryAfterMs: 60_000 });
  await expect.poll(() => statusOf('a')).toEqual({ state: 'paused', reason: 'offline' });
  for (const isPaused of [true, false]) {
    await ledger.changePreferences('mara', { isPaused });
    saver.wake();
    if (isPaused) await expect.poll(() => statusOf('b')).toEqual({ state: 'paused', reason: 'background' });
  }
  await expect.poll(() => begunIds).toEqual(['a', 'b', 'a', 'b']);
});

test('a save resumes immediately when the archive is back', async () => {
  const { saver, begunIds, statusOf, endSave } = await setUp([{ videoId: 'a' }]);
  await expect.poll(() => begunIds).toEqual(['a']);
  endSave('a', { event: 'network-lost', retryAfterMs: 60_000 });
  await expect.poll(() => statusOf('a')).toEqual({ state: 'paused', reason: 'offline' });
  saver.wake(true);
  await expect.poll(() => begunIds).toEqual(['a', 'a']);
});

test('a dead saver’s save continues, and a save that waited for a session or for space is tried again', async () => {
  const { begunIds, statusOf } = await setUp([
    { videoId: 'a', status: { state: 'saving', reason: null } },
    { videoId: 'b', place: 1, status: { state: 'paused', reason: 'signed-out' } },
    { videoId: 'c', place: 2, status: { state: 'paused', reason: 'storage-full' } },
    { videoId: 'd', place: 3, status: { state: 'paused', reason: 'user' } },
  ]);
  await expect.poll(() => begunIds).toEqual(['a', 'b']);
  await expect.poll(() => statusOf('c')).toEqual({ state: 'queued', reason: null });
  expect(await statusOf('d')).toEqual({ state: 'paused', reason: 'user' });
});

test('a removed video keeps its files while its removal can be undone', async () => {
  const { ledger, saver, clock, removedIds, begunIds } = await setUp([{ videoId: 'a' }]);
  await expect.poll(() => begunIds).toEqual(['a']);
  await ledger.change(itemKeyOf(aSavedItem({ videoId: 'a' })), (row) => (row ? { ...row, removedAtMs: clock.now() } : null));
  await ledger.change(itemKeyOf(aSavedItem({ videoId: 'b' })), () => aSavedItem({ videoId: 'b' }));
  saver.wake();
  await expect.poll(() => begunIds).toEqual(['a', 'b']);
  expect(removedIds).toEqual([]);
  clock.pass(undoMs);
  await expect.poll(() => removedIds).toEqual(['a']);
});

test('a removed video that the server no longer has keeps its files for longer, because its Undo could not save it again', async () => {
  const removedAtMs = createManualClock().now();
  const { clock, removedIds, begunIds } = await setUp([
    { videoId: 'a', status: { state: 'gone-at-source', reason: null }, removedAtMs },
    { videoId: 'b', status: { state: 'ready', reason: null }, removedAtMs },
    { videoId: 'c' },
  ]);
  await expect.poll(() => begunIds).toEqual(['c']); // this shows that the saver has read the ledger
  clock.pass(undoMs);
  await expect.poll(() => removedIds).toEqual(['b']);
  clock.pass(onlyCopyUndoMs - undoMs);
  await expect.poll(() => removedIds).toEqual(['b', 'a']);
});

test('a video removed before the clock was set back is still deleted', async () => {
  const { clock, removedIds } = await setUp([{ videoId: 'a', removedAtMs: 3_600_000 }]);
  expect(clock.now()).toBeLessThan(3_600_000);
  await expect.poll(() => (clock.pass(undoMs), removedIds)).toEqual(['a']);
});

test('a clock that was set back does not shorten the time for an Undo', async () => {
  const { ledger, saver, clock, removedIds, begunIds } = await setUp([{ videoId: 'a', removedAtMs: 3_600_000 }]);
  await ledger.change(itemKeyOf(aSavedItem({ videoId: 'b' })), () => aSavedItem({ videoId: 'b' }));
  saver.wake();
  await expect.poll(() => begunIds).toEqual(['b']); // this shows that the saver has read the ledger
  expect(removedIds).toEqual([]);
  clock.pass(undoMs - 1);
  await ledger.change(itemKeyOf(aSavedItem({ videoId: 'c' })), () => aSavedItem({ videoId: 'c' }));
  saver.wake();
  await expect.poll(() => begunIds).toEqual(['b', 'c']);
  expect(removedIds).toEqual([]);
  clock.pass(1);
  await expect.poll(() => removedIds).toEqual(['a']);
});

test('a removed video that is playing keeps its files until playback ends', async () => {
  const { ledger, saver, clock, removedIds, changedIds, playingIds, removalAttemptCount } = await setUp([
    { videoId: 'a', status: { state: 'ready', reason: null } },
  ]);
  playingIds.add('a');
  await ledger.change(itemKeyOf(aSavedItem({ videoId: 'a' })), (row) => (row ? { ...row, removedAtMs: clock.now() - undoMs } : null));
  saver.wake();
  await expect.poll(removalAttemptCount).toBeGreaterThan(0);
  const attemptsBefore = removalAttemptCount();
  saver.wake();
  await expect.poll(removalAttemptCount).toBeGreaterThan(attemptsBefore);
  expect(changedIds).toEqual([]);
  playingIds.delete('a');
  saver.wake();
  await expect.poll(() => [removedIds, changedIds]).toEqual([['a'], ['a']]);
});

test('a saver that lost its claim changes nothing more, and reports the loss once', async () => {
  const { ledger, begunIds, lossReports, statusOf, endSave } = await setUp([{ videoId: 'a' }]);
  await expect.poll(() => begunIds).toEqual(['a']);
  await ledger.claim('another tab');
  const statusBefore = await statusOf('a');
  endSave('a', { event: 'not-found' });
  await ledger.change(itemKeyOf(aSavedItem({ videoId: 'b' })), () => aSavedItem({ videoId: 'b' }));
  await expect.poll(() => statusOf('b')).toEqual({ state: 'queued', reason: null });
  expect([await statusOf('a'), begunIds]).toEqual([statusBefore, ['a']]);
  await expect.poll(() => lossReports).toEqual(['lost']);
});
