import 'fake-indexeddb/auto';
import type { Transaction } from 'dexie';
import { expect, test } from 'vitest';
import { markChannelWatched } from '../../src/mutations/mark-all-watched.ts';
import type { Mirror } from '../../src/mirror/database.ts';
import { forgetVideo } from '../../src/mirror/forget.ts';
import { markPlaylistWatched } from '../../src/mutations/mark-all-watched.ts';
import { markVideosWatched } from '../../src/mutations/mark-many.ts';
import { markVideoWatched } from '../../src/mutations/mark-watched.ts';
import { discardAllChanges, retryChange } from '../../src/mutations/outbox-rows.ts';
import { saveProgress, startOver, writeIfMirrored } from '../../src/mutations/save-progress.ts';
import { writeFailureOf } from '../../src/mutations/write-failure.ts';
import { deleteOldUndos } from '../../src/mutations/undo-change.ts';
import type { Mutation } from '../../src/mirror/rows.ts';
import { aDevice } from '../builders/outbox-device.ts';
import { anOutboxRow } from '../builders/outbox-row.ts';
import { steppedClock } from '../builders/mirror-copy.ts';
import { createModelArchive } from '../doubles/model-archive.ts';

const subject = 'Harbour lights';
const watchedState = { isWatched: true, positionSeconds: null };

test('a mark is shown and pending when its promise resolves', async () => {
  const { device, mark } = await setup();
  await mark(true);
  expect(await device.state('v1')).toMatchObject({ shown: watchedState, server: { isWatched: false }, waiting: 1 });
  expect(await device.rows()).toMatchObject([{ lane: 'video:v1', base: { isWatched: false, positionSeconds: null }, state: { name: 'waiting' } }]);
});

test('marking and unmarking leaves nothing to send', async () => {
  const { device, mark } = await setup();
  await mark(true);
  expect(await device.state('v1')).toMatchObject({ shown: { isWatched: true }, waiting: 1 });
  await mark(false);
  expect(await device.rows()).toEqual([]);
  expect(await device.state('v1')).toMatchObject({ shown: { isWatched: false }, waiting: 0 });
});

test('several positions become one change with the first base and the last position, and a mark replaces that change', async () => {
  const { device, savePosition, mark } = await setup();
  await savePosition(100);
  await savePosition(130);
  await savePosition(160);
  expect(await device.rows()).toMatchObject([{ mutation: { positionSeconds: 160 }, base: { positionSeconds: null }, revision: 3 }]);
  await mark(true);
  expect((await device.rows()).map((row) => row.mutation.kind)).toEqual(['mark-video-watched']);
});

test('nothing is coalesced into a row whose request has left', async () => {
  const { device, savePosition } = await setup();
  await savePosition(100);
  await device.flush(['none', 'none', 'lost-answer']);
  await savePosition(130);
  expect((await device.rows()).map((row) => row.mutation)).toMatchObject([{ positionSeconds: 100 }, { positionSeconds: 130 }]);
});

test('a deferred position survives a crash of the tab and a pull, and is sent after 30 s', async () => {
  const { device, clock, savePosition } = await setup();
  await savePosition(100, false);
  device.crash();
  await device.pull();
  expect(await device.state('v1')).toMatchObject({ shown: { positionSeconds: 100 }, waiting: 0 });
  expect(await device.flush()).toMatchObject({ end: 'drained' });
  expect((await device.rows()).map((row) => row.state.name)).toEqual(['held']);
  clock.advance(30_000);
  await device.flush();
  expect(await device.rows()).toEqual([]);
});

test('a position near the end counts as watched here, as it does at the archive', async () => {
  const { device, model, savePosition } = await setup();
  await savePosition(540);
  expect((await device.state('v1')).shown).toEqual(watchedState);
  await device.flush();
  expect(model.stateOf(1, 'v1')).toEqual(watchedState);
});

test('a mark of a channel does not show on videos that are mirrored later', async () => {
  const { device, model } = await setup();
  await device.mirror.db.videoCards.delete('v2');
  await device.mirror.db.watchStates.delete('v2');
  await markChannelWatched(device.mirror, { channelId: 'cA', isWatched: true, subject });
  await device.pull();
  expect((await device.state('v1')).shown).toEqual(watchedState);
  expect((await device.state('v2')).shown).toEqual(model.stateOf(1, 'v2'));
});

test('a mark of a channel waits on the device for 8 seconds, and undoing removes the mark completely', async () => {
  const { device, clock, model } = await setup();
  const undo = await markChannelWatched(device.mirror, { channelId: 'cA', isWatched: true, subject });
  clock.advance(7_999);
  await device.flush();
  expect(model.stateOf(1, 'v1').isWatched).toBe(false);
  expect((await device.state('v1')).shown.isWatched).toBe(true);
  await undo();
  expect(await device.rows()).toEqual([]);
  expect((await device.state('v1')).shown.isWatched).toBe(false);
});

test('undoing a sent mark restores the position that the server forgot', async () => {
  const { device, model, savePosition, mark } = await setup();
  await savePosition(200);
  await device.flush();
  const undo = await mark(true);
  await device.flush();
  expect(model.stateOf(1, 'v1')).toEqual(watchedState);
  await undo();
  expect((await device.state('v1')).shown).toEqual({ isWatched: false, positionSeconds: 200 });
  await device.flush();
  expect(model.stateOf(1, 'v1')).toEqual({ isWatched: false, positionSeconds: 200 });
});

test('many videos are marked in few transactions, and one undo restores them all', async () => {
  const { device, savePosition } = await setup();
  await savePosition(100);
  const transactions = new Set<unknown>();
  device.mirror.db.outbox.hook('creating', (_key, _row, transaction) => void transactions.add(rootOf(transaction)));
  const videos = ['v1', ...Array.from({ length: 119 }, (_, index) => `w${index}`)].map((videoId) => ({ videoId, title: videoId }));
  const { undo } = await markVideosWatched(device.mirror, { videos, isWatched: true });
  expect((await device.rows()).map(({ lane }) => lane)).toEqual(videos.map(({ videoId }) => `video:${videoId}`));
  expect(transactions.size).toBe(3);
  await undo();
  expect(await device.state('v1')).toMatchObject({ shown: { isWatched: false, positionSeconds: 100 } });
  expect((await device.rows()).map(({ mutation }) => mutation)).toMatchObject([{ kind: 'save-progress', positionSeconds: 100 }]);
});

test('if a batch of marks cannot be stored, the marks stored before it can be undone', async () => {
  const { device } = await setup();
  const videos = ['v1', ...Array.from({ length: 79 }, (_, index) => `w${index}`)].map((videoId) => ({ videoId, title: videoId }));
  const fullDisk = new DOMException('of the test', 'QuotaExceededError');
  device.mirror.db.outbox.hook('creating', (_key, { subject: title }) => {
    if (title === 'w60') throw fullDisk;
  });
  const { markedCount, undo, failure } = await markVideosWatched(device.mirror, { videos, isWatched: true });
  expect([markedCount, (await device.rows()).length, writeFailureOf(failure)]).toEqual([50, 50, 'full']);
  await undo();
  expect(await device.rows()).toEqual([]);
  await expect(markVideosWatched(device.mirror, { videos: videos.slice(-20), isWatched: true })).rejects.toThrow('of the test');
});

test('undoing a mark before it is sent restores the pending position', async () => {
  const { device, savePosition, mark } = await setup();
  await savePosition(200);
  const undo = await mark(true);
  await undo();
  expect((await device.rows()).map((row) => row.mutation)).toMatchObject([{ kind: 'save-progress', positionSeconds: 200 }]);
});

test('undoing a mark that may have arrived also undoes the mark at the archive', async () => {
  const { clock, device, model, mark } = await setup();
  const undo = await mark(true);
  await device.flush(['none', 'none', 'lost-answer']);
  expect(model.stateOf(1, 'v1').isWatched).toBe(true);
  await undo();
  expect((await device.state('v1')).shown.isWatched).toBe(false);
  clock.advance(61_000);
  await device.flush();
  expect(model.stateOf(1, 'v1').isWatched).toBe(false);
  expect(await device.rows()).toEqual([]);
});

test.each([
  ['a channel', (mirror: Mirror) => markChannelWatched(mirror, { channelId: 'cA', isWatched: true, subject })],
  ['a playlist', (mirror: Mirror) => markPlaylistWatched(mirror, { playlistId: 'p1', isWatched: true, subject })],
])('undoing a sent mark of %s restores every state and position', async (_what, markAll) => {
  const { clock, device, model, savePosition } = await setup();
  await savePosition(200);
  await markVideoWatched(device.mirror, { videoId: 'v2', isWatched: true, subject });
  await device.flush();
  const undo = await markAll(device.mirror);
  clock.advance(9_000);
  await device.flush();
  expect(model.stateOf(1, 'v1')).toEqual(watchedState);
  await undo();
  await device.flush();
  expect(model.stateOf(1, 'v1')).toEqual({ isWatched: false, positionSeconds: 200 });
  expect(model.stateOf(1, 'v2')).toEqual(watchedState);
});

test('the base of a position is the state that the archive had before the position was first reported, even if a newer state has been pulled since', async () => {
  const { clock, device, model, savePosition } = await setup();
  await savePosition(100);
  const otherDevice = await aDevice({ model, clock });
  await saveProgress(otherDevice.mirror, { videoId: 'v1', positionSeconds: 300, durationSeconds: 600, subject, shouldSend: true });
  await otherDevice.flush();
  clock.advance(2_000);
  await device.pull();
  expect((await device.state('v1')).server.positionSeconds).toBe(300);
  await savePosition(110);
  expect(await device.rows()).toMatchObject([{ mutation: { positionSeconds: 110 }, base: { positionSeconds: null } }]);
});

test('pressing Undo twice undoes once, whether or not the change was sent', async () => {
  const { device, model, savePosition, mark } = await setup();
  await savePosition(200);
  await device.flush();
  const undoUnsent = await mark(true);
  await undoUnsent();
  const rows = await device.rows();
  await undoUnsent();
  expect(await device.rows()).toEqual(rows);
  const undoSent = await mark(true);
  await device.flush();
  await undoSent();
  await mark(true);
  await device.flush();
  await undoSent();
  expect(await device.rows()).toEqual([]);
  expect(model.stateOf(1, 'v1')).toEqual(watchedState);
});

test('undoing restores the former state even if another tab has changed the same video since', async () => {
  const { device, savePosition, mark } = await setup();
  await savePosition(200);
  await device.flush();
  const undo = await mark(true);
  const otherTab = device.openTab();
  await markVideoWatched(otherTab, { videoId: 'v1', isWatched: false, subject });
  expect((await device.state('v1')).shown).toEqual({ isWatched: false, positionSeconds: null });
  await undo();
  expect((await device.state('v1')).shown).toEqual({ isWatched: false, positionSeconds: 200 });
  otherTab.db.close();
});

test('undoing the second of two changes that cancelled each other restores the first change', async () => {
  const { device, model, mark } = await setup();
  await mark(true);
  const undo = await mark(false);
  expect(await device.rows()).toEqual([]);
  await undo();
  expect((await device.state('v1')).shown).toEqual(watchedState);
  await device.flush();
  expect(model.stateOf(1, 'v1')).toEqual(watchedState);
});

test('undoing a mark made after a sent mark of its channel leaves the video in the state of the channel mark', async () => {
  const { clock, device, model, mark } = await setup();
  await mark(true);
  await markChannelWatched(device.mirror, { channelId: 'cA', isWatched: false, subject });
  const undo = await mark(true);
  clock.advance(8_000);
  await device.flush([], {
    ...device.api,
    async setWatched(...call: Parameters<typeof device.api.setWatched>) {
      const answer = await device.api.setWatched(...call);
      if (call[0] === 'cA') device.session.faults = ['drop'];
      return answer;
    },
  });
  expect(await device.rows()).toHaveLength(1);
  await undo();
  expect((await device.state('v1')).shown.isWatched).toBe(false);
  clock.advance(600_000);
  await device.flush();
  expect([await device.rows(), model.stateOf(1, 'v1').isWatched]).toEqual([[], false]);
});

test('undoing a mark that was repeated after a mark of its channel undoes both marks of the video', async () => {
  const { device, mark } = await setup();
  const undo = await mark(true);
  await markChannelWatched(device.mirror, { channelId: 'cA', isWatched: false, subject });
  await mark(true);
  await undo();
  expect((await device.state('v1')).shown.isWatched).toBe(false);
});

test('undoing a mark of a channel restores the mark that a video got after the previous channel mark, even if all marks have been sent', async () => {
  const { clock, device, model } = await setup();
  const markAll = (isWatched: boolean) => markChannelWatched(device.mirror, { channelId: 'cA', isWatched, subject });
  await markAll(true);
  await markVideoWatched(device.mirror, { videoId: 'v2', isWatched: false, subject });
  const undo = await markAll(false);
  await device.flush();
  await undo();
  expect([(await device.state('v1')).shown.isWatched, (await device.state('v2')).shown.isWatched]).toEqual([true, false]);
  clock.advance(8_000);
  await device.flush();
  expect([await device.rows(), model.stateOf(1, 'v1').isWatched, model.stateOf(1, 'v2').isWatched]).toEqual([[], true, false]);
});

test('undoing a change without effect changes nothing', async () => {
  const { device, mark } = await setup();
  await mark(true);
  const undo = await mark(true);
  const rows = await device.rows();
  await undo();
  expect((await device.rows()).map(({ mutation }) => mutation)).toEqual(rows.map(({ mutation }) => mutation));
});

test('undoing works even if the clock was set forward and another change was made since', async () => {
  const { clock, device, mark } = await setup();
  const undo = await mark(true);
  clock.advance(61 * 60_000);
  await markVideoWatched(device.mirror, { videoId: 'v2', isWatched: true, subject });
  await undo();
  expect((await device.state('v1')).shown.isWatched).toBe(false);
});

test('the next start forgets the undos of closed toasts, but keeps the ten newest undos, because the clock may have been set forward', async () => {
  const { device, clock, mark } = await setup();
  const undoFirst = await mark(true);
  for (let count = 0; count < 10; count += 1) await mark(count % 2 === 1);
  const { undos } = device.mirror.db;
  await deleteOldUndos(device.mirror);
  expect(await undos.count()).toBe(11);
  clock.advance(24 * 3_600_000);
  await deleteOldUndos(device.mirror);
  expect(await undos.count()).toBe(10);
  await undoFirst();
  expect((await device.state('v1')).shown).toEqual(watchedState);
  const undo = await mark(false);
  clock.advance(24 * 3_600_000);
  await deleteOldUndos(device.mirror);
  await undo();
  expect((await device.state('v1')).shown).toEqual(watchedState);
});

test('a position reported while its video is being deleted leaves no change behind', async () => {
  const { device, savePosition } = await setup();
  await writeIfMirrored(device.mirror, 'v1', () => savePosition(60, false));
  expect(await device.rows()).toHaveLength(1);
  const positionReport = writeIfMirrored(device.mirror, 'v1', () => savePosition(65, false));
  await forgetVideo(device.mirror, 'v1', async () => {});
  await positionReport;
  await writeIfMirrored(device.mirror, 'v1', () => savePosition(70));
  expect(await device.rows()).toEqual([]);
});

test('starting over forgets the position, on this device and at the archive', async () => {
  const { device, model, savePosition } = await setup();
  await savePosition(200);
  await device.flush();
  expect(model.stateOf(1, 'v1').positionSeconds).toBe(200);
  await startOver(device.mirror, { videoId: 'v1', subject });
  await device.flush();
  expect(model.stateOf(1, 'v1').positionSeconds).toBeNull();
});

test('starting over does not undo the watched mark of a position near the end', async () => {
  const { device, savePosition } = await setup();
  await savePosition(540);
  await startOver(device.mirror, { videoId: 'v1', subject });
  expect((await device.state('v1')).shown).toEqual(watchedState);
});

test('after a mark is refused, the server’s state is shown again, and a retry sends the mark', async () => {
  const { device, model, mark } = await setup();
  await mark(true);
  await device.flush(['none', 'none', 'forbidden']);
  const [row] = await device.rows();
  expect(row?.state).toMatchObject({ name: 'parked', reason: 'forbidden' });
  expect((await device.state('v1')).shown.isWatched).toBe(false);
  await retryChange(device.mirror, row?.sequence ?? 0);
  expect((await device.rows())[0]?.idempotencyKey, 'an archive may answer the old key with its old refusal').not.toBe(row?.idempotencyKey);
  await device.flush();
  expect(model.stateOf(1, 'v1').isWatched).toBe(true);
});

test('discarding everything shows the server’s last state', async () => {
  const { device, mark } = await setup();
  await mark(true);
  await discardAllChanges(device.mirror);
  expect(await device.state('v1')).toMatchObject({ shown: { isWatched: false }, waiting: 0 });
});

test('discarding everything keeps a deferred position, because no list shows it', async () => {
  const { device, savePosition } = await setup();
  await savePosition(100, false);
  await discardAllChanges(device.mirror);
  expect(await device.state('v1')).toMatchObject({ shown: { positionSeconds: 100 } });
});

test('discarding everything discards hundreds of changes', async () => {
  const { device } = await setup();
  const { db } = device.mirror;
  const videoIds = Array.from({ length: 300 }, (_, index) => `v${index + 1}`);
  await db.outbox.bulkAdd(
    videoIds.map((videoId) => anOutboxRow({ lane: `video:${videoId}`, mutation: { kind: 'mark-video-watched', videoId, isWatched: true } as Mutation })),
  );
  expect(await device.rows()).toHaveLength(300);
  await discardAllChanges(device.mirror);
  expect(await device.rows()).toEqual([]);
});

async function setup() {
  const clock = steppedClock();
  const model = createModelArchive(
    { videos: ['v1', 'v2'].map((videoId) => ({ videoId, channelId: 'cA', durationSeconds: 600 })), playlists: { p1: ['v1', 'v2'] } },
    { honoursKeys: true },
  );
  const device = await aDevice({ model, clock });
  return {
    clock,
    model,
    device,
    mark: (isWatched: boolean) => markVideoWatched(device.mirror, { videoId: 'v1', isWatched, subject }),
    savePosition: (positionSeconds: number, shouldSend = true) =>
      saveProgress(device.mirror, { videoId: 'v1', positionSeconds, durationSeconds: 600, subject, shouldSend }),
  };
}

function rootOf(transaction: Transaction): Transaction {
  return transaction.parent ? rootOf(transaction.parent) : transaction;
}
