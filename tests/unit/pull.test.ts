import 'fake-indexeddb/auto';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createArchiveClient } from '../../src/network/archive-client.ts';
import type { WireUserConfig } from '../../src/contract/names.ts';
import { failed, ok } from '../../src/lib/result.ts';
import type { Locks } from '../../src/lib/locks.ts';
import type { FirstList, Mirror } from '../../src/mirror/database.ts';
import { listKey, videoListFilters } from '../../src/mirror/list-keys.ts';
import { toPlaylistRow } from '../../src/mirror/from-wire.ts';
import { addLiveKey } from '../../src/mirror/live-keys.ts';
import { channelFactsKey, channelKey, commentsKey, navKey, playlistKey, similarKey, videoKey } from '../../src/mirror/resource-keys.ts';
import { anOutboxRow } from '../builders/outbox-row.ts';
import type { KnownMutation } from '../../src/mutations/kinds/table.ts';
import { onSyncEvent, type SyncEvent } from '../../src/mirror/sync-events.ts';
import { claimForbiddenRead, requestRefresh, retryFailedRequests } from '../../src/mirror/refresh-requests.ts';
import { createPull, type Pull } from '../../src/sync/pull.ts';
import { storeFirstLists } from '../../src/sync/store-first-lists.ts';
import { createRevalidation } from '../../src/sync/revalidate.ts';
import { hanging, html, json, refusedConnection, scriptFetch, truncatedJson, type Scripted } from '../doubles/fetch-script.ts';
import { aMirror, inAnotherTab, setConnection, settled, sharedLocks, waitUntil, type SteppedClock } from '../builders/mirror-copy.ts';
import {
  aWireAccount,
  aWirePagination,
  aWirePing,
  aWireUserConfig,
  aWireChannel,
  aWireComment,
  aWirePlaylist,
  aWireVideo,
  someAppSettings,
  wireVideos,
} from '../builders/mirror-wire.ts';

const firstListsOf = (answer: FirstList | null): NonNullable<Mirror['firstLists']> => new Map([['sort=published&order=desc&page=1', Promise.resolve(answer)]]);

const recentKey = listKey({ endpoint: 'videos', filters: videoListFilters({}), pageSize: 12, page: 1 });

describe('a refresh request', () => {
  test('for a list stores the page, its cards, their details and their watch states, and is then removed', async () => {
    const { mirror, script } = await setup();
    script.on(
      '/api/video/?',
      json({
        data: [aWireVideo({ youtube_id: 'v2', player: { watched: false, position: 90 } }), aWireVideo({ youtube_id: 'v1', player: { watched: true } })],
        paginate: aWirePagination(),
      }),
    );
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
    expect(await mirror.db.listPages.get(recentKey)).toMatchObject({ ids: ['v2', 'v1'], fetchedAtMs: mirror.clock.now() });
    expect(await mirror.db.videoCards.get('v2')).toMatchObject({ title: 'How lanterns light the harbour', width: 1280 });
    expect(await mirror.db.videoDetails.get('v1')).toMatchObject({ mediaUrl: '/youtube/UCharbourlights0000000000/lanternfish.mp4' });
    expect((await mirror.db.watchStates.bulkGet(['v1', 'v2'])).map((row) => row?.server)).toEqual([
      { isWatched: true, positionSeconds: null },
      { isWatched: false, positionSeconds: 90 },
    ]);
  });

  test('for a list is fulfilled once by an answer that was requested before the copy existed', async () => {
    const { mirror, script } = await setup();
    const requestTime = { atMs: mirror.clock.now() - 5_000, asOf: 0 };
    mirror.firstLists = firstListsOf({ key: recentKey, body: { data: [aWireVideo({ youtube_id: 'v1' })], paginate: aWirePagination() }, requestTime });
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
    expect(await mirror.db.listPages.get(recentKey)).toMatchObject({ ids: ['v1'], fetchedAtMs: requestTime.atMs });
    expect(script.requests).toEqual([]);
    script.on('/api/video/?', json({ data: [aWireVideo({ youtube_id: 'v2' })], paginate: aWirePagination() }));
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.listPages.get(recentKey))?.ids[0] === 'v2');
  });

  test.each<[string, (nowMs: number) => FirstList | null]>([
    ['failed', () => null],
    ['is not a list', (nowMs) => ({ key: recentKey, body: { data: 'none' }, requestTime: { atMs: nowMs, asOf: 0 } })],
    ['is a minute old', (nowMs) => ({ key: recentKey, body: { data: [], paginate: aWirePagination() }, requestTime: { atMs: nowMs - 60_000, asOf: 0 } })],
  ])('for a list is sent if the answer that was requested before the copy existed %s', async (_what, answerAt) => {
    const { mirror, script } = await setup();
    mirror.firstLists = firstListsOf(answerAt(mirror.clock.now()));
    script.on('/api/video/?', json({ data: [aWireVideo({ youtube_id: 'v2' })], paginate: aWirePagination() }));
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
    expect(await mirror.db.listPages.get(recentKey)).toMatchObject({ ids: ['v2'] });
  });

  test('of each kind is fulfilled', async () => {
    const { mirror, script } = await setup();
    script.on('/api/video/v1/', json(aWireVideo({ youtube_id: 'v1' })));
    script.on('/api/video/v1/similar/', json([aWireVideo({ youtube_id: 'v3' })]));
    script.on('/api/video/v1/comment/', json([aWireComment()]));
    script.on('/api/video/v1/nav/', json([]));
    script.on('/api/channel/UC1/', json(aWireChannel({ channel_id: 'UC1' })));
    script.on(
      '/api/channel/UC1/nav/',
      json({ has_pending: false, has_ignored: false, has_playlists: true, has_videos: true, has_streams: false, has_shorts: true }),
    );
    script.on('/api/channel/UC1/aggs/', json({ total_items: { value: 3 }, total_size: { value: 9 }, total_duration: { value: 60, value_str: '1m' } }));
    script.on('/api/channel/?', json({ data: [aWireChannel({ channel_id: 'UC1' })], paginate: aWirePagination() }));
    script.on('/api/playlist/?', json({ data: [aWirePlaylist({ playlist_id: 'PL1' })], paginate: aWirePagination() }));
    script.on('/api/playlist/PL1/', json(aWirePlaylist({ playlist_id: 'PL1' })));
    script.on('/api/user/me/', json(aWireUserConfig({ grid_items: 5 })));
    script.on('/api/user/account/', json(aWireAccount({ name: 'marlow' })));
    script.on('/api/appsettings/config/', json(someAppSettings()));
    const listKeys = (['channels', 'playlists'] as const).map((endpoint) => listKey({ endpoint, filters: '', pageSize: 12, page: 1 }));
    const keys = [
      videoKey('v1'),
      similarKey('v1'),
      commentsKey('v1'),
      navKey('v1'),
      channelKey('UC1'),
      channelFactsKey('UC1'),
      playlistKey('PL1'),
      ...listKeys,
      'user-config',
      'account',
      'app-settings',
    ];
    for (const key of keys) await requestRefresh(mirror, key, 0);
    await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
    const { db } = mirror;
    expect(
      (
        await Promise.all(
          [db.videoDetails, db.similar, db.comments, db.playlistNavs, db.channels, db.channelFacts, db.playlists, db.listPages].map((table) => table.count()),
        )
      ).every((count) => count >= 1),
    ).toBe(true);
    expect(await db.playlists.get('PL1')).toMatchObject({ description: null, entries: [{ videoId: 'v1', isDownloaded: true }] });
    expect(await db.channelFacts.get('UC1')).toMatchObject({ hasShorts: true, totalItems: 3, totalDuration: '1m' });
    expect(await db.documents.get('user-config')).toMatchObject({ value: { grid_items: 5 } });
  });

  test('for a video page that is new to the device takes one round trip', async () => {
    // The latency is longer than a busy machine takes to send all four requests.
    const { mirror, script } = await setup({ latencyMs: 400, timeoutMs: 5_000 });
    script.on('/api/video/v1/', json(aWireVideo({ youtube_id: 'v1' })));
    script.on('/api/video/v1/similar/', json([]));
    script.on('/api/video/v1/comment/', json({ error: 'none' }, 404));
    script.on('/api/video/v1/nav/', json([]));
    await mirror.db.transaction('rw', mirror.db.wanted, async () => {
      for (const key of [videoKey('v1'), similarKey('v1'), commentsKey('v1'), navKey('v1')]) await requestRefresh(mirror, key, 0);
    });
    await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
    expect(script.requests).toHaveLength(4);
    expect(script.waves()).toHaveLength(1);
  });

  test('is sent in order of rank, at most four at a time', async () => {
    const { mirror, script, start } = await setup({ isStarted: false });
    const gates: (() => void)[] = [];
    script.on('/api/video/', () => new Promise((resolve) => gates.push(() => resolve(json({}, 404)))));
    for (const [index, rank] of ([2, 1, 0, 0, 2, 0] as const).entries()) await requestRefresh(mirror, videoKey(`v${index}`), rank);
    start();
    await waitUntil(() => gates.length === 4);
    await settled();
    expect(gates).toHaveLength(4);
    expect(script.requests.map((call) => call.path)).toEqual(['/api/video/v2/', '/api/video/v3/', '/api/video/v5/', '/api/video/v1/']);
    gates[0]?.();
    await waitUntil(() => gates.length === 5);
  });

  test('that is newer is sent first within its rank, so the page on the screen is refreshed before pages opened while the archive was away', async () => {
    const { mirror, script, start, clock } = await setup({ isStarted: false });
    script.on('/api/video/', () => new Promise(() => {}));
    for (const videoId of ['v1', 'v2', 'v3', 'v4', 'v5', 'v6']) {
      await requestRefresh(mirror, videoKey(videoId), 0);
      clock.advance(1_000);
    }
    start();
    await waitUntil(() => script.requests.length === 4);
    expect(script.requests.map((call) => call.path)).toEqual(['v6', 'v5', 'v4', 'v3'].map((videoId) => `/api/video/${videoId}/`));
  });

  test('whose page was left long ago is dropped without a request to the archive', async () => {
    const { mirror, script, start, clock } = await setup({ isStarted: false });
    await requestRefresh(mirror, videoKey('v1'), 0);
    expect(await mirror.db.wanted.count()).toBe(1);
    clock.advance(60 * 60_000);
    start();
    await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
    expect(script.requests).toEqual([]);
  });
});

describe('an answer', () => {
  test('with the same content writes no card, no details and no watch state again', async () => {
    const { mirror, script, clock } = await setup();
    script.on('/api/video/?', json({ data: wireVideos(3), paginate: aWirePagination() }));
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
    const writtenTables: string[] = [];
    for (const table of [mirror.db.videoCards, mirror.db.videoDetails, mirror.db.watchStates]) {
      table.hook('updating', () => void writtenTables.push(table.name));
      table.hook('creating', () => void writtenTables.push(table.name));
    }
    clock.advance(60_000);
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.listPages.get(recentKey))?.fetchedAtMs === clock.now());
    expect(writtenTables).toEqual([]);
    const [firstVideo, ...otherVideos] = wireVideos(3);
    script.on('/api/video/?', json({ data: [{ ...firstVideo, title: 'Another title' }, ...otherVideos], paginate: aWirePagination() }));
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(() => writtenTables.length > 0);
    expect(writtenTables).toEqual(['videoCards']);
  });

  test('requested soon after the archive confirmed a mark made here does not undo that mark, because lists lag', async () => {
    const { mirror, script, clock } = await setup();
    await mirror.db.watchStates.put({
      videoId: 'v1',
      server: watchedState,
      shown: watchedState,
      waiting: 0,
      localPositionAtMs: null,
      alternativeSeconds: null,
      confirmedAtMs: clock.now(),
      asOf: 0,
    });
    script.on('/api/video/?', json({ data: [aWireVideo({ youtube_id: 'v1', player: { watched: false } })], paginate: aWirePagination() }));
    clock.advance(500);
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
    expect((await mirror.db.watchStates.get('v1'))?.server.isWatched).toBe(true);
    clock.advance(5_000);
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.watchStates.get('v1'))?.server.isWatched === false);
  });

  test('leaves a pending mark on top, even a mark of a whole playlist', async () => {
    const { mirror, script } = await setup();
    await mirror.db.playlists.put(toPlaylistRow(aWirePlaylist({ playlist_id: 'PL1' }), 0));
    await mirror.db.outbox.add(
      anOutboxRow({ lane: 'playlist:PL1', mutation: { kind: 'mark-playlist-watched', playlistId: 'PL1', isWatched: true } as KnownMutation }),
    );
    script.on('/api/video/?', json({ data: wireVideos(2), paginate: aWirePagination() }));
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
    expect((await mirror.db.watchStates.bulkGet(['v1', 'v2'])).map((row) => [row?.server.isWatched, row?.shown.isWatched])).toEqual([
      [false, true],
      [false, false],
    ]);
  });

  test('of similar videos never removes a position', async () => {
    const { mirror, script } = await setup();
    await mirror.db.watchStates.put({
      videoId: 'v3',
      server: positionAt(90),
      shown: positionAt(90),
      waiting: 0,
      localPositionAtMs: null,
      alternativeSeconds: null,
    });
    script.on('/api/video/v1/similar/', json([aWireVideo({ youtube_id: 'v3' })]));
    await requestRefresh(mirror, similarKey('v1'), 1);
    await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
    expect((await mirror.db.watchStates.get('v3'))?.server).toEqual(positionAt(90));
  });
});

describe('a refresh request that cannot be fulfilled', () => {
  const cases: [string, Scripted, string][] = [
    ['no network', refusedConnection, 'unreachable'],
    ['a request that hangs', hanging, 'unreachable'],
    ['a portal page with status 200', html(200), 'captive'],
    ['a proxy’s sign-in page', html(401), 'proxy-login'],
    ['a 502', html(502), 'server-error'],
    ['a cut-off answer', truncatedJson(), 'server-error'],
    ['another shape', json({ data: [{ youtube_id: 'v1' }], paginate: aWirePagination() }), 'bad-answer'],
    ['a refusal', json({ error: 'no' }, 400), 'refused'],
  ];

  test.each(cases)('%s leaves its reason and nothing in the mirror', async (_name, answer, failure) => {
    const { mirror, script } = await setup();
    script.on('/api/video/?', answer);
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.wanted.get(recentKey))?.state === 'failed');
    expect(await mirror.db.wanted.get(recentKey)).toMatchObject({ failure });
    expect(await mirror.db.videoCards.count()).toBe(0);
    expect(await mirror.db.listPages.count()).toBe(0);
  });

  test('after a 403, one ping decides: if the ping is refused too, the session has ended', async () => {
    const { mirror, script } = await setup();
    script.on('/api/video/', json({ detail: 'Authentication credentials were not provided.' }, 403));
    script.on('/api/ping/', json({ detail: 'Authentication credentials were not provided.' }, 403));
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.wanted.get(recentKey))?.failure === 'signed-out');
    expect(script.count('/api/ping/')).toBe(1);
  });

  test('one ping at a time decides about all refused reads, even if a read is refused just as a ping is answered', async () => {
    // The number of microtasks between the answer of a read and its ping depends on the code, so the test tries every number up to 15.
    for (let microtaskCount = 0; microtaskCount <= 15; microtaskCount += 1) {
      const { mirror, api, locks } = await setup({ isStarted: false });
      const refusal = failed({ kind: 'forbidden' as const, message: null });
      const pong = ok({ ...aWirePing({ user: 1 }), archiveId: null, startTimestamp: null });
      let [refuseAccount, refuseSettings] = [(): void => {}, (): void => {}];
      const pingAnswers: (() => void)[] = [];
      const getUserConfig = vi.fn(async () => refusal);
      const scriptedCalls = {
        namesUser: () => true,
        ping: () => new Promise<typeof pong>((resolve) => pingAnswers.push(() => resolve(pong))),
        getUserConfig,
        getAccount: vi.fn(() => new Promise<typeof refusal>((resolve) => (refuseAccount = () => resolve(refusal)))),
        getAppSettings: vi.fn(() => new Promise<typeof refusal>((resolve) => (refuseSettings = () => resolve(refusal)))),
      };
      pulls.push(createPull({ mirror, api: { ...api, ...scriptedCalls }, locks }));
      for (const key of ['user-config', 'account', 'app-settings']) await requestRefresh(mirror, key, 0);
      await waitUntil(() => pingAnswers.length === 1 && scriptedCalls.getAccount.mock.calls.length + scriptedCalls.getAppSettings.mock.calls.length === 2);
      void runAfter(microtaskCount, () => pingAnswers[0]?.());
      void runAfter(1, () => refuseAccount());
      void runAfter(0, () => refuseSettings());
      await waitUntil(async () => (await mirror.db.wanted.get('user-config'))?.state === 'failed');
      await requestRefresh(mirror, 'user-config', 0);
      await waitUntil(() => getUserConfig.mock.calls.length === 2);
      expect(pingAnswers.length, `${microtaskCount} microtasks`).toBeLessThanOrEqual(2);
    }

    async function runAfter(microtaskCount: number, run: () => void): Promise<void> {
      for (let count = 0; count < microtaskCount; count += 1) await Promise.resolve();
      run();
    }
  });

  test('a 403 followed by an unanswered ping means unreachable, not signed out', async () => {
    const { mirror, script } = await setup();
    script.on('/api/video/', json({ detail: 'Authentication credentials were not provided.' }, 403));
    script.on('/api/ping/', refusedConnection);
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.wanted.get(recentKey))?.failure === 'unreachable');
  });

  test('a 403 while ping succeeds forbids only that request', async () => {
    const { mirror, script } = await setup();
    script.on('/api/video/', json({ detail: 'You do not have permission.' }, 403));
    script.on('/api/ping/', json(aWirePing()));
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.wanted.get(recentKey))?.state === 'failed');
    expect(await mirror.db.wanted.get(recentKey)).toMatchObject({ failure: 'forbidden', message: 'You do not have permission.' });
  });

  test('a forbidden read is reported to every tab once for each answer, and only one tab shows the report', async () => {
    const { mirror, script } = await setup();
    const events: SyncEvent[] = [];
    onTestFinished(onSyncEvent(mirror.db, (event) => events.push(event)));
    script.on('/api/video/', json({ detail: 'You do not have permission.' }, 403));
    script.on('/api/ping/', json(aWirePing()));
    for (const answerCount of [1, 2]) {
      await requestRefresh(mirror, recentKey, 0);
      await expect.poll(() => events).toEqual(Array.from({ length: answerCount }, () => ({ kind: 'forbidden-read', key: recentKey })));
      expect([await claimForbiddenRead(mirror, recentKey), await claimForbiddenRead(mirror, recentKey)]).toEqual([true, false]);
    }
    expect(await claimForbiddenRead(mirror, 'video:v1')).toBe(false);
  });

  test('a read that is refused because the session has ended is requested again if somebody signs in meanwhile', async () => {
    const { mirror, script, cookie } = await setup();
    const events: SyncEvent[] = [];
    onTestFinished(onSyncEvent(mirror.db, (event) => events.push(event)));
    script.on('/api/video/?', json({ detail: 'Authentication credentials were not provided.' }, 403));
    script.on('/api/ping/', () => {
      cookie.value = 'of the next login';
      script.on('/api/video/?', json({ data: wireVideos(2), paginate: aWirePagination() }));
      return json(aWirePing());
    });
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
    expect(await mirror.db.listPages.get(recentKey)).toBeDefined();
    await settled();
    expect(events).toEqual([]);
  });

  test('an answer that the device cannot store is not fetched over and over', async () => {
    const { mirror, script } = await setup();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const throwFull = (): never => {
      throw new DOMException('no space', 'QuotaExceededError');
    };
    mirror.db.listPages.hook('creating', throwFull);
    script.on('/api/video/?', json({ data: wireVideos(2), paginate: aWirePagination() }));
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.wanted.get(recentKey))?.state === 'failed');
    await settled();
    expect(script.requests).toHaveLength(1);
    expect(await mirror.db.videoCards.count()).toBe(0);
    mirror.db.listPages.hook('creating').unsubscribe(throwFull);
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.listPages.count()) === 1);
  });

  test.each(['claim', 'answer'])('a write of the request’s %s is repeated if the connection to the database is lost', async (subject) => {
    const { mirror, script } = await setup();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    let failureCount = 0;
    const { db } = mirror;
    (subject === 'claim' ? db.wanted.hook('updating') : db.listPages.hook('creating')).subscribe(() => {
      failureCount += 1;
      if (failureCount === 1) throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    });
    script.on('/api/video/?', json({ data: wireVideos(2), paginate: aWirePagination() }));
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await db.wanted.count()) === 0);
    expect([await db.listPages.count(), script.requests.length]).toEqual([1, 1]);
  });

  test('an answer that the device cannot store is fetched only once, even if the reason cannot be stored either, until there is space', async () => {
    const { mirror, script, clock } = await setup();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const fullError = new DOMException('no space', 'QuotaExceededError');
    const throwFull = (): never => {
      throw fullError;
    };
    mirror.db.listPages.hook('creating', throwFull);
    mirror.db.wanted.hook('updating', (changes) => {
      if ((changes as { state?: string }).state === 'failed') throw fullError;
    });
    script.on('/api/video/?', json({ data: wireVideos(2), paginate: aWirePagination() }));
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(() => script.requests.length > 0);
    await settled();
    await settled();
    expect(script.requests).toHaveLength(1);
    mirror.db.listPages.hook('creating').unsubscribe(throwFull);
    clock.advance(60_000);
    await waitUntil(async () => (await mirror.db.listPages.count()) === 1);
  });

  test('a request whose claim the device cannot store is not tried over and over, and is sent when there is space', async () => {
    const { mirror, script, clock } = await setup();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    script.on('/api/video/?', json({ data: wireVideos(2), paginate: aWirePagination() }));
    let writeCount = 0;
    const throwFull = (): never => {
      writeCount += 1;
      throw new DOMException('no space', 'QuotaExceededError');
    };
    mirror.db.wanted.hook('updating', throwFull);
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(() => writeCount > 0);
    await settled();
    await settled();
    // One attempt to write the claim, and one to write the reason for its failure.
    expect(writeCount).toBeLessThanOrEqual(2);
    mirror.db.wanted.hook('updating').unsubscribe(throwFull);
    await settled();
    expect(script.requests).toHaveLength(0);
    clock.advance(60_000);
    await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
  });

  test('a video that the archive no longer has is removed from the device too', async () => {
    const { mirror, script } = await setup();
    script.on('/api/video/v1/', json(aWireVideo({ youtube_id: 'v1' })));
    await requestRefresh(mirror, videoKey('v1'), 0);
    await waitUntil(async () => (await mirror.db.videoCards.count()) === 1);
    script.on('/api/video/v1/', json({ error: 'video not found' }, 404));
    await requestRefresh(mirror, videoKey('v1'), 0);
    await waitUntil(async () => (await mirror.db.wanted.get(videoKey('v1')))?.failure === 'not-found');
    expect(await mirror.db.videoCards.count()).toBe(0);
  });

  test('a video removed at the archive keeps its page if this device has a saved copy, and is shown as missing until the archive has the video again', async () => {
    const { mirror, script, clock } = await setup({ isSaved: async (videoId) => videoId === 'v1' });
    script.on('/api/video/v1/', json(aWireVideo({ youtube_id: 'v1' })));
    await requestRefresh(mirror, videoKey('v1'), 0);
    await waitUntil(async () => (await mirror.db.videoCards.count()) === 1);
    script.on('/api/video/v1/', json({ error: 'video not found' }, 404));
    await requestRefresh(mirror, videoKey('v1'), 0);
    await waitUntil(async () => (await mirror.db.wanted.get(videoKey('v1')))?.failure === 'not-found');
    expect([(await mirror.db.videoCards.get('v1'))?.missingSince, await mirror.db.videoDetails.count()]).toEqual([new Date(clock.now()).toISOString(), 1]);
    clock.advance(2_000);
    script.on('/api/video/v1/', json(aWireVideo({ youtube_id: 'v1' })));
    await requestRefresh(mirror, videoKey('v1'), 0);
    await waitUntil(async () => (await mirror.db.videoCards.get('v1'))?.missingSince === undefined);
  });

  test('is tried again when the archive is back', async () => {
    const { mirror, script } = await setup();
    script.on('/api/video/?', refusedConnection);
    await setConnection(mirror, 'unreachable');
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.wanted.get(recentKey))?.state === 'failed');
    script.on('/api/video/?', json({ data: [], paginate: aWirePagination() }));
    await setConnection(mirror, 'online');
    await waitUntil(async () => (await mirror.db.listPages.count()) === 1);
  });

  test('is not requested again while nothing changes, except when a person asks', async () => {
    const { mirror, script } = await setup();
    script.on('/api/video/?', json({ error: 'no' }, 400));
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.wanted.get(recentKey))?.state === 'failed');
    await settled();
    expect(script.requests).toHaveLength(1);
    script.on('/api/video/?', refusedConnection);
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.wanted.get(recentKey))?.failure === 'unreachable');
    await retryFailedRequests(mirror);
    await waitUntil(() => script.requests.length === 3);
  });

  test.each([
    ['the time that the server states', '30', 30_000],
    ['five minutes if the server states a longer time', '86400', 300_000],
  ])('a server error is retried after %s', async (_when, retryAfter, delayMs) => {
    const { mirror, script, clock } = await setup();
    script.on('/api/video/?', () => new Response('', { status: 503, headers: { 'retry-after': retryAfter } }));
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.wanted.get(recentKey))?.state === 'failed');
    script.on('/api/video/?', json({ data: [], paginate: aWirePagination() }));
    clock.advance(delayMs - 1_000);
    await settled();
    expect(script.requests).toHaveLength(1);
    clock.advance(1_000);
    await waitUntil(async () => (await mirror.db.listPages.count()) === 1);
  });
});

describe('a single read that fails', () => {
  test.each(['captive', 'proxy-login'])('because something else answered (%s) is retried both automatically and when the archive returns', async (failure) => {
    const { mirror, script, clock } = await setup();
    const interceptingPage = html(failure === 'captive' ? 200 : 401);
    script.on('/api/video/?', interceptingPage);
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.wanted.get(recentKey))?.failure === failure);
    await retryFailedRequests(mirror);
    await waitUntil(() => script.requests.filter(({ path }) => path.startsWith('/api/video/?')).length === 2);
    await waitUntil(async () => (await mirror.db.wanted.get(recentKey))?.failure === failure);
    script.on('/api/video/?', json({ data: [], paginate: aWirePagination() }));
    clock.advance(60_000);
    await waitUntil(async () => (await mirror.db.listPages.count()) === 1);
  });

  test('is retried automatically while the archive answers everything else', async () => {
    const { mirror, script, clock } = await setup();
    script.on('/api/video/?', refusedConnection);
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.wanted.get(recentKey))?.failure === 'unreachable');
    script.on('/api/video/?', json({ data: [], paginate: aWirePagination() }));
    clock.advance(2_000);
    await waitUntil(async () => (await mirror.db.listPages.count()) === 1);
  });

  test('is not retried while the archive is away', async () => {
    const { mirror, script, clock } = await setup();
    await setConnection(mirror, 'unreachable');
    script.on('/api/video/?', refusedConnection);
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.wanted.get(recentKey))?.failure === 'unreachable');
    clock.advance(60_000);
    await settled();
    expect(script.requests).toHaveLength(1);
  });

  test('because it hangs is given up and requested again when the archive is back', async () => {
    const { mirror, script } = await setup({ timeoutMs: 60_000 });
    script.on('/api/video/?', hanging);
    await setConnection(mirror, 'unreachable');
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(() => script.requests.length === 1);
    script.on('/api/video/?', json({ data: [], paginate: aWirePagination() }));
    await setConnection(mirror, 'online');
    await waitUntil(async () => (await mirror.db.listPages.count()) === 1);
  });
});

test('if a list was requested before the copy existed and its request hangs, the list is requested again when the archive is back', async () => {
  const { mirror, script } = await setup();
  mirror.firstLists = new Map([['sort=published&order=desc&page=1', new Promise<null>(() => {})]]);
  script.on('/api/video/?', json({ data: [], paginate: aWirePagination() }));
  await setConnection(mirror, 'unreachable');
  await requestRefresh(mirror, recentKey, 0);
  await waitUntil(async () => mirror.firstLists?.size === 0);
  await setConnection(mirror, 'online');
  await waitUntil(async () => (await mirror.db.listPages.count()) === 1);
});

describe('a list that is answered before the new account is shown', () => {
  const firstList = (mirror: Mirror): FirstList => ({
    key: recentKey,
    body: { data: [aWireVideo({ youtube_id: 'v1' })], paginate: aWirePagination() },
    requestTime: { atMs: mirror.clock.now() - 5_000, asOf: 0 },
  });

  test('is stored, and is not requested again', async () => {
    const { mirror, api, script } = await setup({ isStarted: false });
    mirror.firstLists = firstListsOf(firstList(mirror));
    await storeFirstLists(mirror, api);
    expect(await mirror.db.listPages.get(recentKey)).toMatchObject({ ids: ['v1'], fetchedAtMs: mirror.clock.now() - 5_000 });
    expect(mirror.firstLists.size).toBe(0);
    expect(script.requests).toEqual([]);
  });

  test('is left to pull if the archive names nobody in its answers, and another person has signed in since', async () => {
    const { mirror, api, script } = await setup({ isStarted: false, namesPerson: false });
    mirror.firstLists = firstListsOf(firstList(mirror));
    script.on('/api/ping/', json(aWirePing({ user: 2 }), 200, { 'x-archive-id': mirror.account.archiveId ?? '' }));
    await storeFirstLists(mirror, api);
    expect(script.count('/api/ping/')).toBeGreaterThan(0);
    expect(await mirror.db.listPages.count()).toBe(0);
    expect(mirror.firstLists.size).toBe(1);
  });

  test('is left to pull if the user has logged out since', async () => {
    const { mirror, api } = await setup({ isStarted: false });
    mirror.firstLists = firstListsOf(firstList(mirror));
    await mirror.registry.accounts.update(mirror.accountKey, { isLocked: 1 });
    await storeFirstLists(mirror, api);
    expect(await mirror.db.listPages.count()).toBe(0);
  });

  test('is left to pull if it is no list', async () => {
    const { mirror, api, script } = await setup({ isStarted: false });
    mirror.firstLists = firstListsOf({ ...firstList(mirror), body: { data: 'none' } });
    await storeFirstLists(mirror, api);
    expect(await mirror.db.listPages.count()).toBe(0);
    expect(script.requests).toEqual([]);
  });

  test('is left to pull if it is still awaited', async () => {
    const { mirror, api, script } = await setup({ isStarted: false });
    mirror.firstLists = new Map([['sort=published&order=desc&page=1', new Promise<null>(() => {})]]);
    await storeFirstLists(mirror, api);
    expect(mirror.firstLists.size).toBe(1);
    expect(script.requests).toEqual([]);
  });
});

describe('two tabs', () => {
  test('fetch a refresh request once', async () => {
    const { mirror, script, openTab } = await setup();
    openTab();
    script.on('/api/video/?', json({ data: wireVideos(2), paginate: aWirePagination() }));
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.listPages.count()) === 1);
    await settled();
    expect(script.requests).toHaveLength(1);
  });

  test('take over the request of a dead tab', async () => {
    const { mirror, script, start } = await setup({ isStarted: false });
    await mirror.db.wanted.put({
      key: recentKey,
      sinceMs: 0,
      untilMs: mirror.clock.now() + 60_000,
      rank: 0,
      state: 'fetching',
      claimedBy: 'a tab that was killed',
      claimedAtMs: mirror.clock.now(),
    });
    script.on('/api/video/?', json({ data: wireVideos(2), paginate: aWirePagination() }));
    start();
    await waitUntil(async () => (await mirror.db.listPages.count()) === 1);
  });

  test('wait for a request that another tab is making, and take it over if that tab is frozen', async () => {
    const { mirror, script, clock, locks, start } = await setup({ isStarted: false });
    void locks.run('stowaway-pull|frozen', () => new Promise(() => {}));
    await mirror.db.wanted.put({
      key: recentKey,
      sinceMs: 0,
      untilMs: mirror.clock.now() + 600_000,
      rank: 0,
      state: 'fetching',
      claimedBy: 'frozen',
      claimedAtMs: mirror.clock.now(),
    });
    script.on('/api/video/?', json({ data: wireVideos(2), paginate: aWirePagination() }));
    start();
    await settled();
    expect(script.requests).toHaveLength(0);
    clock.advance(26_000);
    await waitUntil(async () => (await mirror.db.listPages.count()) === 1);
  });
});

describe('two tabs without locks across tabs', () => {
  test('fetch a refresh request once, and take over a request without an answer after some seconds', async () => {
    const { mirror, script, clock, openTab } = await setup({ hasLocks: false, timeoutMs: 60_000 });
    openTab();
    let answer: (response: Response) => void = () => {};
    script.on('/api/video/?', () => new Promise<Response>((resolve) => (answer = resolve)));
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(() => script.requests.length === 1);
    await mirror.db.wanted.put({ key: 'user-config', sinceMs: 0, untilMs: clock.now() + 600_000, rank: 0, state: 'wanted' });
    script.on('/api/user/me/', json(aWireUserConfig()));
    await waitUntil(async () => (await mirror.db.wanted.count()) === 1);
    clock.advance(3_000);
    await settled();
    expect(script.count('/api/video/?')).toBe(1);
    clock.advance(4_000);
    await waitUntil(() => script.count('/api/video/?') === 2);
    answer(json({ data: [], paginate: aWirePagination() }));
    await waitUntil(async () => (await mirror.db.listPages.count()) === 1);
  });
});

describe('the owner of an answer', () => {
  test('an answer after a logout in another tab is not written', async () => {
    const { mirror, script } = await setup();
    script.on('/api/video/?', async () => {
      await mirror.registry.accounts.update(mirror.accountKey, { isLocked: 1 });
      return json({ data: wireVideos(2), paginate: aWirePagination() });
    });
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(() => script.requests.length === 1);
    await settled();
    expect(await mirror.db.videoCards.count()).toBe(0);
  });

  describe('at a server whose answers do not name the person', () => {
    const readState = (mirror: Mirror) => mirror.db.watchStates.get('v1');
    const pageAt222 = json({ data: [aWireVideo({ youtube_id: 'v1', player: { watched: false, position: 222 } })], paginate: aWirePagination() });

    test('the client asks the archive once who is signed in, alongside the first read', async () => {
      const { mirror, script } = await setup({ namesPerson: false });
      script.on('/api/video/?', pageAt222);
      script.on('/api/channel/UC1/', json(aWireChannel({ channel_id: 'UC1' })));
      await requestRefresh(mirror, recentKey, 0);
      await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
      await requestRefresh(mirror, channelKey('UC1'), 0);
      await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
      expect(await readState(mirror)).toMatchObject({ server: { positionSeconds: 222 } });
      expect(script.waves()[0]).toEqual(['/api/ping/', expect.stringContaining('/api/video/?')]);
      expect(script.count('/api/ping/')).toBe(1);
    });

    test('an answer under another person’s session is not stored', async () => {
      const { mirror, script, otherAccountCount } = await setup({ namesPerson: false });
      script.on('/api/ping/', json(aWirePing({ user: 2 })));
      script.on('/api/video/?', pageAt222);
      await requestRefresh(mirror, recentKey, 0);
      await waitUntil(() => otherAccountCount() === 1);
      await settled();
      expect([await readState(mirror), await mirror.db.listPages.count()]).toEqual([undefined, 0]);
    });

    test('a page that becomes visible asks who is signed in, and reads nothing more once a proxy has signed in somebody else', async () => {
      const { mirror, script, show, otherAccountCount } = await setup({ namesPerson: false });
      script.on('/api/channel/UC1/', json(aWireChannel({ channel_id: 'UC1' })));
      await requestRefresh(mirror, channelKey('UC1'), 0);
      await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
      show();
      await settled();
      expect([script.count('/api/ping/'), otherAccountCount()]).toEqual([2, 0]);
      script.on('/api/ping/', json(aWirePing({ user: 2 })));
      script.on('/api/video/?', pageAt222);
      show();
      await requestRefresh(mirror, recentKey, 0);
      await waitUntil(() => otherAccountCount() === 1);
      await settled();
      expect([await readState(mirror), await mirror.db.listPages.count()]).toEqual([undefined, 0]);
    });

    test('after a login in this browser, the client asks again who is signed in, and stores an answer only once its owner is known', async () => {
      const { mirror, script, clock, cookie, answerPings } = await setup({ namesPerson: false });
      script.on('/api/channel/UC1/', json(aWireChannel({ channel_id: 'UC1' })));
      await requestRefresh(mirror, channelKey('UC1'), 0);
      await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
      cookie.value = 'of the next login';
      script.on('/api/ping/', refusedConnection);
      script.on('/api/video/?', pageAt222);
      await requestRefresh(mirror, recentKey, 0);
      await waitUntil(async () => (await mirror.db.wanted.get(recentKey))?.failure === 'unreachable');
      expect(await readState(mirror)).toBeUndefined();
      answerPings();
      clock.advance(2_000);
      await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
      expect(await readState(mirror)).toMatchObject({ server: { positionSeconds: 222 } });
    });
  });

  test('a page that becomes visible asks nothing if the server names the person in each answer', async () => {
    const { mirror, script, show } = await setup();
    script.on('/api/channel/UC1/', json(aWireChannel({ channel_id: 'UC1' })));
    await requestRefresh(mirror, channelKey('UC1'), 0);
    await waitUntil(async () => (await mirror.db.wanted.count()) === 0);
    show();
    await settled();
    expect(script.count('/api/ping/')).toBe(0);
  });

  test('an answer with another person’s account ends the pull and is reported', async () => {
    const { mirror, script, otherAccountCount } = await setup();
    script.on('/api/user/account/', json(aWireAccount({ id: 99, name: 'someone else' })));
    await requestRefresh(mirror, 'account', 0);
    await waitUntil(() => otherAccountCount() === 1);
    expect(await mirror.db.documents.get('account')).toMatchObject({ value: { id: 1 } });
    await requestRefresh(mirror, recentKey, 0);
    await settled();
    expect(script.count('/api/video/?')).toBe(0);
  });
});

describe('a page size that was changed elsewhere', () => {
  test('stores the page under the actual size, and fetches the settings again', async () => {
    const { mirror, script } = await setup();
    script.on('/api/video/?', json({ data: wireVideos(2), paginate: aWirePagination({ page_size: 25 }) }));
    script.on('/api/user/me/', json(aWireUserConfig({ page_size: 25 })));
    await requestRefresh(mirror, recentKey, 0);
    await waitUntil(async () => (await mirror.db.wanted.count()) === 0 && (await mirror.db.listPages.count()) === 1);
    expect(await mirror.db.listPages.toCollection().primaryKeys()).toEqual([recentKey.replace('size=12', 'size=25')]);
    const readPageSize = async () => ((await mirror.db.documents.get('user-config'))?.value as Partial<WireUserConfig> | undefined)?.page_size;
    await waitUntil(async () => (await readPageSize()) === 25);
    expect(script.count('/api/user/me/')).toBe(1);
  });
});

describe('revalidation', () => {
  test('after a server restart, the data on the screen is requested again, but the first reported start time does not count as a restart', async () => {
    const { mirror, script } = await setup();
    script.on('/api/channel/UC1/', json(aWireChannel({ channel_id: 'UC1' })));
    addLiveKey(mirror.db, { key: () => channelKey('UC1'), rank: 0, fetchedAtMs: () => mirror.clock.now() - 1 });
    const revalidation = createRevalidation(mirror, null);
    revalidation.onStartTimestamp('1000');
    revalidation.onStartTimestamp('1000');
    await settled();
    expect(script.requests).toHaveLength(0);
    revalidation.onStartTimestamp('2000');
    await waitUntil(() => script.requests.length === 1);
  });

  test('a page opened from its copy requests its data, however recent the copy is', async () => {
    const { mirror, script } = await setup();
    script.on('/api/channel/UC1/', json(aWireChannel({ channel_id: 'UC1' })));
    addLiveKey(mirror.db, { key: () => channelKey('UC1'), rank: 0, fetchedAtMs: () => mirror.clock.now() - 1 });
    createRevalidation(mirror, null).onOpenedCopy();
    await waitUntil(() => script.requests.length === 1);
  });

  test('a return to the tab requests only old data', async () => {
    const { mirror, script } = await setup();
    script.on('/api/channel/', json(aWireChannel({ channel_id: 'UC1' })));
    addLiveKey(mirror.db, { key: () => channelKey('UC1'), rank: 0, fetchedAtMs: () => mirror.clock.now() - 29_000 });
    addLiveKey(mirror.db, { key: () => channelKey('UC2'), rank: 0, fetchedAtMs: () => mirror.clock.now() - 31_000 });
    createRevalidation(mirror, null).onVisible();
    await waitUntil(() => script.requests.length === 1);
    await settled();
    expect(script.requests.map((call) => call.path)).toEqual(['/api/channel/UC2/']);
  });
});

const watchedState = { isWatched: true, positionSeconds: null };
const positionAt = (positionSeconds: number) => ({ isWatched: false, positionSeconds });

const pulls: Pull[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const pull of pulls.splice(0)) pull.stop();
});

interface Setup {
  isStarted?: boolean;
  latencyMs?: number;
  timeoutMs?: number;
  isSaved?: (videoId: string) => Promise<boolean>;
  /** By default, answers name their person, as those of Stowaway's own server do. */
  namesPerson?: boolean;
  /** False for plain http, where each tab has only its own locks. */
  hasLocks?: boolean;
}

async function setup({ isStarted = true, latencyMs = 0, timeoutMs = 100, isSaved = async () => false, namesPerson = true, hasLocks = true }: Setup = {}) {
  const mirror = await aMirror();
  const clock: SteppedClock = mirror.clock;
  const script = scriptFetch({ latencyMs });
  const locks: Locks = sharedLocks();
  let otherAccountCount = 0;
  const fetchAsUser: typeof fetch = async (...call) => {
    const answer = await script.fetch(...call);
    if (namesPerson && answer.ok) answer.headers.set('x-stowaway-user', '1');
    return answer;
  };
  const cookie = { value: 'of this login' };
  const answerPings = (): void => script.on('/api/ping/', json(aWirePing({ user: 1 }), 200, { 'x-archive-id': mirror.account.archiveId ?? '' }));
  if (!namesPerson) answerPings();
  const server = { namesUser: namesPerson };
  const api = createArchiveClient({ fetch: fetchAsUser, readCookie: () => cookie.value, onOutcome: () => {}, timeoutMs, server });
  const locksOfTab = (): Locks => (hasLocks ? locks : { ...sharedLocks(), isCrossTab: false });
  let show = (): void => {};
  const onVisible = (callback: () => void) => ((show = callback), () => {});
  const startFor = (tab: Mirror): void =>
    void pulls.push(createPull({ mirror: tab, api, locks: locksOfTab(), onVisible, isSaved, onOtherAccount: () => (otherAccountCount += 1) }));
  if (isStarted) startFor(mirror);
  return {
    mirror,
    api,
    clock,
    script,
    cookie,
    answerPings,
    locks,
    otherAccountCount: () => otherAccountCount,
    start: () => startFor(mirror),
    /** The page becomes visible. */
    show: () => show(),
    openTab: () => startFor(inAnotherTab(mirror)),
  };
}
