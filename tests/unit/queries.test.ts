import 'fake-indexeddb/auto';
import { anOutboxRow } from '../builders/outbox-row.ts';
import { afterEach, describe, expect, test } from 'vitest';
import type { SortField } from '../../src/contract/names.ts';
import { applyVideoList } from '../../src/mirror/apply.ts';
import { completeRequest } from '../../src/mirror/store-answer.ts';
import type { Mirror } from '../../src/mirror/database.ts';
import { readFirstFrame, setFirstFrame } from '../../src/mirror/first-frame.ts';
import { listKey, videoListFilters } from '../../src/mirror/list-keys.ts';
import { videoKey } from '../../src/mirror/resource-keys.ts';
import type { WatchStateRow } from '../../src/mirror/rows.ts';
import { markAllStale, refreshStaleLiveKeys } from '../../src/mirror/refresh-requests.ts';
import { channelListStore, channelStore } from '../../src/queries/channel-stores.ts';
import type { Store } from '../../src/queries/live-store.ts';
import { localAccountsStore, sessionStore } from '../../src/queries/session-stores.ts';
import { copyAgesStore, pendingChangesStore } from '../../src/queries/sync-sheet-stores.ts';
import { syncStatusStore } from '../../src/queries/sync-stores.ts';
import { similarStore, videoStore } from '../../src/queries/video-page-stores.ts';
import { videoListStore } from '../../src/queries/video-stores.ts';
import { deriveView, type ResourceState } from '../../src/queries/view-store.ts';
import type { VideoListQuery, View } from '../../src/queries/views.ts';
import { aMirror, anAccountRow, setConnection, settled, waitUntil } from '../builders/mirror-copy.ts';
import { aWirePagination, aWireUserConfig, aWireVideo, wireVideos } from '../builders/mirror-wire.ts';
import type { Connection, RefreshRequest } from '../../src/mirror/rows.ts';
import type { KnownMutation } from '../../src/mutations/kinds/table.ts';
import { askedAt } from '../builders/asked-at.ts';

describe('a view', () => {
  const connection = (name: Connection['name']): Connection => ({ name, sinceMs: 0, lastAnswerAtMs: null });
  const resourceWith = (overrides: Partial<ResourceState<string>>): ResourceState<string> => ({
    key: 'video:v1',
    data: null,
    fetchedAtMs: null,
    request: null,
    ...overrides,
  });
  const wantedRequest = (overrides: Partial<RefreshRequest>): RefreshRequest => ({
    key: 'video:v1',
    sinceMs: 0,
    untilMs: 1,
    rank: 0,
    state: 'wanted',
    ...overrides,
  });

  test.each<[string, ResourceState<string> | null, Connection | null, View<string>]>([
    ['before the database has answered', null, null, { state: 'loading', isUnread: true }],
    ['without data, while it is fetched', resourceWith({ request: wantedRequest({}) }), connection('online'), { state: 'loading' }],
    [
      'with data',
      resourceWith({ data: 'a', fetchedAtMs: 5 }),
      connection('online'),
      { state: 'ready', data: 'a', fetchedAtMs: 5, isRefreshing: false, failure: null },
    ],
    [
      'with data that is being refreshed',
      resourceWith({ data: 'a', fetchedAtMs: 5, request: wantedRequest({ state: 'fetching' }) }),
      null,
      { state: 'ready', data: 'a', fetchedAtMs: 5, isRefreshing: true, failure: null },
    ],
    [
      'with data, requested while the archive is away',
      resourceWith({ data: 'a', fetchedAtMs: 5, request: wantedRequest({}) }),
      connection('unreachable'),
      { state: 'ready', data: 'a', fetchedAtMs: 5, isRefreshing: false, failure: null },
    ],
    [
      'with data whose refresh failed',
      resourceWith({ data: 'a', fetchedAtMs: 5, request: wantedRequest({ state: 'failed', failure: 'server-error' }) }),
      connection('online'),
      { state: 'ready', data: 'a', fetchedAtMs: 5, isRefreshing: false, failure: 'server-error' },
    ],
    [
      'without data, while the archive is away',
      resourceWith({ request: wantedRequest({}) }),
      connection('offline'),
      { state: 'missing', failure: 'unreachable', message: null },
    ],
    ['without data, behind a portal', resourceWith({}), connection('captive'), { state: 'missing', failure: 'captive', message: null }],
    ['without data, behind a proxy’s sign-in page', resourceWith({}), connection('proxy-login'), { state: 'missing', failure: 'proxy-login', message: null }],
    ['without data, when signed out', resourceWith({}), connection('signed-out'), { state: 'missing', failure: 'signed-out', message: null }],
    [
      'without data, after a refusal',
      resourceWith({ request: wantedRequest({ state: 'failed', failure: 'refused', message: 'no' }) }),
      connection('online'),
      { state: 'missing', failure: 'refused', message: 'no' },
    ],
    [
      'after a 404 of the archive',
      resourceWith({ request: wantedRequest({ state: 'failed', failure: 'not-found' }) }),
      connection('online'),
      { state: 'not-found' },
    ],
  ])('%s', (_name, resource, connectionState, view) => expect(deriveView(resource, connectionState)).toEqual(view));
});

describe('a list of videos', () => {
  test('is drawn from the device in the archive’s order, with marks and positions folded in', async () => {
    const { mirror, watch } = await setup();
    await storeList(mirror, {}, ['v2', 'v1', 'v3']);
    await setWatchState(mirror, 'v1', { isWatched: true, positionSeconds: 40 }, { waiting: 1 });
    const list = watch(videoListStore(mirror, { page: 1 }));
    await list.ready();
    expect(list.data().videos.map((video) => [video.videoId, video.isWatched, video.positionSeconds, video.isWaiting])).toEqual([
      ['v2', false, null, false],
      ['v1', true, null, true],
      ['v3', false, null, false],
    ]);
    expect(list.data().isFromDevice).toBe(false);
  });

  test('marking one card changes that card alone, and requests nothing', async () => {
    const { mirror, watch } = await setup();
    await storeList(mirror, {}, ['v1', 'v2', 'v3', 'v4']);
    const list = watch(videoListStore(mirror, { page: 1 }));
    await list.ready();
    const videosBefore = list.data().videos;
    const notificationCountBefore = list.notificationCount();
    await setWatchState(mirror, 'v2', { isWatched: true, positionSeconds: null });
    await waitUntil(() => list.data().videos[1]?.isWatched === true);
    const videosAfter = list.data().videos;
    expect(videosAfter.map((video, index) => video === videosBefore[index])).toEqual([true, false, true, true]);
    expect(list.notificationCount() - notificationCountBefore).toBe(1);
    expect(await mirror.db.wanted.count()).toBe(0);
  });

  test('a refresh with the same content keeps every object, and notifies at most once', async () => {
    const { mirror, watch } = await setup();
    await storeList(mirror, {}, ['v1', 'v2']);
    mirror.clock.advance(60_000);
    const list = watch(videoListStore(mirror, { page: 1 }));
    await list.ready();
    await waitUntil(async () => (await mirror.db.wanted.count()) === 1);
    await settled();
    const dataBefore = list.data();
    const notificationCountBefore = list.notificationCount();
    await storeList(mirror, {}, ['v1', 'v2']);
    await waitUntil(() => list.view().state === 'ready' && list.fetchedAtMs() === mirror.clock.now());
    expect(list.data()).toBe(dataBefore);
    expect(list.notificationCount() - notificationCountBefore).toBeLessThanOrEqual(1);
  });

  test('storing 2 000 other videos notifies a list at most twice', async () => {
    const { mirror, watch } = await setup();
    await storeList(mirror, {}, ['v1', 'v2']);
    const list = watch(videoListStore(mirror, { page: 1 }));
    await list.ready();
    const notificationCountBefore = list.notificationCount();
    const otherVideos = wireVideos(2000).map((video) => ({ ...video, youtube_id: `other-${video.youtube_id}` }));
    await applyVideoList(mirror.db, {
      key: listKey({ endpoint: 'videos', filters: 'channel=UC9', pageSize: 2000, page: 1 }),
      data: otherVideos,
      paginate: aWirePagination(),
      requestTime: askedAt(mirror.clock.now()),
    });
    await settled();
    expect(list.notificationCount() - notificationCountBefore).toBeLessThanOrEqual(2);
  });

  test('is requested again only when it is older than 30 s', async () => {
    const { mirror, watch } = await setup();
    await storeList(mirror, {}, ['v1']);
    mirror.clock.advance(29_000);
    const recentList = watch(videoListStore(mirror, { page: 1 }));
    await recentList.ready();
    await settled();
    expect(await mirror.db.wanted.count()).toBe(0);
    recentList.stop();
    mirror.clock.advance(2_000);
    await watch(videoListStore(mirror, { page: 1 })).ready();
    await waitUntil(async () => (await mirror.db.wanted.get(keyOf({})))?.state === 'wanted');
  });

  test('is requested again, however recent it is, when the archive has changed since', async () => {
    const { mirror, watch } = await setup();
    await storeList(mirror, {}, ['v1']);
    mirror.clock.advance(1_000);
    markAllStale(mirror);
    await watch(videoListStore(mirror, { page: 1 })).ready();
    await waitUntil(async () => (await mirror.db.wanted.get(keyOf({})))?.state === 'wanted');
  });

  test('is ready in the first frame if it was left less than half a minute ago', async () => {
    const { mirror, watch } = await setup();
    await storeList(mirror, {}, ['v1']);
    const firstList = watch(videoListStore(mirror, { page: 1 }));
    await firstList.ready();
    firstList.stop();
    mirror.clock.advance(20_000);
    expect(videoListStore(mirror, { page: 1 }).read().state).toBe('ready');
    mirror.clock.advance(20_000);
    expect(videoListStore(mirror, { page: 1 }).read().state).toBe('loading');
  });

  test('follows the account’s page size', async () => {
    const { mirror, watch } = await setup();
    await storeList(mirror, {}, ['v1']);
    const list = watch(videoListStore(mirror, { page: 1 }));
    await list.ready();
    await mirror.db.documents.put({ key: 'user-config', value: aWireUserConfig({ page_size: 25 }), fetchedAtMs: mirror.clock.now() });
    await waitUntil(() => list.view().state === 'loading');
    await waitUntil(async () => (await mirror.db.wanted.get(keyOf({}).replace('size=12', 'size=25'))) !== undefined);
  });
});

describe('a list that was never stored, while the archive is away', () => {
  test.each<[SortField, string]>([
    ['published', 'v1'],
    ['downloaded', 'v2'],
    ['views', 'v3'],
    ['likes', 'v4'],
    ['duration', 'v5'],
    ['mediasize', 'v6'],
    ['width', 'v7'],
    ['height', 'v8'],
  ])('sorted by %s it begins with %s, which has the highest value in that column alone', async (sort, videoId) => {
    const { mirror, watch } = await setup();
    const tenfoldFor = (id: string, highestId: string, value: number): number => (id === highestId ? 10 * value : value);
    const mirroredVideos = wireVideos(8).map((video) => {
      const { youtube_id: id, player, stats } = video;
      return {
        ...video,
        date_downloaded: tenfoldFor(id, 'v2', 1_760_000_000),
        stats: { ...stats, view_count: tenfoldFor(id, 'v3', 100), like_count: tenfoldFor(id, 'v4', 100) },
        player: { ...player, duration: tenfoldFor(id, 'v5', 600) },
        media_size: tenfoldFor(id, 'v6', 1_000),
        streams: video.streams.map((stream) => ({ ...stream, width: tenfoldFor(id, 'v7', 320), height: tenfoldFor(id, 'v8', 180) })),
      };
    });
    await applyVideoList(mirror.db, {
      key: 'videos?channel=elsewhere&size=12&page=1',
      data: mirroredVideos,
      paginate: null,
      requestTime: askedAt(mirror.clock.now()),
    });
    await setConnection(mirror, 'unreachable');
    const list = watch(videoListStore(mirror, { page: 1, sort }));
    await list.ready();
    expect(list.data().videos[0]?.videoId).toBe(videoId);
  });

  test.each<[string, VideoListQuery, string[]]>([
    ['the newest first', { page: 1 }, ['v1', 'v2', 'v3', 'v4']],
    ['the oldest first', { page: 1, sort: 'published', order: 'asc' }, ['v4', 'v3', 'v2', 'v1']],
    ['of one channel', { page: 1, channelId: 'UC2' }, ['v3']],
    ['of one kind', { page: 1, kind: 'shorts' }, ['v2']],
    ['of one height', { page: 1, height: 1080 }, ['v4']],
    ['not watched', { page: 1, watch: 'unwatched' }, ['v1', 'v2', 'v3']],
    ['by length', { page: 1, sort: 'duration' }, ['v2', 'v1', 'v3', 'v4']],
    ['of a playlist, in its order', { page: 1, playlistId: 'PL1' }, ['v3', 'v1']],
    ['begun on this device, the latest first', { page: 1, watch: 'continue' }, ['v3', 'v1']],
  ])('is assembled from the device: %s', async (_name, query, ids) => {
    const { mirror, watch } = await setup();
    const [v1, v2, v3, v4] = wireVideos(4) as [
      ReturnType<typeof aWireVideo>,
      ReturnType<typeof aWireVideo>,
      ReturnType<typeof aWireVideo>,
      ReturnType<typeof aWireVideo>,
    ];
    const mirroredVideos = [
      v1,
      { ...v2, vid_type: 'shorts' as const, player: { ...v2.player, duration: 900 } },
      { ...v3, channel: { ...v3.channel, channel_id: 'UC2' } },
      { ...v4, player: { ...v4.player, watched: true }, streams: v4.streams.map((stream) => ({ ...stream, height: 1080 })) },
    ];
    await applyVideoList(mirror.db, {
      key: 'videos?channel=elsewhere&size=12&page=1',
      data: mirroredVideos,
      paginate: null,
      requestTime: askedAt(mirror.clock.now()),
    });
    await mirror.db.playlists.put(aPlaylistRow(['v3', 'gone', 'v1']));
    await setWatchState(mirror, 'v1', { isWatched: false, positionSeconds: 30 }, { localPositionAtMs: 1 });
    await setWatchState(mirror, 'v3', { isWatched: false, positionSeconds: 60 }, { localPositionAtMs: 2 });
    await setConnection(mirror, 'unreachable');
    const list = watch(videoListStore(mirror, query));
    await list.ready();
    expect(list.data()).toMatchObject({ isFromDevice: true, paginate: { current_page: 1, total_hits: ids.length, last_page: 0 } });
    expect(list.data().videos.map((video) => video.videoId)).toEqual(ids);
  });

  test('has its own pages when it is assembled from the device', async () => {
    const { mirror, watch } = await setup();
    await applyVideoList(mirror.db, {
      key: 'videos?channel=elsewhere&size=12&page=1',
      data: wireVideos(30),
      paginate: null,
      requestTime: askedAt(mirror.clock.now()),
    });
    await setConnection(mirror, 'unreachable');
    for (const query of [{ page: 2 }, { page: 2, sort: 'views' }] satisfies VideoListQuery[]) {
      const list = watch(videoListStore(mirror, query));
      await list.ready();
      expect(list.data().videos).toHaveLength(12);
      expect(list.data().paginate).toMatchObject({ current_page: 2, prev_pages: [], next_pages: [], last_page: 3, total_hits: 30, max_hits: false });
    }
  });

  test('is missing when no video matches', async () => {
    const { mirror, watch } = await setup();
    await setConnection(mirror, 'captive');
    const list = watch(videoListStore(mirror, { page: 1 }));
    await waitUntil(() => list.view().state === 'missing');
    expect(list.view()).toMatchObject({ failure: 'captive' });
  });

  test('gives way to the archive’s own list', async () => {
    const { mirror, watch } = await setup();
    await applyVideoList(mirror.db, {
      key: 'videos?channel=elsewhere&size=12&page=1',
      data: wireVideos(3),
      paginate: null,
      requestTime: askedAt(mirror.clock.now()),
    });
    await setConnection(mirror, 'unreachable');
    const list = watch(videoListStore(mirror, { page: 1 }));
    await list.ready();
    await setConnection(mirror, 'online');
    await storeList(mirror, {}, ['v3', 'v1']);
    await waitUntil(
      () =>
        list
          .data()
          .videos.map((video) => video.videoId)
          .join() === 'v3,v1',
    );
    expect(list.data().isFromDevice).toBe(false);
  });
});

describe('Continue Watching', () => {
  test('leaves out videos finished here and puts videos begun here first', async () => {
    const { mirror, watch } = await setup();
    await storeList(mirror, {}, ['v1', 'v2', 'v3']);
    await storeList(mirror, { watch: 'continue' }, ['v1', 'v2'], 100);
    await setWatchState(mirror, 'v1', { isWatched: true, positionSeconds: null }, { waiting: 1 });
    const continueList = watch(videoListStore(mirror, { page: 1, watch: 'continue' }));
    await continueList.ready();
    mirror.clock.advance(1_000);
    await setWatchState(mirror, 'v3', { isWatched: false, positionSeconds: 12 }, { waiting: 1, localPositionAtMs: mirror.clock.now() });
    await waitUntil(
      () =>
        continueList
          .data()
          .videos.map((video) => video.videoId)
          .join() === 'v3,v2',
    );
  });
});

describe('a video', () => {
  test('is drawn from its card until the details are there', async () => {
    const { mirror, watch } = await setup();
    await storeList(mirror, {}, ['v1']);
    await mirror.db.videoDetails.clear();
    const video = watch(videoStore(mirror, 'v1'));
    await video.ready();
    expect(video.data()).toMatchObject({ title: 'v1', details: null });
    await waitUntil(async () => (await mirror.db.wanted.get(videoKey('v1'))) !== undefined);
  });

  test('keeps its details object through a change of position', async () => {
    const { mirror, watch } = await setup();
    await storeList(mirror, {}, ['v1']);
    const video = watch(videoStore(mirror, 'v1'));
    await video.ready();
    const { details } = video.data();
    await setWatchState(mirror, 'v1', { isWatched: false, positionSeconds: 77 });
    await waitUntil(() => video.data().positionSeconds === 77);
    expect(video.data().details).toBe(details);
    expect(details).not.toBeNull();
  });

  test('that is not on the device is missing, rather than not found, while the archive is away', async () => {
    const { mirror, watch } = await setup();
    await setConnection(mirror, 'unreachable');
    const video = watch(videoStore(mirror, 'v9'));
    await waitUntil(() => video.view().state === 'missing');
  });

  test('that the archive does not have stays not-found while it is requested again', async () => {
    const { mirror, watch } = await setup();
    await setConnection(mirror, 'online');
    const video = watch(videoStore(mirror, 'v9'));
    const key = videoKey('v9');
    await waitUntil(async () => (await mirror.db.wanted.get(key)) !== undefined);
    await mirror.db.wanted.update(key, { state: 'failed', failure: 'not-found' });
    await waitUntil(() => video.view().state === 'not-found');
    for (let round = 0; round < 2; round++) {
      await refreshStaleLiveKeys(mirror, 0);
      await settled();
      expect(await mirror.db.wanted.get(key)).toMatchObject({ state: 'wanted' });
      expect(video.view()).toEqual({ state: 'not-found' });
    }
    await mirror.db.wanted.delete(key);
    await waitUntil(() => video.view().state === 'loading');
  });

  test('has its similar videos as cards', async () => {
    const { mirror, watch } = await setup();
    await storeList(mirror, {}, ['v1', 'v2']);
    await mirror.db.similar.put({ videoId: 'v1', videoIds: ['v2', 'unknown'], fetchedAtMs: mirror.clock.now() });
    const similarList = watch(similarStore(mirror, 'v1'));
    await similarList.ready();
    expect(similarList.data().map((video) => video.videoId)).toEqual(['v2']);
  });
});

describe('channels', () => {
  test('while the archive is away come from the device, filtered', async () => {
    const { mirror, watch } = await setup();
    await mirror.db.channels.bulkPut([aChannelRow('UCa', 'beta', true), aChannelRow('UCb', 'Alpha', false), aChannelRow('UCc', 'Gamma', true)]);
    await setConnection(mirror, 'offline');
    const list = watch(channelListStore(mirror, { page: 1, filter: 'subscribed' }));
    await list.ready();
    expect(list.data().channels.map((channel) => channel.name)).toEqual(['beta', 'Gamma']);
    const channel = watch(channelStore(mirror, 'UCb'));
    await channel.ready();
    expect(channel.data().name).toBe('Alpha');
  });
});

describe('the session', () => {
  test('is available before any database answers, and stays the same object once the database has answered', async () => {
    const { mirror } = await setup();
    const store = sessionStore(mirror);
    const firstSnapshot = store.read();
    expect(firstSnapshot).toMatchObject({ account: { name: 'marlow' }, isStaff: false });
    await store.whenRead;
    expect(store.read()).toBe(firstSnapshot);
  });

  test('notifies its listeners of a changed setting', async () => {
    const { mirror, watch } = await setup();
    const session = watch(sessionStore(mirror));
    await mirror.db.documents.put({ key: 'user-config', value: aWireUserConfig({ grid_items: 6 }), fetchedAtMs: mirror.clock.now() });
    await waitUntil(() => session.view()?.userConfig.grid_items === 6);
  });

  test('requests its documents again when they are old', async () => {
    const { mirror, watch } = await setup();
    mirror.clock.advance(60_000);
    watch(sessionStore(mirror));
    await waitUntil(async () => (await mirror.db.wanted.toCollection().primaryKeys()).join() === 'account,app-settings,user-config');
  });

  test('requests its documents again after a reload or a task, however recent they are', async () => {
    const { mirror, watch } = await setup();
    mirror.clock.advance(1_000);
    markAllStale(mirror);
    watch(sessionStore(mirror));
    await waitUntil(async () => (await mirror.db.wanted.toCollection().primaryKeys()).join() === 'account,app-settings,user-config');
  });

  test('lists the accounts on this device, the most recently used first', async () => {
    const { mirror, watch } = await setup();
    await mirror.registry.accounts.put(anAccountRow({ name: 'ada', isLocked: 1, lastUsedAtMs: 500 }));
    const accounts = watch(localAccountsStore(mirror.registry));
    await waitUntil(
      () =>
        accounts
          .view()
          .map((account) => account.name)
          .join() === 'ada,marlow',
    );
  });
});

describe('the sync status', () => {
  test('counts and lists waiting, sent and parked changes, but no deferred position', async () => {
    const { mirror, watch } = await setup();
    await setConnection(mirror, 'unreachable');
    const status = watch(syncStatusStore(mirror));
    const changes = watch(pendingChangesStore(mirror));
    for (const state of [{ name: 'held' }, { name: 'waiting' }, { name: 'sent' }, { name: 'parked', reason: 'refused', message: 'no' }] as const) {
      const mutation: KnownMutation = { kind: 'mark-video-watched', videoId: 'v1', isWatched: true };
      await mirror.db.outbox.add(anOutboxRow({ lane: 'video:v1', mutation, state }));
    }
    await waitUntil(() => status.view().parkedCount === 1);
    expect(status.view()).toMatchObject({ waitingCount: 2, sendingCount: 1, connection: { name: 'unreachable' } });
    expect(changes.view().map((change) => change.state.name)).toEqual(['waiting', 'sent', 'parked']);
  });

  test('knows the last sync in the first frame, so that a start does not say that nothing is copied', async () => {
    const { mirror, watch } = await setup();
    await completeRequest(mirror.db, videoKey('v1'), askedAt(mirror.clock.now()));
    setFirstFrame(mirror, await readFirstFrame(mirror));
    const status = watch(syncStatusStore(mirror));
    expect(status.view().lastSyncAtMs).toBe(mirror.clock.now());
  });

  test('knows the age and the size of the copy', async () => {
    const { mirror, watch } = await setup();
    await storeList(mirror, {}, ['v1', 'v2']);
    const ages = watch(copyAgesStore(mirror));
    await waitUntil(() => ages.view().videoCount === 2);
    expect(ages.view()).toEqual({ videosAtMs: mirror.clock.now(), channelsAtMs: null, videoCount: 2, channelCount: 0 });
  });
});

describe('a database that the system closed', () => {
  test('opens again, and its lists keep working', async () => {
    const { mirror, watch } = await setup();
    await storeList(mirror, {}, ['v1', 'v2']);
    const list = watch(videoListStore(mirror, { page: 1 }));
    await list.ready();
    mirror.db.close({ disableAutoOpen: false });
    await setWatchState(mirror, 'v1', { isWatched: true, positionSeconds: null });
    await waitUntil(() => list.data().videos[0]?.isWatched === true);
  });
});

function keyOf(query: Omit<VideoListQuery, 'page'>): string {
  return listKey({ endpoint: 'videos', filters: videoListFilters(query), pageSize: 12, page: 1 });
}

async function storeList(mirror: Mirror, query: Omit<VideoListQuery, 'page'>, ids: string[], position?: number): Promise<void> {
  const data = ids.map((id) => aWireVideo({ youtube_id: id, title: id, player: position === undefined ? {} : { position } }));
  await applyVideoList(mirror.db, { key: keyOf(query), data, paginate: aWirePagination(), requestTime: askedAt(mirror.clock.now()) });
}

async function setWatchState(mirror: Mirror, videoId: string, shown: WatchStateRow['shown'], overrides: Partial<WatchStateRow> = {}): Promise<void> {
  await mirror.db.watchStates.put({
    videoId,
    server: { isWatched: false, positionSeconds: null },
    shown,
    waiting: 0,
    localPositionAtMs: null,
    alternativeSeconds: null,
    ...overrides,
  });
}

function aPlaylistRow(videoIds: string[]) {
  const entries = videoIds.map((videoId, index) => ({ videoId, title: videoId, uploader: null, index, isDownloaded: videoId !== 'gone' }));
  return {
    playlistId: 'PL1',
    name: 'Quay walks',
    kind: 'regular' as const,
    channelId: null,
    channelName: null,
    thumbUrl: null,
    description: null,
    isSubscribed: false,
    isActive: true,
    sortOrder: 'top' as const,
    lastRefreshedAt: '',
    sourceUrl: null,
    entries,
    fetchedAtMs: 0,
  };
}

function aChannelRow(channelId: string, name: string, isSubscribed: boolean) {
  return {
    channelId,
    name,
    isSubscribed,
    thumbUrl: null,
    bannerUrl: null,
    subscriberCount: 0,
    isActive: true,
    description: null,
    tags: [],
    lastRefreshedAt: '',
    sourceUrl: null,
    fetchedAtMs: 0,
  };
}

const stopFunctions: (() => void)[] = [];
afterEach(() => {
  for (const stop of stopFunctions.splice(0)) stop();
});

/** Subscribes to a store, as a mounted component does. */
function watchStore<Value>(store: Store<Value>) {
  let notificationCount = 0;
  const stop = store.subscribe(() => (notificationCount += 1));
  stopFunctions.push(stop);
  const readyView = (): Extract<View<never>, { state: 'ready' }> => {
    const view = store.read() as View<never>;
    if (view.state !== 'ready') throw new Error(`Not ready but ${view.state}`);
    return view;
  };
  return {
    stop,
    notificationCount: () => notificationCount,
    view: () => store.read(),
    ready: () => waitUntil(() => (store.read() as View<never>).state === 'ready'),
    data: () => readyView().data as Extract<Value, { state: 'ready' }> extends { data: infer Data } ? Data : never,
    fetchedAtMs: () => readyView().fetchedAtMs,
  };
}

async function setup() {
  const mirror = await aMirror();
  return { mirror, watch: watchStore };
}
