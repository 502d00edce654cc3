// The videos of a trip's source follow changes made on this device before the changes are sent.
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { expect, onTestFinished, test, vi } from 'vitest';
import { subscribeChannel } from '../../src/mutations/subscribe.ts';
import { fetchInBackground, readSourceVideos } from '../../src/queries/source-videos.ts';
import { aMirror, settled, steppedClock, waitUntil } from '../builders/mirror-copy.ts';
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

test('a fetch goes on if its request cannot be read for a moment, for example because the system has closed the database', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => void vi.restoreAllMocks());
  const mirror = await aMirror();
  const { wanted } = mirror.db;
  const readRow = wanted.get.bind(wanted) as (key: string) => unknown;
  // The first read is that of the request itself, the second that of the watch.
  const reads = vi
    .spyOn(wanted, 'get')
    .mockImplementation(((key: string) =>
      reads.mock.calls.length === 2 ? Dexie.Promise.reject(new DOMException('connection lost', 'UnknownError')) : readRow(key)) as never);
  const fetchResult = fetchInBackground(mirror, 'channel:cA', new AbortController().signal);
  await waitUntil(() => reads.mock.calls.length === 2);
  await settled();
  mirror.clock.advance(250);
  await waitUntil(() => reads.mock.calls.length === 3);
  await wanted.delete('channel:cA');
  expect(await fetchResult).toBe(true);
});
