// The videos of a trip's source follow changes made on this device before the changes are sent.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { subscribeChannel } from '../../src/mutations/subscribe.ts';
import { fetchInBackground, readSourceVideos } from '../../src/queries/source-videos.ts';
import { aMirror, steppedClock } from '../builders/mirror-copy.ts';
import { aDevice } from '../builders/outbox-device.ts';
import { createModelArchive } from '../doubles/model-archive.ts';

test('the source "subscribed" follows a subscription made or removed on this device before the change is sent', async () => {
  const model = createModelArchive(
    {
      videos: [
        { videoId: 'v1', channelId: 'cA', durationSeconds: 600 },
        { videoId: 'v2', channelId: 'cB', durationSeconds: 600 },
      ],
      playlists: {},
      customPlaylists: {},
    },
    { honoursKeys: false },
  );
  const device = await aDevice({ model, clock: steppedClock() });
  const sourceIds = async (): Promise<string[]> => {
    const query = { source: { kind: 'subscribed' }, order: 'newest', isStrict: false, sinceMs: 0, isEnough: () => false } as const;
    return (await readSourceVideos(device.mirror, query)).videos.map(({ videoId }) => videoId);
  };
  await subscribeChannel(device.mirror, { channelId: 'cA', isSubscribed: true, subject: 'Fog' });
  expect(await sourceIds()).toEqual(['v1']);
  await device.flush();
  await device.pull();
  expect(await sourceIds()).toEqual(['v1']);
  await subscribeChannel(device.mirror, { channelId: 'cA', isSubscribed: false, subject: 'Fog' });
  expect(await sourceIds()).toEqual([]);
});

test('a fetch that is aborted while its request is being stored ends immediately', async () => {
  const mirror = await aMirror();
  const abortController = new AbortController();
  const fetchResult = fetchInBackground(mirror, 'channel:cA', abortController.signal);
  abortController.abort();
  expect(await fetchResult).toBe(false);
});
