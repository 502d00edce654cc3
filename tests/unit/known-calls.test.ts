// Some servers recognise a repeated call by its Idempotency-Key. Such a server repeats its first answer and changes nothing, so a later
// change of another device stays.
import { expect, test } from 'vitest';
import { createCustomPlaylist } from '../../src/mutations/create-custom-playlist.ts';
import { saveProgress } from '../../src/mutations/save-progress.ts';
import { markVideoWatched } from '../../src/mutations/mark-watched.ts';
import { setUserConfig } from '../../src/mutations/set-user-config.ts';
import { steppedClock } from '../builders/mirror-copy.ts';
import { aDevice } from '../builders/outbox-device.ts';
import { createModelArchive } from '../doubles/model-archive.ts';

const position = { videoId: 'v1', durationSeconds: 600, subject: 'x', shouldSend: true };

test('a position that arrived although its answer was lost does not hide a later position of another device', async () => {
  const { device, otherDevice, flushLater } = await setup();
  await saveProgress(device.mirror, { ...position, positionSeconds: 399 });
  await device.flush(['none', 'none', 'lost-answer']);
  await otherDevice.saveProgress('v1', 61, 'elsewhere');
  await flushLater();
  expect((await device.state('v1')).shown).toEqual({ isWatched: false, positionSeconds: 61 });
  expect((await device.state('v1')).server).toEqual({ isWatched: false, positionSeconds: 61 });
  await device.close();
});

test('a mark that arrived although its answer was lost does not hide a later mark of another device', async () => {
  const { device, otherDevice, flushLater } = await setup();
  await markVideoWatched(device.mirror, { videoId: 'v1', isWatched: true, subject: 'x' });
  await device.flush(['none', 'none', 'lost-answer']);
  await otherDevice.setWatched('v1', false, 'elsewhere');
  await flushLater();
  expect((await device.state('v1')).shown).toEqual({ isWatched: false, positionSeconds: null });
  await device.close();
});

test('a call that never arrived counts when it is sent again', async () => {
  const { device, model, flushLater } = await setup();
  await saveProgress(device.mirror, { ...position, positionSeconds: 399 });
  await device.flush(['none', 'none', 'drop']);
  await flushLater();
  expect(model.stateOf(1, 'v1').positionSeconds).toBe(399);
  expect((await device.state('v1')).server.positionSeconds).toBe(399);
  await device.close();
});

test('a playlist whose creation got no answer is created without further waiting, and only once', async () => {
  const { device, model, clock } = await setup();
  await createCustomPlaylist(device.mirror, { name: 'Quay walks' });
  await device.flush(['none', 'lost-answer']);
  clock.advance(3_000);
  await device.flush();
  expect(await device.rows()).toEqual([]);
  expect(model.lists.playlists()).toHaveLength(1);
  await createCustomPlaylist(device.mirror, { name: 'Night ferries' });
  await device.flush(['none', 'none', 'drop']);
  clock.advance(3_000);
  await device.flush();
  expect(await device.rows()).toEqual([]);
  expect(model.lists.playlists()).toHaveLength(2);
  await device.close();
});

test('a setting whose answer was lost is read again', async () => {
  const { device, otherDevice, flushLater } = await setup();
  await setUserConfig(device.mirror, 'grid_items', 7);
  await device.flush(['none', 'lost-answer']);
  await otherDevice.updateUserConfig({ grid_items: 4 }, 'elsewhere');
  expect(await device.mirror.db.wanted.get('user-config')).toBeUndefined();
  await flushLater();
  expect(await device.mirror.db.wanted.get('user-config')).toMatchObject({ state: 'wanted' });
  await device.close();
});

async function setup() {
  const clock = steppedClock();
  const library = { videos: [{ videoId: 'v1', channelId: 'cA', durationSeconds: 600 }], playlists: {} };
  const model = createModelArchive(library, { honoursKeys: true });
  const device = await aDevice({ model, clock });
  return {
    clock,
    model,
    device,
    /** Another device of the same person. */
    otherDevice: model.connect({ userId: 1, isSignedIn: true, faults: [], onDeath: () => {} }),
    /** Sends the one pending change, after any pause has ended. */
    async flushLater(): Promise<void> {
      expect(await device.rows()).toHaveLength(1);
      clock.advance(3_600_000);
      await device.flush();
      expect(await device.rows()).toEqual([]);
    },
  };
}
