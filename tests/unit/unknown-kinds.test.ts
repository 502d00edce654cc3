// A row of the outbox that another version of the app has written: an old tab beside a new release.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { discardChange, tryNow } from '../../src/mutations/outbox-rows.ts';
import { markChannelWatched } from '../../src/mutations/mark-watched.ts';
import { markVideoWatched } from '../../src/mutations/mark-watched.ts';
import { changeWords } from '../../src/app/shell/pending-words.ts';
import { pendingChangesStore } from '../../src/queries/sync-sheet-stores.ts';
import { syncStatusStore } from '../../src/queries/sync-stores.ts';
import { handClock } from '../builders/mirror-copy.ts';
import { aDevice } from '../builders/outbox-device.ts';
import { anOutboxRow } from '../builders/outbox-row.ts';
import { createModelArchive } from '../doubles/model-archive.ts';

const subject = 'Low tide';

async function setup() {
  const model = createModelArchive(
    { videos: ['v1', 'v2'].map((videoId) => ({ videoId, channelId: 'cA', durationSeconds: 600 })), playlists: {} },
    { honoursKeys: false },
  );
  const clock = handClock();
  const device = await aDevice({ model, clock });
  const mutation = { kind: 'rate-video', videoId: 'v1', stars: 5 };
  const row = anOutboxRow({ lane: 'video:v1', mutation, subject, createdAtMs: clock.now() });
  const sequence = await device.mirror.db.outbox.add(row);
  return { model, clock, device, sequence };
}

test('is left as it is and never sent; what stands behind it waits, and all else goes out', async () => {
  const { model, device, sequence } = await setup();
  const before = await device.mirror.db.outbox.get(sequence);
  await markVideoWatched(device.mirror, { videoId: 'v1', isWatched: true, subject });
  await markVideoWatched(device.mirror, { videoId: 'v2', isWatched: true, subject });
  expect(await device.flush()).toEqual({ end: 'drained', nextTryAtMs: null });
  expect(await device.mirror.db.outbox.get(sequence)).toEqual(before);
  expect((await device.rows()).map(({ mutation }) => mutation.kind)).toEqual(['rate-video', 'mark-video-watched']);
  expect([model.stateOf(1, 'v1').isWatched, model.stateOf(1, 'v2').isWatched]).toEqual([false, true]);
  // What a person did behind it is shown.
  expect((await device.state('v1')).shown.isWatched).toBe(true);
});

test('changes nothing of what is shown, also while other changes are folded, sent again and taken back', async () => {
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

test('is said on the sync sheet, and can be discarded', async () => {
  const { device, sequence } = await setup();
  const store = pendingChangesStore(device.mirror);
  const end = store.subscribe(() => {});
  await expect.poll(() => store.read()).toMatchObject([{ subject, isOfOtherVersion: true }]);
  expect(store.read().map(changeWords)).toEqual([{ icon: 'clock', words: 'Made by another version of the app' }]);
  await discardChange(device.mirror, sequence);
  await expect.poll(() => store.read()).toEqual([]);
  end();
});

test('is not counted as on its way, nor is what stands behind it', async () => {
  const { device } = await setup();
  await markVideoWatched(device.mirror, { videoId: 'v1', isWatched: true, subject });
  await markVideoWatched(device.mirror, { videoId: 'v2', isWatched: true, subject });
  const store = syncStatusStore(device.mirror);
  const end = store.subscribe(() => {});
  await expect.poll(() => store.read()).toMatchObject({ waitingCount: 3, otherVersionCount: 2 });
  end();
});
