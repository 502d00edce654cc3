// Changes in the outbox whose kind this version of the app does not know are kept and never sent. Such changes occur, for instance, if an
// old tab is open next to a new release.
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test } from 'vitest';
import { readShownPlaylist } from '../../src/mirror/fold-entities.ts';
import type { OutboxRow } from '../../src/mirror/rows.ts';
import { resolvePlaylistId } from '../../src/mirror/playlist-ids.ts';
import { createCustomPlaylist } from '../../src/mutations/create-custom-playlist.ts';
import { discardChange, retryChange, tryNow } from '../../src/mutations/outbox-rows.ts';
import { addToPlaylist } from '../../src/mutations/playlist-entries.ts';
import { markChannelWatched } from '../../src/mutations/mark-all-watched.ts';
import { markVideoWatched } from '../../src/mutations/mark-watched.ts';
import { changeText, waitReasonText } from '../../src/features/unsent/change-text.ts';
import { pendingChangesStore } from '../../src/queries/sync-sheet-stores.ts';
import { syncStatusStore } from '../../src/queries/sync-stores.ts';
import { steppedClock } from '../builders/mirror-copy.ts';
import { aDevice, type Device } from '../builders/outbox-device.ts';
import { anOutboxRow } from '../builders/outbox-row.ts';
import { createModelArchive } from '../doubles/model-archive.ts';

const subject = 'Low tide';

async function setup() {
  const model = createModelArchive(
    { videos: ['v1', 'v2'].map((videoId) => ({ videoId, channelId: 'cA', durationSeconds: 600 })), playlists: {} },
    { honoursKeys: false },
  );
  const clock = steppedClock();
  const device = await aDevice({ model, clock });
  const mutation = { kind: 'rate-video', videoId: 'v1', stars: 5 };
  const row = anOutboxRow({ lane: 'video:v1', mutation, subject, createdAtMs: clock.now() });
  const sequence = await device.mirror.db.outbox.add(row);
  return { model, clock, device, sequence };
}

test('a change of an unknown kind is kept unchanged and never sent; later changes of its lane wait, and the changes of other lanes are sent', async () => {
  const { model, device, sequence } = await setup();
  const rowBefore = await device.mirror.db.outbox.get(sequence);
  await markVideoWatched(device.mirror, { videoId: 'v1', isWatched: true, subject });
  await markVideoWatched(device.mirror, { videoId: 'v2', isWatched: true, subject });
  expect(await device.flush()).toEqual({ end: 'drained', nextTryAtMs: null });
  expect(await device.mirror.db.outbox.get(sequence)).toEqual(rowBefore);
  expect((await device.rows()).map(({ mutation }) => mutation.kind)).toEqual(['rate-video', 'mark-video-watched']);
  expect([model.stateOf(1, 'v1').isWatched, model.stateOf(1, 'v2').isWatched]).toEqual([false, true]);
  // The user's later changes are shown.
  expect((await device.state('v1')).shown.isWatched).toBe(true);
});

test('a change of an unknown kind affects nothing that is shown, even while other changes are folded, sent again and undone', async () => {
  const { clock, device, sequence } = await setup();
  const undo = await markChannelWatched(device.mirror, { channelId: 'cA', isWatched: true, subject });
  await undo();
  await device.pull();
  await tryNow(device.mirror);
  clock.advance(60_000);
  await device.flush();
  expect(await device.rows()).toMatchObject([{ sequence, state: { name: 'waiting' }, attempts: 0 }]);
  expect((await device.state('v1')).shown.isWatched).toBe(false);
});

test('a change of an unknown kind is shown on the sync sheet, and can be discarded', async () => {
  const { device, sequence } = await setup();
  const store = pendingChangesStore(device.mirror);
  const unsubscribe = store.subscribe(() => {});
  await expect.poll(() => store.read()).toMatchObject([{ subject, isOfOtherVersion: true }]);
  expect(store.read().map(changeText)).toEqual([{ icon: 'clock', label: 'Made by another version of the app' }]);
  await discardChange(device.mirror, sequence);
  await expect.poll(() => store.read()).toEqual([]);
  unsubscribe();
});

test('a change of an unknown kind stays unchanged when its new playlist gets the real id; later changes wait for that change, and the sheet gives the reason', async () => {
  const { model, device } = await setup();
  const { db } = device.mirror;
  const temporaryId = await createPlaylist(device);
  await addToPlaylist(device.mirror, { playlistId: temporaryId, videoId: 'v1', subject });
  const sequence = await db.outbox.add(anUnknownRow(temporaryId));
  const rowBefore = await db.outbox.get(sequence);
  await addToPlaylist(device.mirror, { playlistId: temporaryId, videoId: 'v2', subject: 'High tide' });
  await device.flush();
  expect(await db.outbox.get(sequence)).toEqual(rowBefore);
  const realId = await resolvePlaylistId(db, temporaryId);
  expect(model.lists.playlist(realId)).toMatchObject({ entries: ['v1'] });
  expect((await readShownPlaylist(db, realId))?.entries.map(({ videoId }) => videoId)).toEqual(['v1', 'v2']);
  const changesStore = pendingChangesStore(device.mirror);
  const statusStore = syncStatusStore(device.mirror);
  for (const store of [changesStore, statusStore]) onTestFinished(store.subscribe(() => {}));
  await expect.poll(() => statusStore.read()).toMatchObject({ waitingCount: 3, otherVersionCount: 3 });
  expect(changesStore.read().map((change) => waitReasonText(change))).toEqual([
    'This version of the app does not know this change. It is sent when the app is up to date.',
    'This version of the app does not know this change. It is sent when the app is up to date.',
    'Waits for an earlier change, made by another version of the app.',
  ]);
  // A discarded change no longer blocks anything.
  await discardChange(device.mirror, sequence);
  await device.flush();
  expect(model.lists.playlist(realId)).toMatchObject({ entries: ['v1', 'v2'] });
  expect(model.requests.filter((request) => request.includes(temporaryId))).toEqual([]);
});

test.each(['temporary', 'real'] as const)(
  'a change that another version left with the temporary id of a playlist is sent under the real id, from the lane of the %s id',
  async (laneKind) => {
    const { model, device } = await setup();
    const { db } = device.mirror;
    const temporaryId = await createPlaylist(device);
    await device.flush();
    const realId = await resolvePlaylistId(db, temporaryId);
    const mutation = { kind: 'change-membership', playlistId: temporaryId, videoId: 'v1', isMember: true, title: subject };
    await db.outbox.add(anOutboxRow({ lane: `playlist:${laneKind === 'real' ? realId : temporaryId}`, mutation }));
    await addToPlaylist(device.mirror, { playlistId: temporaryId, videoId: 'v2', subject });
    await device.flush();
    expect(model.lists.playlist(realId)).toMatchObject({ entries: ['v1', 'v2'] });
    expect(model.requests.filter((request) => request.includes(temporaryId))).toEqual([]);
  },
);

test('a change of an unknown kind stays unchanged when the creation that it depends on is refused, and when that creation is retried', async () => {
  const { device } = await setup();
  const { db } = device.mirror;
  const temporaryId = await createPlaylist(device);
  const sequence = await db.outbox.add(anUnknownRow(temporaryId));
  const rowBefore = await db.outbox.get(sequence);
  await device.flush(['none', 'none', 'forbidden']);
  const [creation] = (await device.rows()).filter((row) => row.state.name === 'parked');
  expect(await db.outbox.get(sequence)).toEqual(rowBefore);
  const changesStore = pendingChangesStore(device.mirror);
  onTestFinished(changesStore.subscribe(() => {}));
  await expect.poll(() => changesStore.read().map((change) => waitReasonText(change))).toContain('Waits for “Quiet evenings”, which the server refused.');
  await retryChange(device.mirror, creation?.sequence ?? 0);
  expect(await db.outbox.get(sequence)).toEqual(rowBefore);
});

function anUnknownRow(playlistId: string): OutboxRow {
  const mutation = { kind: 'rate-playlist', playlistId };
  return anOutboxRow({ lane: `playlist:${playlistId}`, mutation, subject });
}

/** Creates a playlist, and returns its temporary id. */
async function createPlaylist({ mirror }: Device): Promise<string> {
  const creation = await createCustomPlaylist(mirror, { name: 'Quiet evenings' });
  if (!creation.ok) throw new Error('no name');
  return creation.value;
}

test('a change of an unknown kind is not counted as being sent, and neither are the changes behind it', async () => {
  const { device } = await setup();
  await markVideoWatched(device.mirror, { videoId: 'v1', isWatched: true, subject });
  await markVideoWatched(device.mirror, { videoId: 'v2', isWatched: true, subject });
  const store = syncStatusStore(device.mirror);
  const unsubscribe = store.subscribe(() => {});
  await expect.poll(() => store.read()).toMatchObject({ waitingCount: 3, otherVersionCount: 2 });
  unsubscribe();
});
