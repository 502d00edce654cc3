// A flush sends every tab an event for each settled change, with the outcome of the change.
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test } from 'vitest';
import { onSyncEvent, type SyncEvent } from '../../src/mirror/sync-events.ts';
import { createCustomPlaylist } from '../../src/mutations/create-custom-playlist.ts';
import { claimPlaylistRefusal } from '../../src/mutations/custom-playlist-policy.ts';
import { markVideoWatched } from '../../src/mutations/mark-watched.ts';
import { addToPlaylist } from '../../src/mutations/playlist-entries.ts';
import { saveProgress } from '../../src/mutations/save-progress.ts';
import { setUserConfig } from '../../src/mutations/set-user-config.ts';
import { steppedClock } from '../builders/mirror-copy.ts';
import { aDevice, type Device } from '../builders/outbox-device.ts';
import { createModelArchive } from '../doubles/model-archive.ts';

const subject = 'Fog';
const customPlaylistId = 'TA_playlist_0';
const mark = (device: Device, videoId = 'v1') => markVideoWatched(device.mirror, { videoId, isWatched: true, subject });
const addTo = (device: Device, videoId: string) => addToPlaylist(device.mirror, { playlistId: customPlaylistId, videoId, subject });

test('a change that the archive accepted is reported as sent, in this tab and in every other tab of the account', async () => {
  const { device, clock, events } = await setup();
  const otherTab = device.openTab();
  onTestFinished(() => otherTab.db.close());
  const eventsInTab = listen(otherTab);
  const eventsElsewhere = listen((await setup()).device.mirror);
  const madeAtMs = clock.now();
  await mark(device);
  clock.advance(60_000);
  await device.flush();
  const sentEvent = { kind: 'settled', outcome: { name: 'sent' }, wasHeld: false, createdAtMs: madeAtMs };
  await expect.poll(() => eventsInTab).toMatchObject([{ ...sentEvent, mutation: { kind: 'mark-video-watched', videoId: 'v1' } }]);
  expect(events).toEqual(eventsInTab);
  await setUserConfig(device.mirror, 'grid_items', 5);
  await device.flush();
  await expect.poll(() => eventsInTab).toMatchObject([sentEvent, { outcome: { name: 'sent' }, mutation: { kind: 'set-config', key: 'grid_items' } }]);
  expect(eventsElsewhere).toEqual([]);
});

test('a change that the archive already had is reported as dropped', async () => {
  const { device, model, clock, events } = await setup();
  const otherDevice = await aDevice({ model, clock });
  await mark(device);
  await mark(otherDevice);
  await otherDevice.flush();
  await device.flush();
  await expect.poll(() => events).toMatchObject([{ outcome: { name: 'dropped' }, mutation: { videoId: 'v1' } }]);
});

test('a refused change is reported with its reason, together with the changes that depended on it', async () => {
  const { device, events } = await setup();
  const playlist = await createCustomPlaylist(device.mirror, { name: 'Quiet evenings' });
  if (!playlist.ok) throw new Error('not created');
  await addToPlaylist(device.mirror, { playlistId: playlist.value, videoId: 'v1', subject });
  await device.flush(['none', 'none', 'forbidden']);
  const outcome = { name: 'parked', reason: 'forbidden' };
  await expect
    .poll(() => events)
    .toMatchObject([
      { outcome, mutation: { kind: 'create-playlist' } },
      { outcome, mutation: { kind: 'change-membership' } },
    ]);
});

test('a deferred position that was sent is reported as deferred', async () => {
  const { device, clock, events } = await setup();
  await saveProgress(device.mirror, { videoId: 'v1', positionSeconds: 100, durationSeconds: 600, subject, shouldSend: false });
  clock.advance(60_000);
  await device.flush();
  await expect.poll(() => events).toMatchObject([{ wasHeld: true, outcome: { name: 'sent' } }]);
});

test('nothing is reported for a change that keeps waiting or was discarded while it was being sent', async () => {
  const { device, clock, events } = await setup();
  await mark(device);
  await device.flush(['none', 'none', 'bad-gateway']);
  expect(await device.rows()).toHaveLength(1);
  clock.advance(600_000);
  await device.flush([], {
    ...device.api,
    async setWatched(...call: Parameters<typeof device.api.setWatched>) {
      const answer = await device.api.setWatched(...call);
      await device.discardAll();
      return answer;
    },
  });
  expect(await device.rows()).toEqual([]);
  await mark(device, 'v2');
  await device.flush();
  await expect.poll(() => events).toMatchObject([{ mutation: { videoId: 'v2' } }]);
});

test('a refusal of custom playlists is shown once, by one tab, however many changes it affects', async () => {
  const { device } = await setup();
  const otherTab = device.openTab();
  onTestFinished(() => otherTab.db.close());
  expect(await claimPlaylistRefusal(device.mirror)).toBe(false);
  await addTo(device, 'v2');
  await device.flush(['none', 'forbidden']);
  expect([await claimPlaylistRefusal(otherTab), await claimPlaylistRefusal(device.mirror)]).toEqual([true, false]);
  await addTo(device, 'v3');
  await device.flush(['none', 'forbidden']);
  expect((await device.rows()).map(({ state }) => state.name)).toEqual(['parked', 'parked']);
  expect(await claimPlaylistRefusal(device.mirror)).toBe(false);
});

function listen(mirror: Device['mirror']): SyncEvent[] {
  const events: SyncEvent[] = [];
  onTestFinished(onSyncEvent(mirror.db, (event) => events.push(event)));
  return events;
}

async function setup() {
  const clock = steppedClock();
  const videos = ['v1', 'v2', 'v3'].map((videoId) => ({ videoId, channelId: 'cA', durationSeconds: 600 }));
  const model = createModelArchive({ videos, playlists: {}, customPlaylists: { [customPlaylistId]: ['v1'] } }, { honoursKeys: true });
  const device = await aDevice({ model, clock });
  return { device, model, clock, events: listen(device.mirror) };
}
