// A change that the archive has confirmed, or a deletion on this device, is not reverted by an answer that was requested earlier but arrives
// later. A counter, not the clock, decides which answers were requested earlier, because the clock may jump in between.
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import type { WirePlaylist } from '../../src/contract/names.ts';
import {
  applyChannelGone,
  applyChannelList,
  applyPlaylist,
  applyPlaylistGone,
  applyPlaylistList,
  applyVideo,
  applyVideoGone,
  applyVideoList,
} from '../../src/mirror/apply.ts';
import type { Mirror } from '../../src/mirror/database.ts';
import { forgetChannel, forgetPlaylist, forgetVideo } from '../../src/mirror/forget.ts';
import { toPlaylistRow } from '../../src/mirror/from-wire.ts';
import { listKey } from '../../src/mirror/list-keys.ts';
import { addLiveKey } from '../../src/mirror/live-keys.ts';
import { readRequestTime, countConfirmation, recordDeletion } from '../../src/mirror/request-order.ts';
import type { RequestTime } from '../../src/mirror/rows.ts';
import { channelKey, playlistKey, searchKey, similarKey, videoKey } from '../../src/mirror/resource-keys.ts';
import { isFresh, forceRefresh, refreshAllLiveKeys, requestRefresh, refreshStaleLiveKeys } from '../../src/mirror/refresh-requests.ts';
import { createArchiveClient } from '../../src/network/archive-client.ts';
import { createPull, type Pull } from '../../src/sync/pull.ts';
import { createRevalidation } from '../../src/sync/revalidate.ts';
import { aMirror, settled, sharedLocks, waitUntil } from '../builders/mirror-copy.ts';
import { aWireAccount, aWirePagination, aWireUserConfig, aWireChannel, aWirePlaylist, aWireVideo } from '../builders/mirror-wire.ts';
import { json, scriptFetch } from '../doubles/fetch-script.ts';

const dayMs = 24 * 3_600_000;
const jumps: [string, number][] = [
  ['a running clock', 10],
  ['a clock that is set back', -dayMs],
  ['a clock that is set forward', dayMs],
];
const recentKey = listKey({ endpoint: 'videos', filters: '', pageSize: 12, page: 1 });
const channelsKey = listKey({ endpoint: 'channels', filters: '', pageSize: 12, page: 1 });
const playlistsKey = listKey({ endpoint: 'playlists', filters: '', pageSize: 12, page: 1 });

const playlistWithV1 = (playlist_type: 'custom' | 'regular') =>
  aWirePlaylist({ playlist_id: 'PL2', playlist_type, playlist_entries: [{ youtube_id: 'v1', title: 'Fog', uploader: null, idx: 0, downloaded: true }] });

const pulls: Pull[] = [];
afterEach(() => {
  for (const pull of pulls.splice(0)) pull.stop();
});

describe.each(jumps)('with %s', (_clock, jumpMs) => {
  test.each([
    ['a channel', channelKey('UC1'), '/api/channel/UC1/', aWireChannel({ channel_id: 'UC1' })],
    ['a playlist', playlistKey('PL1'), '/api/playlist/PL1/', aWirePlaylist({ playlist_id: 'PL1' })],
    ['a document of settings', 'user-config', '/api/user/me/', aWireUserConfig()],
    ['an account', 'account', '/api/user/account/', aWireAccount({ id: 1, name: 'marlow' })],
  ])('%s that changes here while it is being fetched is fetched once more', async (_what, key, path, answer) => {
    const { mirror, clock, script, answerLate } = await setup();
    script.on(path, json(answer));
    await requestRefresh(mirror, key, 0);
    await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
    const lateAnswer = answerLate(path);
    await requestRefresh(mirror, key, 0);
    await lateAnswer.requested();
    await confirmHere(mirror);
    const confirmedContent = await contentOf(mirror);
    clock.advance(jumpMs);
    lateAnswer.send(answer);
    await waitUntil(async () => (await mirror.db.wanted.get(key))?.state !== 'fetching' || script.count(path) > 2);
    await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
    await settled();
    expect(script.count(path)).toBe(3);
    expect(lateAnswer.contentAfterwards()).toEqual(confirmedContent);
  });

  test('a mark made here stays until an answer that was requested later replaces it', async () => {
    const { mirror, clock, script, answerLate } = await setup();
    const listAnswer = (watched: boolean) => ({ data: [aWireVideo({ youtube_id: 'v1', player: { watched } })], paginate: aWirePagination() });
    const lateAnswer = answerLate('/api/video/?');
    await requestRefresh(mirror, recentKey, 0);
    await lateAnswer.requested();
    // Only the counter rejects this list, because the rule about lagging lists covers only lists requested after the mark.
    clock.advance(10);
    const server = { isWatched: true, positionSeconds: null };
    await mirror.db.transaction('rw', mirror.db.documents, mirror.db.watchStates, async () => {
      const asOf = await countConfirmation(mirror.db);
      const noPosition = { localPositionAtMs: null, alternativeSeconds: null };
      await mirror.db.watchStates.put({ videoId: 'v1', server, shown: server, waiting: 0, ...noPosition, confirmedAtMs: clock.now(), asOf });
    });
    clock.advance(jumpMs);
    lateAnswer.send(listAnswer(false));
    await waitUntil(async () => (await mirror.db.listPages.get(recentKey)) !== undefined);
    expect((await mirror.db.watchStates.get('v1'))?.server).toEqual(server);
    clock.advance(2_000);
    script.on('/api/video/?', json(listAnswer(false)));
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.watchStates.get('v1'))?.server.isWatched === false);
  });

  test('a deleted video is in no list, and the list on the screen is requested once more', async () => {
    const { mirror, clock, script, answerLate } = await setup();
    const lateAnswer = answerLate('/api/video/?');
    const removeLiveKey = addLiveKey(mirror.db, { key: () => recentKey, rank: 0, fetchedAtMs: () => 0 });
    await requestRefresh(mirror, recentKey, 0);
    await lateAnswer.requested();
    script.on('/api/video/?', json({ data: [aWireVideo({ youtube_id: 'v2' })], paginate: aWirePagination({ total_hits: 1 }) }));
    await forgetVideo(mirror, 'v1', async () => {});
    await refreshAllLiveKeys(mirror);
    clock.advance(jumpMs);
    lateAnswer.send({ data: [aWireVideo({ youtube_id: 'v1' }), aWireVideo({ youtube_id: 'v2' })], paginate: aWirePagination({ total_hits: 2 }) });
    await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
    await settled();
    removeLiveKey();
    expect(script.count('/api/video/?')).toBe(2);
    expect(await mirror.db.listPages.get(recentKey)).toMatchObject({ ids: ['v2'], paginate: { total_hits: 1 } });
    expect(await mirror.db.videoCards.toCollection().primaryKeys()).toEqual(['v2']);
    expect(await mirror.db.watchStates.get('v1')).toBeUndefined();
  });
});

describe('an item that was deleted here does not come back', () => {
  test.each([
    ['with an answer for its own page', videoKey('v1'), '/api/video/v1/', aWireVideo({ youtube_id: 'v1' })],
    ['as a similar video', similarKey('v0'), '/api/video/v0/similar/', [aWireVideo({ youtube_id: 'v1' })]],
    [
      'as a search result',
      searchKey('fog'),
      '/api/search/?',
      { results: { video_results: [aWireVideo({ youtube_id: 'v1' })], channel_results: [], playlist_results: [], fulltext_results: [] }, queryType: 'simple' },
    ],
  ])('%s', async (_how, key, path, answer) => {
    const { mirror, answerLate } = await setup();
    const lateAnswer = answerLate(path);
    await requestRefresh(mirror, key, 0);
    await lateAnswer.requested();
    await forgetVideo(mirror, 'v1', async () => {});
    lateAnswer.send(answer);
    await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
    expect(await mirror.db.videoCards.get('v1')).toBeUndefined();
    expect(await mirror.db.videoDetails.get('v1')).toBeUndefined();
    expect((await mirror.db.similar.get('v0'))?.videoIds ?? []).toEqual([]);
    expect((await mirror.db.searches.get('fog'))?.videoIds ?? []).toEqual([]);
  });

  test('a channel, with videos that were never listed before', async () => {
    const { mirror, answerLate } = await setup();
    const lateAnswer = answerLate('/api/');
    const channel = { ...aWireVideo().channel, channel_id: 'UC1' };
    for (const key of [recentKey, channelsKey, channelKey('UC1')]) await requestRefresh(mirror, key, 0);
    await lateAnswer.requested(3);
    await forgetChannel(mirror, 'UC1');
    lateAnswer.send((path: string) => {
      if (path.startsWith('/api/video/')) return { data: [aWireVideo({ youtube_id: 'new', channel })], paginate: aWirePagination() };
      if (path.startsWith('/api/channel/?')) return { data: [aWireChannel({ channel_id: 'UC1' })], paginate: aWirePagination() };
      return aWireChannel({ channel_id: 'UC1' });
    });
    await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
    expect(await Promise.all([mirror.db.videoCards.count(), mirror.db.channels.count()])).toEqual([0, 0]);
    expect((await mirror.db.listPages.bulkGet([recentKey, channelsKey])).map((page) => page?.ids)).toEqual([[], []]);
  });

  test('a playlist, and a video in a playlist', async () => {
    const { mirror, script, answerLate } = await setup();
    const customPlaylist = aWirePlaylist({ playlist_id: 'PL2', playlist_type: 'custom' });
    const entryId = customPlaylist.playlist_entries[0]?.youtube_id ?? '';
    await mirror.db.playlists.put(toPlaylistRow(customPlaylist, 0));
    const lateAnswer = answerLate('/api/playlist/');
    for (const key of [playlistsKey, playlistKey('PL1'), playlistKey('PL2')]) await requestRefresh(mirror, key, 0);
    await lateAnswer.requested(3);
    await forgetPlaylist(mirror, 'PL1', { withVideos: false });
    await forgetVideo(mirror, entryId, async () => {});
    script.on('/api/playlist/PL2/', json({ ...customPlaylist, playlist_entries: [] }));
    lateAnswer.send((path: string) => {
      const deletedPlaylist = aWirePlaylist({ playlist_id: 'PL1' });
      if (path.startsWith('/api/playlist/?')) return { data: [deletedPlaylist, customPlaylist], paginate: aWirePagination({ total_hits: 2 }) };
      return path.includes('PL1') ? deletedPlaylist : customPlaylist;
    });
    await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
    expect(await mirror.db.playlists.toCollection().primaryKeys()).toEqual(['PL2']);
    expect((await mirror.db.playlists.get('PL2'))?.entries).toEqual([]);
    expect(await mirror.db.listPages.get(playlistsKey)).toMatchObject({ ids: ['PL2'], paginate: { total_hits: 1 } });
  });

  test.each<[string, (mirror: Mirror, requestTime: RequestTime) => Promise<unknown>, string[]]>([
    [
      'a list names the video in a custom playlist',
      ({ db }, requestTime) => applyPlaylistList(db, { key: playlistsKey, data: [playlistWithV1('custom')], paginate: null, requestTime }),
      [],
    ],
    ['a custom playlist names the video', ({ db }, requestTime) => applyPlaylist(db, playlistKey('PL2'), playlistWithV1('custom'), requestTime), []],
    [
      'a regular playlist names the video',
      ({ db }, requestTime) => applyPlaylist(db, playlistKey('PL2'), playlistWithV1('regular'), requestTime),
      ['v1: false'],
    ],
  ])('a video in a playlist that was stored without that video: %s', async (_where, apply, expectedEntries) => {
    const { mirror } = await setup();
    await mirror.db.playlists.put(toPlaylistRow({ ...playlistWithV1('custom'), playlist_entries: [] }, 0));
    const requestTime = await readRequestTime(mirror);
    await forgetVideo(mirror, 'v1', async () => {});
    await apply(mirror, requestTime);
    expect((await mirror.db.playlists.get('PL2'))?.entries.map((entry) => `${entry.videoId}: ${entry.isDownloaded}`)).toEqual(expectedEntries);
  });

  test.each<[string, string, string, (playlist: WirePlaylist) => unknown]>([
    ['a list', playlistsKey, '/api/playlist/?', (playlist) => ({ data: [playlist], paginate: aWirePagination({ total_hits: 1 }) })],
    ['its own page', playlistKey('PL2'), '/api/playlist/PL2/', (playlist) => playlist],
  ])(
    'a video of a deleted channel, in a playlist that was not stored: if %s names the video, the playlist is stored without it and requested once more',
    async (_where, key, path, answerWith) => {
      const { mirror, script, answerLate } = await setup();
      const { db } = mirror;
      const channel = { ...aWireVideo().channel, channel_id: 'UC1' };
      await applyVideo(db, aWireVideo({ youtube_id: 'v1', channel }), await readRequestTime(mirror));
      const lateAnswer = answerLate(path);
      await requestRefresh(mirror, key, 0);
      await lateAnswer.requested();
      await forgetChannel(mirror, 'UC1');
      let storedEntries: unknown = 'not asked again';
      script.on(path, async () => {
        storedEntries = (await db.playlists.get('PL2'))?.entries;
        return json(answerWith({ ...playlistWithV1('custom'), playlist_entries: [] }));
      });
      lateAnswer.send(answerWith(playlistWithV1('custom')));
      await waitUntil(async () => (await db.wanted.count()) === 0);
      expect([storedEntries, script.count(path)]).toEqual([[], 2]);
    },
  );

  test('any of 1,001 videos that were deleted together, even if another one is deleted afterwards', async () => {
    const { mirror, clock } = await setup();
    const requestTime = await readRequestTime(mirror);
    const keys = Array.from({ length: 1_001 }, (_, index) => `videos:v${index}` as const);
    await mirror.db.transaction('rw', mirror.db.documents, () => recordDeletion(mirror.db, clock.now(), keys));
    await forgetVideo(mirror, 'later', async () => {});
    const data = ['v0', 'v1000', 'later', 'other'].map((youtube_id) => aWireVideo({ youtube_id }));
    await applyVideoList(mirror.db, { key: recentKey, data, paginate: null, requestTime });
    expect(await mirror.db.videoCards.toCollection().primaryKeys()).toEqual(['other']);
  });

  test('in a list requested within the 1.5 s in which current servers still name the item, but does come back in a later list', async () => {
    const { mirror, clock } = await setup();
    await mirror.db.transaction('rw', mirror.db.documents, () => recordDeletion(mirror.db, clock.now(), ['videos:v1']));
    const page = async () => ({ key: recentKey, data: [aWireVideo({ youtube_id: 'v1' })], paginate: null, requestTime: await readRequestTime(mirror) });
    clock.advance(1_499);
    await applyVideoList(mirror.db, await page());
    expect(await mirror.db.videoCards.count()).toBe(0);
    clock.advance(1);
    await applyVideoList(mirror.db, await page());
    expect(await mirror.db.videoCards.count()).toBe(1);
  });

  test.each<[string, (mirror: Mirror, requestTime: RequestTime) => Promise<unknown>]>([
    [
      'a video',
      async ({ db, clock }, requestTime) => {
        await applyVideoGone(db, 'v1', clock.now());
        await applyVideoList(db, { key: recentKey, data: [aWireVideo({ youtube_id: 'v1' })], paginate: null, requestTime });
      },
    ],
    [
      'a channel',
      async ({ db, clock }, requestTime) => {
        await applyChannelGone(db, 'UC1', clock.now());
        await applyChannelList(db, { key: channelsKey, data: [aWireChannel({ channel_id: 'UC1' })], paginate: null, requestTime });
      },
    ],
    [
      'a playlist',
      async ({ db, clock }, requestTime) => {
        await applyPlaylistGone(db, 'PL1', clock.now());
        await applyPlaylistList(db, { key: playlistsKey, data: [aWirePlaylist({ playlist_id: 'PL1' })], paginate: null, requestTime });
      },
    ],
  ])('%s that the archive itself has reported as gone', async (_what, reportGoneThenList) => {
    const { mirror } = await setup();
    const { db } = mirror;
    const requestTime = await readRequestTime(mirror);
    mirror.clock.advance(10);
    await reportGoneThenList(mirror, requestTime);
    expect(await db.listPages.count()).toBe(1);
    expect([await db.videoCards.count(), await db.channels.count(), await db.playlists.count()]).toEqual([0, 0, 0]);
  });

  test('if more than a thousand others were deleted as well', async () => {
    const { mirror } = await setup();
    const requestTime = await readRequestTime(mirror);
    const deletedKeys = Array.from({ length: 1_100 }, (_, index) => `videos:v${index}` as const);
    await mirror.db.transaction('rw', mirror.db.documents, async () => {
      await recordDeletion(mirror.db, 0, ['videos:old', 'videos:v1000']);
      await recordDeletion(mirror.db, 0, deletedKeys.slice(0, 999));
      await recordDeletion(mirror.db, 0, deletedKeys.slice(999));
    });
    const deletions = await mirror.db.documents.get('deletions');
    expect(Object.keys(deletions?.value ?? {}), 'all deletions but the oldest').toEqual(deletedKeys);
    for (const id of ['v1000', 'v1099', 'v100']) await applyVideo(mirror.db, aWireVideo({ youtube_id: id }), requestTime);
    expect(await mirror.db.videoCards.count()).toBe(0);
  });
});

test('an answer changes nothing if an answer requested later arrived first', async () => {
  const { mirror } = await setup();
  const { db } = mirror;
  const earlyRequestTime = await readRequestTime(mirror);
  await confirmHere(mirror);
  const page = (title: string, requestTime = earlyRequestTime) => ({
    key: playlistsKey,
    data: [aWirePlaylist({ playlist_name: title })],
    paginate: null,
    requestTime,
  });
  await applyPlaylistList(db, page('as it is', await readRequestTime(mirror)));
  await applyPlaylistList(db, page('as it was'));
  expect((await db.playlists.toArray()).map(({ name }) => name)).toEqual(['as it is']);
});

test('a late answer about a video changes neither the stored details nor the recorded time of their request', async () => {
  const { mirror } = await setup();
  const { db } = mirror;
  const nextRequestTime = async (): Promise<RequestTime> => {
    const requestTime = await readRequestTime(mirror);
    await confirmHere(mirror);
    return requestTime;
  };
  const [firstTime, secondTime, thirdTime] = [await nextRequestTime(), await nextRequestTime(), await nextRequestTime()];
  const answer = (description: string, requestTime: RequestTime) => applyVideo(db, aWireVideo({ youtube_id: 'v1', description }), requestTime);
  await answer('as it is', thirdTime);
  await answer('as it was first', firstTime);
  await answer('as it was second', secondTime);
  expect(await db.videoDetails.get('v1')).toMatchObject({ description: 'as it is', asOf: thirdTime.asOf });
});

test('a page opened from its copy is requested once, even if a request for that page was already under way', async () => {
  const { mirror, script, answerLate } = await setup();
  const lateAnswer = answerLate('/api/channel/UC1/');
  const removeLiveKey = addLiveKey(mirror.db, { key: () => channelKey('UC1'), rank: 0, fetchedAtMs: () => 0 });
  await requestRefresh(mirror, channelKey('UC1'), 0);
  await lateAnswer.requested();
  createRevalidation(mirror, null).onOpenedCopy();
  await settled();
  lateAnswer.send(aWireChannel({ channel_id: 'UC1' }));
  await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
  await settled();
  removeLiveKey();
  expect(script.count('/api/channel/UC1/')).toBe(1);
});

describe('a request made while the same key is being fetched', () => {
  test.each([
    ['because a view opens is not fetched twice', requestRefresh, 1],
    ['after a change is fetched once more', forceRefresh, 2],
  ] as const)('%s', async (_why, request, requestCount) => {
    const { mirror, script, answerLate } = await setup();
    const lateAnswer = answerLate('/api/channel/UC1/');
    await requestRefresh(mirror, channelKey('UC1'), 1);
    await lateAnswer.requested();
    script.on('/api/channel/UC1/', json(aWireChannel({ channel_id: 'UC1', channel_name: 'Later' })));
    await request(mirror, channelKey('UC1'), 1);
    await request(mirror, channelKey('UC1'), 0);
    lateAnswer.send(aWireChannel({ channel_id: 'UC1', channel_name: 'Earlier' }));
    await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
    await settled();
    expect(script.count('/api/channel/UC1/')).toBe(requestCount);
    expect((await mirror.db.channels.get('UC1'))?.name).toBe(requestCount === 2 ? 'Later' : 'Earlier');
  });
});

test('a request whose screen is still open does not expire when the clock jumps ahead', async () => {
  const { mirror, clock, script } = await setup();
  script.on('/api/channel/UC1/', json(aWireChannel({ channel_id: 'UC1' })));
  const removeLiveKey = addLiveKey(mirror.db, { key: () => channelKey('UC1'), rank: 0, fetchedAtMs: () => null });
  for (const id of ['UC1', 'UC2'])
    await mirror.db.wanted.put({ key: channelKey(id), sinceMs: clock.now() - dayMs, untilMs: clock.now() - dayMs, rank: 0, state: 'wanted' });
  await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
  removeLiveKey();
  expect(script.requests.map(({ path }) => path)).toEqual(['/api/channel/UC1/']);
});

describe('a clock that is set back', () => {
  test('does not keep a copy fresh forever', async () => {
    const { mirror, clock, script } = await setup();
    const fetchedAtMs = clock.now();
    expect(isFresh(mirror, fetchedAtMs)).toBe(true);
    clock.advance(-dayMs);
    expect(isFresh(mirror, fetchedAtMs)).toBe(false);
    script.on('/api/channel/UC1/', json(aWireChannel({ channel_id: 'UC1' })));
    const removeLiveKey = addLiveKey(mirror.db, { key: () => channelKey('UC1'), rank: 0, fetchedAtMs: () => fetchedAtMs });
    await refreshStaleLiveKeys(mirror);
    await waitUntil(() => script.count('/api/channel/UC1/') === 1);
    removeLiveKey();
  });

  test('by half a minute since a change was confirmed does not have the same answer requested again and again', async () => {
    const { mirror, clock, script } = await setup();
    script.on('/api/channel/UC1/', json(aWireChannel({ channel_id: 'UC1', channel_name: 'Quay walks' })));
    await requestRefresh(mirror, channelKey('UC1'), 0);
    await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
    await confirmHere(mirror);
    await mirror.db.channels.update('UC1', { confirmedAtMs: clock.now() });
    clock.advance(-30_000);
    await requestRefresh(mirror, channelKey('UC1'), 0);
    await waitUntil(() => script.count('/api/channel/UC1/') > 1);
    await settled();
    expect(script.count('/api/channel/UC1/')).toBe(2);
    expect((await mirror.db.channels.get('UC1'))?.name).toBe('Quay walks');
  });
});

/** Changes every stored row as if its change had been made here and the archive had just confirmed it. */
async function confirmHere({ db }: Mirror): Promise<void> {
  await db.transaction('rw', db.documents, db.channels, db.playlists, async () => {
    const asOf = await countConfirmation(db);
    await db.channels.toCollection().modify({ asOf, name: 'Changed here' });
    await db.playlists.toCollection().modify({ asOf, name: 'Changed here' });
    for (const key of ['user-config', 'account'] as const) await db.documents.update(key, { asOf } as object);
  });
}

async function contentOf({ db }: Mirror): Promise<unknown> {
  const documents = await db.documents.bulkGet(['user-config', 'account']);
  return [
    (await db.channels.toArray()).map(({ name }) => name),
    (await db.playlists.toArray()).map(({ name }) => name),
    documents.map((document) => (document as { asOf?: number } | undefined)?.asOf),
  ];
}

async function setup() {
  const mirror = await aMirror();
  const { clock } = mirror;
  const script = scriptFetch();
  const fetchAsUser: typeof fetch = async (...call) => {
    const answer = await script.fetch(...call);
    if (answer.ok) answer.headers.set('x-stowaway-user', '1');
    return answer;
  };
  const api = createArchiveClient({ fetch: fetchAsUser, readCookie: () => null, onOutcome: () => {}, timeoutMs: 20_000, server: { namesUser: true } });
  pulls.push(createPull({ mirror, api, locks: sharedLocks() }));

  /** Holds back all answers to this path until `send` is called. Later requests get the same answer immediately. */
  function answerLate(path: string) {
    let release: (answer: unknown) => void = () => {};
    const answerReady = new Promise<unknown>((resolve) => (release = resolve));
    let callCount = 0;
    let contentAtSecondRequest: unknown = null;
    const requestsBefore = script.requests.length;
    script.on(path, async (call) => {
      callCount += 1;
      // By the second request, the late answer has been processed.
      if (callCount === 2) contentAtSecondRequest = await contentOf(mirror);
      const answer = await answerReady;
      const body = typeof answer === 'function' ? (answer as (path: string) => unknown)(call.path) : answer;
      return json(body);
    });
    return {
      requested: (count = 1) => waitUntil(() => script.requests.length >= requestsBefore + count),
      send: (answer: unknown) => release(answer),
      contentAfterwards: () => contentAtSecondRequest,
    };
  }

  return { mirror, clock, script, answerLate };
}
