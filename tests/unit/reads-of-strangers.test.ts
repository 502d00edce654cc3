// If a server's answers do not name the person, data read under another person's session neither enters the copy nor completes a change.
import { expect, test } from 'vitest';
import { saveProgress } from '../../src/mutations/save-progress.ts';
import { setUserConfig } from '../../src/mutations/set-user-config.ts';
import type { FlushApi } from '../../src/sync/flush.ts';
import { steppedClock } from '../builders/mirror-copy.ts';
import { aDevice } from '../builders/outbox-device.ts';
import { createModelArchive } from '../doubles/model-archive.ts';

test('another person’s position is not stored as this person’s position', async () => {
  const { device, stranger, withLoginBefore } = await setup();
  await stranger.saveProgress('v1', 300, 'x');
  await saveProgress(device.mirror, { videoId: 'v1', positionSeconds: 301, durationSeconds: 600, subject: 'x', shouldSend: true });
  expect(await device.flush([], withLoginBefore('getVideo'))).toMatchObject({ end: 'other-account' });
  expect(await device.rows()).toHaveLength(1);
  expect((await device.state('v1')).server).toEqual({ isWatched: false, positionSeconds: null });
  await device.close();
});

test('another person’s positions in many videos are not stored as this person’s positions', async () => {
  const { device, stranger, withLoginBefore } = await setup();
  for (const videoId of ['v1', 'v2', 'v3', 'v4']) {
    await stranger.saveProgress(videoId, 300, videoId);
    await saveProgress(device.mirror, { videoId, positionSeconds: 301, durationSeconds: 600, subject: 'x', shouldSend: true });
  }
  expect(await device.flush([], withLoginBefore('listVideos'))).toMatchObject({ end: 'other-account' });
  expect(await device.rows()).toHaveLength(4);
  for (const videoId of ['v1', 'v2', 'v3', 'v4']) expect((await device.state(videoId)).server, videoId).toEqual({ isWatched: false, positionSeconds: null });
  await device.close();
});

test('a setting that another person already has does not complete this person’s change whose answer was lost', async () => {
  const { device, clock, stranger, withLoginBefore } = await setup();
  await stranger.updateUserConfig({ grid_items: 7 }, 'x');
  await setUserConfig(device.mirror, 'grid_items', 7);
  await device.flush(['none', 'drop']);
  clock.advance(60_000);
  expect(await device.flush([], withLoginBefore('getUserConfig'))).toMatchObject({ end: 'other-account' });
  expect(await device.rows()).toHaveLength(1);
  await device.close();
});

async function setup() {
  const clock = steppedClock();
  const videos = ['v1', 'v2', 'v3', 'v4'].map((videoId) => ({ videoId, channelId: 'cA', durationSeconds: 600 }));
  const model = createModelArchive({ videos, playlists: {} }, { honoursKeys: false });
  const device = await aDevice({ model, clock });
  return {
    clock,
    device,
    stranger: model.connect({ userId: 2, isSignedIn: true, faults: [], onDeath: () => {} }),
    /** Returns the API of the device. Somebody else signs in just before the named call is made. */
    withLoginBefore(name: 'getVideo' | 'listVideos' | 'getUserConfig'): FlushApi {
      const call = device.api[name] as (...args: unknown[]) => unknown;
      const callAfterLogin = (...args: unknown[]): unknown => {
        Object.assign(device.session, { userId: 2, mark: 'of the next login' });
        return call(...args);
      };
      return { ...device.api, [name]: callAfterLogin };
    },
  };
}
