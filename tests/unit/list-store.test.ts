// While the archive is away, the device assembles lists of every kind, each from the rows of one account only.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import type { SortField } from '../../src/contract/names.ts';
import { applyDownloadList } from '../../src/mirror/apply-downloads.ts';
import { applyChannelList, applyPlaylistList, applyVideoList } from '../../src/mirror/apply.ts';
import type { Mirror } from '../../src/mirror/database.ts';
import type { VideoCardRow } from '../../src/mirror/rows.ts';
import { changeDownload } from '../../src/mutations/change-download.ts';
import { channelListStore, channelStore } from '../../src/queries/channel-stores.ts';
import { downloadCountsStore, downloadListStore } from '../../src/queries/download-stores.ts';
import type { Store } from '../../src/queries/live-store.ts';
import { playlistListStore } from '../../src/queries/playlist-stores.ts';
import { recentSearchesStore } from '../../src/queries/search-stores.ts';
import { copyAgesStore } from '../../src/queries/sync-sheet-stores.ts';
import { videoListStore } from '../../src/queries/video-stores.ts';
import type { View } from '../../src/queries/views.ts';
import { aMirror, setConnection, waitUntil } from '../builders/mirror-copy.ts';
import { aWireChannel, aWireDownload, aWirePlaylist, aWireVideo } from '../builders/mirror-wire.ts';
import { askedAt } from '../builders/asked-at.ts';

describe('a list of videos that the device sorts', () => {
  // No two columns give the same order.
  const columns: Record<SortField, [keyof VideoCardRow, (number | string)[]]> = {
    published: ['publishedAt', ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04']],
    downloaded: ['downloadedAt', [20, 10, 30, 40]],
    views: ['viewCount', [20, 30, 10, 40]],
    likes: ['likeCount', [20, 30, 40, 10]],
    duration: ['durationSeconds', [10, 20, 40, 30]],
    mediasize: ['mediaSizeBytes', [10, 30, 20, 40]],
    width: ['width', [10, 30, 40, 20]],
    height: ['height', [10, 40, 20, 30]],
  };
  const leastFirst = (field: SortField): string[] =>
    columns[field][1]
      .map((value, index) => ({ value, videoId: `v${index + 1}` }))
      .toSorted((left, right) => (left.value < right.value ? -1 : 1))
      .map(({ videoId }) => videoId);

  test.each(Object.keys(columns) as SortField[])('is in the order of %s, ascending and descending', async (sort) => {
    const mirror = await aMirror();
    await setConnection(mirror, 'unreachable');
    await storeVideos(mirror, ['v1', 'v2', 'v3', 'v4']);
    for (const index of [0, 1, 2, 3]) {
      const values = Object.values(columns).map(([column, valuesOfVideos]) => [column, valuesOfVideos[index]]);
      await mirror.db.videoCards.update(`v${index + 1}`, Object.fromEntries(values) as Partial<VideoCardRow>);
    }
    const idsOf = async (order: 'asc' | 'desc') => (await readData(videoListStore(mirror, { page: 1, sort, order }))).videos.map(({ videoId }) => videoId);
    expect(await idsOf('asc')).toEqual(leastFirst(sort));
    expect(await idsOf('desc')).toEqual(leastFirst(sort).toReversed());
  });
});

test('the device sorts a list that has an order but no sort field by publishing date, as the archive does', async () => {
  const mirror = await aMirror();
  await setConnection(mirror, 'unreachable');
  await storeVideos(mirror, ['v1', 'v2', 'v3']);
  for (const [index, publishedAt] of ['2024-01-02', '2024-01-03', '2024-01-01'].entries()) await mirror.db.videoCards.update(`v${index + 1}`, { publishedAt });
  const page = await readData(videoListStore(mirror, { page: 1, order: 'asc' }));
  expect(page.videos.map(({ videoId }) => videoId)).toEqual(['v3', 'v1', 'v2']);
});

test('a list that the device assembled stays while it is requested from the archive again', async () => {
  const mirror = await aMirror();
  await setConnection(mirror, 'unreachable');
  await storeVideos(mirror, ['v1']);
  const store = videoListStore(mirror, { page: 1 });
  const unsubscribe = store.subscribe(() => {});
  await waitUntil(() => store.read().state === 'ready');
  await setConnection(mirror, 'online');
  await waitUntil(() => store.read().state !== 'ready' || (store.read() as { isRefreshing: boolean }).isRefreshing);
  expect(store.read()).toMatchObject({ state: 'ready', isRefreshing: true, data: { isFromDevice: true } });
  unsubscribe();
});

describe('the download queue', () => {
  test('is assembled from the known items while the archive is away and no list of it is stored: first those that start automatically, then the oldest', async () => {
    const mirror = await aMirror({ pageSize: 2 });
    await setConnection(mirror, 'unreachable');
    const items = [
      aWireDownload({ youtube_id: 'added-later', timestamp: 30 }),
      aWireDownload({ youtube_id: 'added-earlier', timestamp: 10 }),
      aWireDownload({ youtube_id: 'starts-automatically', timestamp: 90, auto_start: true }),
      aWireDownload({ youtube_id: 'ignored', status: 'ignore' }),
    ];
    await applyDownloadList(mirror.db, {
      key: 'downloads?channel=elsewhere&size=12&page=1',
      data: items,
      paginate: null,
      requestTime: askedAt(mirror.clock.now()),
    });
    const page = await readData(downloadListStore(mirror, { status: 'pending', page: 1 }));
    expect(page).toMatchObject({ isFromDevice: true, paginate: { current_page: 1, total_hits: 3, last_page: 2 } });
    expect(page.downloads.map(({ videoId }) => videoId)).toEqual(['starts-automatically', 'added-earlier']);
    // A page beyond the end, as after the queue has shrunk, is empty and not an error, so the screen can link back.
    expect(await readData(downloadListStore(mirror, { status: 'pending', page: 3 }))).toMatchObject({ downloads: [], paginate: { total_hits: 3 } });
  });

  test('loses the items that are in none of its lists any more, except items with a pending change', async () => {
    const mirror = await aMirror();
    const storeList = (filters: string, ids: string[]): Promise<void> =>
      applyDownloadList(mirror.db, {
        key: `downloads?${filters}&size=12&page=1`,
        data: ids.map((youtube_id) => aWireDownload({ youtube_id })),
        paginate: null,
        requestTime: askedAt(mirror.clock.now()),
      });
    await storeList('channel=one', ['downloaded', 'changed', 'listed elsewhere', 'waiting']);
    await storeList('channel=two', ['listed elsewhere']);
    await changeDownload(mirror, { videoId: 'changed', subject: 'x', to: 'ignore' });
    await storeList('channel=one', ['waiting']);
    expect(await mirror.db.downloads.toCollection().primaryKeys()).toEqual(['changed', 'listed elsewhere', 'waiting']);
  });

  test('is missing while the archive is away if none of its items is known', async () => {
    const mirror = await aMirror();
    await setConnection(mirror, 'unreachable');
    expect(await settledView(downloadListStore(mirror, { status: 'pending', page: 1 }))).toMatchObject({ state: 'missing', failure: 'unreachable' });
  });
});

test.each([
  ['as the list of the queue does', { storedTotal: 1, pendingCount: 0, ignoredCount: 2 }],
  ['but never fall below 0, even if the item has been downloaded meanwhile', { storedTotal: 0, pendingCount: 0, ignoredCount: 1 }],
])('the counts of the queue include pending changes, %s', async (_what, { storedTotal, pendingCount, ignoredCount }) => {
  const mirror = await aMirror();
  await setConnection(mirror, 'unreachable');
  const requestTime = askedAt(mirror.clock.now());
  await applyDownloadList(mirror.db, { key: 'downloads?size=12&page=1', data: [aWireDownload({ youtube_id: 'd1' })], paginate: null, requestTime });
  for (const status of ['pending', 'ignore'] as const) {
    await mirror.db.documents.put({ key: `page:downloads-${status}`, value: { total: storedTotal, channels: [] }, fetchedAtMs: 1 });
  }
  await changeDownload(mirror, { videoId: 'd1', subject: 'Fog', to: 'ignore' });
  expect((await readData(downloadCountsStore(mirror, 'pending'))).total).toBe(pendingCount);
  expect((await readData(downloadCountsStore(mirror, 'ignore'))).total).toBe(ignoredCount);
});

test('the device does not assemble a list that can be requested from the archive', async () => {
  const mirror = await aMirror();
  await setConnection(mirror, 'online');
  await storeVideos(mirror, ['v1']);
  const store = videoListStore(mirror, { page: 1 });
  await store.whenRead;
  expect(store.read()).toEqual({ state: 'loading' });
});

test('data of one account is not shown to another in lists, counts and recent searches', async () => {
  const [firstMirror, secondMirror] = [await aMirror(), await aMirror()];
  for (const [mirror, suffix] of [
    [firstMirror, 'a'],
    [secondMirror, 'b'],
  ] as const) {
    await setConnection(mirror, 'unreachable');
    await storeVideos(mirror, [`video-${suffix}`]);
    const commonFields = { paginate: null, requestTime: askedAt(mirror.clock.now()) };
    await applyChannelList(mirror.db, { key: 'channels?size=12&page=1', data: [aWireChannel({ channel_id: 'UC1', channel_name: suffix })], ...commonFields });
    await applyPlaylistList(mirror.db, { key: 'playlists?size=12&page=1', data: [aWirePlaylist({ playlist_id: `PL${suffix}` })], ...commonFields });
    await applyDownloadList(mirror.db, {
      key: 'downloads?filter=pending&size=12&page=1',
      data: Array.from({ length: suffix === 'a' ? 1 : 2 }, (_, index) => aWireDownload({ youtube_id: `${suffix}-${index}` })),
      ...commonFields,
    });
    await mirror.db.documents.put({ key: 'recent-searches', value: [suffix], fetchedAtMs: 0 });
    await mirror.db.documents.put({ key: 'page:downloads-pending', value: { total: suffix === 'a' ? 1 : 2, channels: [] }, fetchedAtMs: 0 });
  }
  const readEverything = async (mirror: Mirror) => ({
    videos: (await readData(videoListStore(mirror, { page: 1 }))).videos.map(({ videoId }) => videoId),
    channels: (await readData(channelListStore(mirror, { page: 1 }))).channels.map(({ name }) => name),
    channel: (await readData(channelStore(mirror, 'UC1'))).name,
    playlists: (await readData(playlistListStore(mirror, { page: 1 }))).playlists.map(({ playlistId }) => playlistId),
    downloads: (await readData(downloadListStore(mirror, { status: 'pending', page: 1 }))).downloads.map(({ videoId }) => videoId),
    count: (await readData(downloadCountsStore(mirror, 'pending'))).total,
    searches: recentSearchesStore(mirror).read(),
    videoCount: copyAgesStore(mirror).read().videoCount,
  });
  // The second round reads from stores that exist already.
  for (let round = 0; round < 2; round += 1) {
    for (const mirror of [firstMirror, secondMirror]) {
      const stores = [recentSearchesStore(mirror), copyAgesStore(mirror)] as const;
      await waitUntil(() => (stores[0].read()?.length ?? 0) > 0 && stores[1].read().videoCount > 0);
    }
    expect(await readEverything(firstMirror)).toEqual({
      videos: ['video-a'],
      channels: ['a'],
      channel: 'a',
      playlists: ['PLa'],
      downloads: ['a-0'],
      count: 1,
      searches: ['a'],
      videoCount: 1,
    });
    expect(await readEverything(secondMirror)).toEqual({
      videos: ['video-b'],
      channels: ['b'],
      channel: 'b',
      playlists: ['PLb'],
      downloads: ['b-0', 'b-1'],
      count: 2,
      searches: ['b'],
      videoCount: 1,
    });
  }
});

async function storeVideos(mirror: Mirror, videoIds: string[]): Promise<void> {
  const data = videoIds.map((videoId) => aWireVideo({ youtube_id: videoId }));
  await applyVideoList(mirror.db, { key: 'videos?channel=elsewhere&size=12&page=1', data, paginate: null, requestTime: askedAt(mirror.clock.now()) });
}

/** Returns the view once the device has answered. */
async function settledView<Data>(store: Store<View<Data>>): Promise<View<Data>> {
  const unsubscribe = store.subscribe(() => {});
  await waitUntil(() => store.read().state !== 'loading');
  const view = store.read();
  unsubscribe();
  return view;
}

async function readData<Data>(store: Store<View<Data>>): Promise<Data> {
  const view = await settledView(store);
  if (view.state !== 'ready') throw new Error(`The view is ${view.state}`);
  return view.data;
}
