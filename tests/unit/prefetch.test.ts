import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { expect, onTestFinished, test, vi } from 'vitest';
import { setPictureArchive } from '../../src/lib/picture-address.ts';
import { addLiveKey } from '../../src/mirror/live-keys.ts';
import { listKey, videoListFilters } from '../../src/mirror/list-keys.ts';
import { requestRefresh } from '../../src/mirror/refresh-requests.ts';
import { prefetchNow, startPrefetch } from '../../src/sync/prefetch.ts';
import { aMirror, setConnection, settled } from '../builders/mirror-copy.ts';
import { aWirePagination, aWireUserConfig, aWireVideo } from '../builders/mirror-wire.ts';
import { applyVideo, applyVideoList } from '../../src/mirror/apply.ts';
import { askedAt } from '../builders/asked-at.ts';

const pageOf = (filters: string, page: number): string => listKey({ endpoint: 'videos', filters, pageSize: 12, page });
const recentKey = pageOf(videoListFilters({}), 1);
const continueKey = pageOf('watch=continue', 1);

test('the lists of the navigation, the next page, channels on the screen and videos in progress are requested with the lowest rank, at most two at a time', async () => {
  const { mirror, passTime } = await setup();
  await mirror.db.documents.put({ key: 'user-config', value: aWireUserConfig({ show_subed_only: true }), fetchedAtMs: 0 });
  const requestedKeys: string[] = [];
  mirror.db.wanted.hook('creating', (key, row) => {
    requestedKeys.push(key);
    expect(row.rank).toBe(2);
  });
  for (let step = 0; step < 8; step += 1) {
    await passTime();
    expect(await mirror.db.wanted.count()).toBeLessThanOrEqual(2);
    await answerRequests(mirror);
  }
  expect(requestedKeys).toEqual([
    listKey({ endpoint: 'channels', filters: 'filter=subscribed', pageSize: 12, page: 1 }),
    listKey({ endpoint: 'playlists', filters: '', pageSize: 12, page: 1 }),
    pageOf(videoListFilters({}), 2),
    'channel:UCharbourlights0000000000',
    'channel-facts:UCharbourlights0000000000',
    'nav:b1',
    'comments:b1',
  ]);
});

test('requests follow as fast as answers come, without waiting for a clock', async () => {
  const { mirror, passTime } = await setup();
  await passTime();
  const startMs = mirror.clock.now();
  for (let answerCount = 0; answerCount < 8; answerCount += 1) {
    await answerRequests(mirror);
    await settled();
    mirror.clock.advance(0);
    await settled();
  }
  expect(mirror.clock.now()).toBe(startMs);
  expect(await mirror.db.playlistNavs.get('b1')).toBeDefined();
});

test('a change during a check causes another check immediately', async () => {
  const { mirror, passTime } = await setup();
  let proceed: () => void = () => {};
  // This check finds no record of a connection, and so requests nothing. The requests below come from the next check.
  const connectionRead = vi
    .spyOn(mirror.registry.connection, 'get')
    .mockReturnValueOnce(new Dexie.Promise((resolve) => (proceed = () => resolve(undefined as never))) as never);
  onTestFinished(() => connectionRead.mockRestore());
  await passTime();
  await requestRefresh(mirror, 'video:x', 2);
  await settled();
  await mirror.db.wanted.clear();
  await settled();
  expect(await mirror.db.wanted.count()).toBe(0);
  proceed();
  await settled();
  mirror.clock.advance(0);
  await settled();
  expect(await mirror.db.wanted.count()).toBe(2);
});

test('pictures are fetched last and each once, in the width of the lists, but not while the page is busy, or if the device cannot keep pictures', async () => {
  setPictureArchive('3f0c1a52-5d0e-4b35-9a8e-0d7a4d1f2b6c');
  onTestFinished(() => setPictureArchive(null));
  const { mirror, passTime, changeDevice, pictures } = await setup();
  await passTime();
  for (let answerCount = 0; answerCount < 8; answerCount += 1) {
    await answerRequests(mirror);
    await passTime();
    if (answerCount < 3) expect(pictures).toEqual([]);
  }
  changeDevice({ isBusy: true });
  await passTime();
  await mirror.db.listPages.update(pageOf(videoListFilters({}), 2), { ids: ['n1', 'n2', 'n3'] });
  for (const id of ['n1', 'n2', 'n3']) {
    await applyVideo(mirror.db, aWireVideo({ youtube_id: id, vid_thumb_url: `/cache/${id}.jpg` }), askedAt(mirror.clock.now()));
  }
  pictures.length = 0;
  await passTime();
  expect(pictures).toEqual([]);
  changeDevice({ isBusy: false, canKeepPictures: false });
  await passTime();
  expect(pictures).toEqual([]);
  changeDevice({ canKeepPictures: true });
  await passTime();
  for (let step = 0; step < 3; step += 1) {
    mirror.clock.advance(0);
    await settled();
  }
  expect(pictures).toEqual(['/cache/n1.jpg?width=540', '/cache/n2.jpg?width=540', '/cache/n3.jpg?width=540']);
});

test('nothing is requested while another request is open, while the archive is away, on a hidden page, or if the device must not fetch', async () => {
  const { mirror, passTime, changeDevice } = await setup();
  const requestCount = () => mirror.db.wanted.count();
  await requestRefresh(mirror, 'video:x', 0);
  await passTime();
  expect(await requestCount()).toBe(1);
  await mirror.db.wanted.clear();
  for (const name of ['unreachable', 'captive', 'proxy-login', 'offline', 'degraded', 'signed-out'] as const) {
    await setConnection(mirror, name);
    await passTime();
    expect(await requestCount(), name).toBe(0);
  }
  await setConnection(mirror, 'online');
  changeDevice({ isVisible: false });
  await passTime();
  expect(await requestCount()).toBe(0);
  changeDevice({ isVisible: true, mayFetch: false });
  await passTime();
  expect(await requestCount()).toBe(0);
  changeDevice({ mayFetch: true });
  await passTime();
  expect(await requestCount()).toBe(2);
});

test('a failed request is left to the retries of pull, and the next request is made', async () => {
  const { mirror, passTime } = await setup();
  await passTime();
  await mirror.db.wanted.toCollection().modify({ state: 'failed', failure: 'server-error' });
  await passTime();
  expect((await mirror.db.wanted.toArray()).map(({ state }) => state).sort()).toEqual(['failed', 'failed', 'wanted', 'wanted']);
});

test('what a person is about to open takes at most two of the four reads of pull, and comes before everything that is prefetched', async () => {
  const mirror = await aMirror();
  await setConnection(mirror, 'online');
  await requestRefresh(mirror, 'comments:x', 2);
  await prefetchNow(mirror, ['video:1', 'video:2', 'video:3']);
  const requests = async () => (await mirror.db.wanted.toArray()).map(({ key, rank }) => `${rank} ${key}`);
  expect(await requests()).toEqual(['2 comments:x', '1 video:1', '1 video:2']);
  await mirror.db.wanted.delete('video:1');
  await prefetchNow(mirror, ['video:4', 'video:5']);
  expect(await requests()).toEqual(['2 comments:x', '1 video:2', '1 video:4']);
});

test('the end is reported once, when everything has been fetched', async () => {
  const { mirror, passTime, idleCount, pictures } = await setup();
  for (let step = 0; step < 8; step += 1) {
    await passTime();
    if ((await mirror.db.wanted.count()) > 0 || pictures.length === 0) expect(idleCount()).toBe(0);
    await answerRequests(mirror);
  }
  await passTime();
  expect(idleCount()).toBe(1);
});

async function setup() {
  const mirror = await aMirror();
  const device = { isVisible: true, mayFetch: true, isBusy: false, canKeepPictures: true };
  const pictures: string[] = [];
  let idleCount = 0;
  await setConnection(mirror, 'online');
  const atMs = mirror.clock.now();
  await applyVideoList(mirror.db, {
    key: recentKey,
    requestTime: askedAt(atMs),
    data: [aWireVideo({ youtube_id: 'v1' })],
    paginate: aWirePagination({ next_pages: [2], last_page: 3 }),
  });
  await applyVideoList(mirror.db, { key: continueKey, requestTime: askedAt(atMs), data: [aWireVideo({ youtube_id: 'b1' })], paginate: aWirePagination() });
  for (const key of [recentKey, continueKey]) onTestFinished(addLiveKey(mirror.db, { key: () => key, fetchedAtMs: () => atMs, rank: 0 }));
  onTestFinished(
    startPrefetch({
      mirror,
      isVisible: () => device.isVisible,
      mayFetch: () => device.mayFetch,
      isBusy: () => device.isBusy,
      canCachePictures: () => device.canKeepPictures,
      onIdle: () => (idleCount += 1),
      cachePicture: async (url) => void pictures.push(url),
    }),
  );
  return {
    mirror,
    pictures,
    idleCount: () => idleCount,
    changeDevice: (changes: Partial<typeof device>) => Object.assign(device, changes),
    passTime: async () => {
      mirror.clock.advance(10_000);
      await settled();
    },
  };
}

/** Fulfils every refresh request with just what these tests need. */
async function answerRequests({ db, clock }: Awaited<ReturnType<typeof aMirror>>): Promise<void> {
  const fetchedAtMs = clock.now();
  for (const { key } of await db.wanted.toArray()) {
    const id = key.slice(key.indexOf(':') + 1);
    if (key.startsWith('nav:')) await db.playlistNavs.put({ videoId: id, playlists: [], fetchedAtMs });
    else if (key.startsWith('comments:')) await db.comments.put({ videoId: id, comments: [], fetchedAtMs });
    else if (key.startsWith('channel-facts:')) await db.channelFacts.put({ ...channelFacts, channelId: id, fetchedAtMs });
    else if (key.startsWith('channel:')) await db.channels.put({ ...channel, channelId: id, fetchedAtMs });
    else await db.listPages.put({ key, ids: [], paginate: null, fetchedAtMs });
  }
  await db.wanted.clear();
}

const channelFacts = {
  hasStreams: false,
  hasShorts: false,
  hasPlaylists: false,
  hasPending: false,
  hasIgnored: false,
  totalItems: 1,
  totalDuration: '1m',
  totalSizeBytes: 1,
};

const channel = {
  name: 'Harbour lights',
  thumbUrl: null,
  bannerUrl: null,
  subscriberCount: 1,
  isSubscribed: false,
  isActive: true,
  description: null,
  tags: [],
  lastRefreshedAt: '2026-05-01',
  sourceUrl: null,
};
