// The catalogue reader copies the whole catalogue, list by list and page by page. The reader resumes after its tab was closed, and forgets
// items that the archive no longer has.
import 'fake-indexeddb/auto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { WireVideo } from '../../src/contract/names.ts';
import type { CatalogueWalk } from '../../src/mirror/catalogue-state.ts';
import { setCataloguePaused, readCatalogue, requestCatalogueReread, setCatalogueOn } from '../../src/mirror/catalogue.ts';
import type { Mirror } from '../../src/mirror/database.ts';
import { applyVideoList } from '../../src/mirror/apply.ts';
import { toPlaylistRow } from '../../src/mirror/from-wire.ts';
import { requestRefresh } from '../../src/mirror/refresh-requests.ts';
import { onSyncEvent } from '../../src/mirror/sync-events.ts';
import { listKey, videoListFilters } from '../../src/mirror/list-keys.ts';
import type { KnownMutation } from '../../src/mutations/kinds/table.ts';
import { createArchiveClient } from '../../src/network/archive-client.ts';
import { startCatalogueReader } from '../../src/sync/catalogue-reader.ts';
import { acceptPage, beginWalk } from '../../src/sync/catalogue-walk.ts';
import { createPull } from '../../src/sync/pull.ts';
import { askedAt } from '../builders/asked-at.ts';
import { aMirror, inAnotherTab, setConnection, settled, sharedLocks, waitUntil } from '../builders/mirror-copy.ts';
import { aWirePagination, aWireUserConfig, aWireChannel, aWirePlaylist, aWireVideo } from '../builders/mirror-wire.ts';
import { anOutboxRow } from '../builders/outbox-row.ts';
import { json, refusedConnection, scriptFetch } from '../doubles/fetch-script.ts';

describe('the catalogue reader', () => {
  test('reads a small catalogue in pages of 500 without a person asking for it', async () => {
    const { mirror, archive, script, start, whenRead } = await setup();
    archive.videos = videos(7);
    start();
    await whenRead();
    expect(await mirror.db.videoCards.count()).toBe(7);
    expect(await mirror.db.channels.count()).toBe(1);
    expect(await mirror.db.playlists.count()).toBe(1);
    expect((await readCatalogue(mirror.db)).last).toMatchObject({ videos: 7, channels: 1, playlists: 1, unreached: 0, failedLists: 0 });
    expect(script.requests.every(({ path }) => path.includes('page_size=500'))).toBe(true);
    expect(await mirror.db.listPages.count()).toBe(0);
  });

  test('stores the details and watch state of every video of a catalogue that fits on one page', async () => {
    const { mirror, archive, start, whenRead } = await setup();
    archive.videos = videos(305);
    start();
    await whenRead();
    const { videoCards, videoDetails, watchStates } = mirror.db;
    expect(await Promise.all([videoCards.count(), videoDetails.count(), watchStates.count()])).toEqual([305, 305, 305]);
  });

  test('reads another server’s catalogue in the account’s page size', async () => {
    const { mirror, archive, script, start, whenRead } = await setup({ isStowaway: false });
    archive.videos = videos(7);
    start();
    await whenRead();
    expect(await mirror.db.videoCards.count()).toBe(7);
    expect(script.requests.every(({ path }) => path.includes('page_size=3&'))).toBe(true);
    expect(script.count('/api/video/?')).toBe(3);
  });

  test('only counts the videos of a large catalogue until a person decides', async () => {
    const { mirror, archive, script, start, passTime } = await setup();
    archive.videos = videos(3);
    archive.claimedTotal = 5_001;
    start();
    await waitUntil(async () => (await readCatalogue(mirror.db)).videoCount === 5_001);
    await passTime();
    expect((await readCatalogue(mirror.db)).walk).toBeNull();
    expect(script.requests).toHaveLength(1);
  });

  test('reads channel by channel if there are more videos than a list serves, long channels from both ends, and counts unreachable videos', async () => {
    const { mirror, archive, start, whenRead } = await setup({ isStowaway: false });
    archive.maxHits = 6;
    archive.videos = [...videos(4, 'UCa'), ...videos(9, 'UCb'), ...videos(20, 'UCc')];
    archive.channelIds = ['UCa', 'UCb', 'UCc'];
    await setCatalogueOn(mirror.db, true);
    start();
    await whenRead();
    expect(await idsOf(mirror, 'UCa')).toHaveLength(4);
    expect(await idsOf(mirror, 'UCb')).toHaveLength(9);
    expect(await idsOf(mirror, 'UCc')).toHaveLength(12);
    expect((await readCatalogue(mirror.db)).last).toMatchObject({ unreached: 8, failedLists: 0 });
  });

  test('forgets items that the archive no longer has, after asking for each', async () => {
    const { mirror, archive, script, start, whenRead } = await setup();
    archive.videos = videos(3);
    // The video “hidden” exists, but no list contains it. The archive has deleted “gone”, “waiting” (with a pending
    // change) and “saved” (with a saved copy).
    archive.unlisted = [video('hidden')];
    await storeVideos(mirror, ['hidden', 'gone', 'waiting', 'saved']);
    await mirror.db.outbox.add(anOutboxRow({ mutation: mark('waiting'), lane: 'video:waiting' }));
    start();
    await whenRead();
    const remainingIds = (await mirror.db.videoCards.toCollection().primaryKeys()).sort();
    expect(remainingIds).toEqual(['hidden', 'saved', 'v0', 'v1', 'v2', 'waiting']);
    expect((await mirror.db.videoCards.get('saved'))?.missingSince).toBeDefined();
    expect(script.count('/api/video/waiting/')).toBe(0);
    expect(await mirror.db.wanted.count()).toBe(0);
  });

  test('forgets nothing if a list changed while it was read', async () => {
    const { mirror, archive, script, start, whenRead } = await setup();
    archive.videos = videos(3);
    archive.claimedTotal = 4;
    await storeVideos(mirror, ['v3']);
    const readCounts = videosReadAt('/api/channel/?', { mirror, script });
    start();
    await whenRead();
    expect(readCounts[0], 'each video is counted once').toBe(3);
    expect(await mirror.db.videoCards.get('v3')).toBeDefined();
    expect(script.count('/api/video/v3/')).toBe(0);
    expect(script.count('/api/video/?')).toBe(2);
    expect((await readCatalogue(mirror.db)).last).toMatchObject({ unreached: 1 });
  });

  test('resumes where it was when the tab was closed, and two tabs read the catalogue only once', async () => {
    const { mirror, archive, script, start, openTab, whenRead, closeAll } = await setup({ isStowaway: false });
    archive.videos = videos(9);
    start();
    await waitUntil(() => script.count('/api/video/?') === 2);
    closeAll();
    await settled();
    await mirror.db.wanted.clear();
    start();
    openTab();
    await whenRead();
    expect(await mirror.db.videoCards.count()).toBe(9);
    // There are three pages. At most one is requested twice: the one in flight when the tab was closed.
    expect(script.count('/api/video/?')).toBeLessThanOrEqual(3 + 1);
  });

  test('keeps its place when a tab accepts a page late, after another tab has accepted the following page', async () => {
    const { mirror } = await setup({ isStowaway: false });
    await setCatalogueOn(mirror.db, true);
    await beginWalk(mirror);
    const readWalk = async () => (await readCatalogue(mirror.db)).walk as CatalogueWalk;
    const firstWalk = await readWalk();
    const page = {
      key: 'page',
      ids: ['v0', 'v1', 'v2'],
      paginate: aWirePagination({ page_size: 3, next_pages: [2], last_page: 9, total_hits: 27 }),
      fetchedAtMs: 0,
    };
    await acceptPage(mirror.db, firstWalk, page);
    await acceptPage(mirror.db, await readWalk(), page);
    await acceptPage(mirror.db, firstWalk, page);
    expect(await readWalk()).toMatchObject({ page: 3, videosRead: 6 });
  });

  test('waits for changes being sent, and makes one request at a time', async () => {
    const { mirror, archive, script, start, passTime, whenRead } = await setup({ isStowaway: false });
    archive.videos = videos(9);
    await mirror.db.outbox.add(anOutboxRow({ mutation: mark('v1'), lane: 'video:v1', state: { name: 'sent' } }));
    start();
    await passTime();
    expect(script.requests).toEqual([]);
    await mirror.db.outbox.clear();
    await whenRead();
    expect(script.waves().every((calls) => calls.length === 1)).toBe(true);
  });

  test('reads nothing while fetching is not allowed, pictures load, prefetching is off, the archive is away, or the reader is paused or switched off', async () => {
    const { mirror, archive, script, start, passTime, device, whenRead } = await setup();
    archive.videos = videos(2);
    device.mayFetch = false;
    start();
    await passTime();
    [device.mayFetch, device.isBusy] = [true, true];
    await passTime();
    [device.isBusy, device.isPrefetchOn] = [false, false];
    await passTime();
    device.isPrefetchOn = true;
    await setCataloguePaused(mirror.db, true);
    await passTime();
    await setCataloguePaused(mirror.db, false);
    await setConnection(mirror, 'unreachable');
    await passTime();
    await setConnection(mirror, 'online');
    await setCatalogueOn(mirror.db, false);
    await passTime();
    expect(script.requests).toEqual([]);
    await setCatalogueOn(mirror.db, true);
    await whenRead();
    expect(await mirror.db.videoCards.count()).toBe(2);
  });

  test('reads the catalogue again after a day', async () => {
    const { mirror, archive, start, passTime, whenRead } = await setup();
    archive.videos = videos(2);
    start();
    await whenRead();
    archive.videos = videos(3);
    await passTime(23 * 60 * 60_000);
    expect(await mirror.db.videoCards.count()).toBe(2);
    await passTime(2 * 60 * 60_000);
    await waitUntil(async () => {
      mirror.clock.advance(0);
      return (await mirror.db.videoCards.count()) === 3;
    });
  });

  test('reads in the page size that the archive uses, if the archive ignores the requested size or changes its own between two pages', async () => {
    const { mirror, archive, script, start, whenRead } = await setup();
    archive.videos = videos(9);
    archive.sizeOf = () => (script.count('/api/video/?') < 3 ? 4 : 3);
    const readCounts = videosReadAt('/api/channel/?', { mirror, script });
    start();
    await whenRead();
    expect(readCounts[0]).toBe(9);
    expect(await mirror.db.videoCards.count()).toBe(9);
    expect((await readCatalogue(mirror.db)).last).toMatchObject({ videos: 9, unreached: 0, failedLists: 0 });
    // The reader requests one page of 500, two pages of 4 (the second came back with 3), and all three pages of 3.
    expect(script.count('/api/video/?')).toBe(6);
  });

  test('leaves out a list whose page size changes every time, instead of requesting it endlessly', async () => {
    const { mirror, archive, script, start, whenRead } = await setup();
    archive.videos = videos(9);
    archive.sizeOf = () => 3 + script.count('/api/video/?');
    start();
    await whenRead();
    expect((await readCatalogue(mirror.db)).last).toMatchObject({ failedLists: 1 });
  });

  test('misses none of the videos that move up when another is deleted between two pages', async () => {
    const { mirror, archive, script, start, whenRead } = await setup({ isStowaway: false });
    archive.videos = videos(9);
    script.on('/api/video/?', ({ path }) => {
      if (path.includes('&page=2') && archive.videos.length === 9) archive.videos = archive.videos.slice(1);
      return archive.listVideos(path);
    });
    start();
    await whenRead();
    expect((await mirror.db.videoCards.toCollection().primaryKeys()).sort()).toEqual(
      videos(9)
        .slice(1)
        .map(({ youtube_id }) => youtube_id),
    );
    expect((await readCatalogue(mirror.db)).last).toMatchObject({ videos: 8, unreached: 0 });
  });

  test('does not report a complete catalogue if the archive loses videos during each reading', async () => {
    const { mirror, archive, script, start, whenRead } = await setup({ isStowaway: false });
    archive.videos = videos(9);
    script.on('/api/video/?', ({ path }) => {
      if (path.includes('&page=2')) archive.videos = archive.videos.slice(1);
      return archive.listVideos(path);
    });
    start();
    await whenRead();
    expect((await readCatalogue(mirror.db)).last).toMatchObject({ unreached: 1 });
  });

  test.each([
    ['that the archive does not find', () => json({ error: 'no such page' }, 404), 3],
    ['that contains a malformed video', () => json({ data: [{}] }), 3],
  ])('skips a page %s, and reports the number of missing videos', async (_page, answer, leastUnreachedCount) => {
    const { mirror, archive, script, start, whenRead } = await setup({ isStowaway: false });
    archive.videos = videos(9);
    await storeVideos(mirror, ['v4']);
    script.on('/api/video/?', ({ path }) => (path.includes('&page=2') ? answer() : archive.listVideos(path)));
    start();
    await whenRead();
    expect((await readCatalogue(mirror.db)).last?.unreached).toBeGreaterThanOrEqual(leastUnreachedCount);
    expect(await mirror.db.videoCards.get('v4')).toBeDefined();
    expect(script.count('/api/video/v4/')).toBe(0);
  });

  test('skips a page with a malformed video, and gives up a list that has only malformed items', async () => {
    const { mirror, archive, script, start, whenRead } = await setup({ isStowaway: false });
    archive.videos = videos(9);
    script.on('/api/video/?', ({ path }) => (path.includes('&page=1') ? json({ data: [{}] }) : archive.listVideos(path)));
    script.on('/api/playlist/?', () => json({ data: [{}] }));
    start();
    await whenRead();
    expect((await mirror.db.videoCards.toCollection().primaryKeys()).sort()).toEqual(['v3', 'v4', 'v5', 'v6', 'v7', 'v8']);
    expect((await readCatalogue(mirror.db)).last).toMatchObject({ unreached: 3, failedLists: 1 });
    expect(script.count('/api/playlist/?')).toBe(2);
  });

  test('also learns from the second page that a catalogue is too large to be read without a person’s decision', async () => {
    const { mirror, archive, script, start, passTime } = await setup({ isStowaway: false });
    archive.videos = videos(9);
    archive.claimedTotal = 5_001;
    script.on('/api/video/?', ({ path }) => (path.includes('&page=1') ? json({ data: [{}] }) : archive.listVideos(path)));
    start();
    await waitUntil(async () => (await readCatalogue(mirror.db)).videoCount === 5_001);
    await passTime();
    expect((await readCatalogue(mirror.db)).walk).toBeNull();
    expect(script.requests).toHaveLength(2);
  });

  test('no longer reports a complete catalogue once the catalogue is too large to be read without a person’s decision', async () => {
    const { mirror, archive, start, passTime, whenRead } = await setup();
    archive.videos = videos(2);
    start();
    await whenRead();
    archive.claimedTotal = 5_001;
    await passTime(25 * 60 * 60_000);
    await waitUntil(async () => {
      mirror.clock.advance(0);
      return (await readCatalogue(mirror.db)).videoCount === 5_001;
    });
    expect(await readCatalogue(mirror.db)).toMatchObject({ walk: null, last: null });
  });

  test('does not report a complete catalogue when the list of channels stops short or the size of a long channel is unknown', async () => {
    const { mirror, archive, script, start, whenRead } = await setup({ isStowaway: false });
    archive.maxHits = 6;
    archive.channelIds = ['UCa', 'UCb'];
    archive.videos = [...videos(4, 'UCa'), ...videos(9, 'UCb')];
    script.on('/api/channel/UCb/', () => json({ error: 'no' }, 400));
    script.on('/api/channel/?', ({ path }) =>
      pageOf(path, [aWireChannel({ channel_id: 'UCa' }), aWireChannel({ channel_id: 'UCb' })], { maxHits: 2, claimedTotal: null }),
    );
    await setCatalogueOn(mirror.db, true);
    start();
    await whenRead();
    expect((await readCatalogue(mirror.db)).last).toMatchObject({ failedLists: 2 });
  });

  test('uses no page that an earlier walk stored with the clock ahead, and leaves no pages when switched off', async () => {
    const { mirror, archive, start, whenRead, passTime } = await setup({ isStowaway: false });
    archive.videos = videos(9);
    start();
    await waitUntil(async () => (await mirror.db.listPages.count()) >= 2);
    await setCatalogueOn(mirror.db, false);
    await passTime();
    const remainingPages = (await mirror.db.listPages.toArray()).filter(({ key }) => !key.includes('page=3')); // page 3 may have been in flight
    expect(remainingPages).toEqual([]);
    const key = 'videos?page_size=3&order=asc&sort=downloaded&size=3&page=2';
    const paginate = aWirePagination({ page_size: 3, current_page: 2, last_page: 3, total_hits: 9 });
    await mirror.db.listPages.put({ key, ids: ['v3', 'v4', 'v5'], paginate, fetchedAtMs: mirror.clock.now() + 1_000_000_000 });
    await mirror.db.videoCards.clear();
    await setCatalogueOn(mirror.db, true);
    await whenRead();
    expect(await mirror.db.videoCards.count()).toBe(9);
  });

  test('stops at the first empty page of a list that reports more pages than it has', async () => {
    const { mirror, archive, script, start, whenRead } = await setup();
    archive.channelIds = [];
    const paginate = aWirePagination({ page_size: 500, last_page: 9_999, total_hits: 2 });
    script.on('/api/video/?', ({ path }) => json({ data: path.includes('&page=1') ? videos(2) : [], paginate }));
    start();
    await whenRead();
    expect(script.count('/api/video/?')).toBe(2);
    expect((await readCatalogue(mirror.db)).last).toMatchObject({ videos: 2, unreached: 0 });
  });

  test('reads the catalogue once more when a person asks for it, and not again after that', async () => {
    const { mirror, archive, script, start, passTime, whenRead } = await setup();
    archive.videos = videos(2);
    start();
    await whenRead();
    archive.videos = videos(3);
    await requestCatalogueReread(mirror.db);
    await waitUntil(async () => {
      mirror.clock.advance(0);
      const { walk, isAskedAgain } = await readCatalogue(mirror.db);
      return walk === null && isAskedAgain === false;
    });
    await passTime();
    await passTime();
    expect(await mirror.db.videoCards.count()).toBe(3);
    expect(script.count('/api/video/?')).toBe(2);
  });

  test('reads nothing if it is switched off just as the reading begins', async () => {
    const { mirror, archive, device, start, passTime } = await setup();
    archive.videos = videos(2);
    let hasBegun = false;
    Object.defineProperty(device, 'isBusy', {
      get() {
        if (!hasBegun) void setCatalogueOn(mirror.db, false);
        hasBegun = true;
        return false;
      },
    });
    start();
    await waitUntil(async () => hasBegun && (await readCatalogue(mirror.db)).choice === 'none');
    await passTime();
    expect((await readCatalogue(mirror.db)).walk).toBeNull();
  });

  test('looks up the videos missing from a list only once the changes being sent are answered, and keeps the request of a view that asks for the same video', async () => {
    const { mirror, archive, script, start, passTime, whenRead } = await setup();
    archive.videos = videos(2);
    await storeVideos(mirror, ['gone']);
    const sentRow = anOutboxRow({ mutation: mark('v1'), lane: 'video:v1', state: { name: 'sent' } });
    script.on('/api/video/?', ({ path }) => {
      void mirror.db.outbox.add(sentRow);
      return archive.listVideos(path);
    });
    script.on('/api/video/gone/', () => {
      void requestRefresh(mirror, 'video:gone', 0); // as if the user had opened its page
      return json({ error: 'not found' }, 404);
    });
    start();
    await waitUntil(async () => (await readCatalogue(mirror.db)).walk?.missing?.ids[0] === 'gone');
    await passTime();
    expect(script.count('/api/video/gone/')).toBe(0);
    await mirror.db.outbox.clear();
    await whenRead();
    expect(await mirror.db.videoCards.get('gone')).toBeUndefined();
    expect(await mirror.db.wanted.get('video:gone')).toMatchObject({ state: 'failed', failure: 'not-found', rank: 0 });
  });

  test('continues when the clock is set back', async () => {
    const { mirror, archive, script, start, whenRead } = await setup({ isStowaway: false });
    archive.videos = videos(9);
    script.on('/api/video/?', ({ path }) => {
      if (path.includes('&page=2')) mirror.clock.adjust(-3_600_000);
      return archive.listVideos(path);
    });
    start();
    await whenRead();
    expect((await readCatalogue(mirror.db)).last).toMatchObject({ videos: 9, unreached: 0 });
  });

  test('waits two minutes for a list that the archive fails to send, then leaves it out', async () => {
    const { mirror, archive, script, start, passTime, whenRead } = await setup();
    archive.videos = videos(2);
    script.on('/api/playlist/?', () => json({ error: 'later' }, 500));
    start();
    await waitUntil(async () => {
      mirror.clock.advance(0);
      return (await mirror.db.wanted.filter(({ failure }) => failure === 'server-error').count()) === 1;
    });
    for (let turns = 0; turns < 10; turns += 1) await passTime();
    expect((await readCatalogue(mirror.db)).walk).toMatchObject({ list: { of: 'playlists' } });
    await passTime(60_000);
    await whenRead();
    expect((await readCatalogue(mirror.db)).last).toMatchObject({ failedLists: 1 });
  });

  test('looks up no playlist that was made on this device or has pending changes', async () => {
    const { mirror, archive, script, start, whenRead } = await setup();
    archive.videos = videos(2);
    const row = (playlist_id: string) => toPlaylistRow(aWirePlaylist({ playlist_id }), 0);
    await mirror.db.playlists.bulkPut([row('local-mine'), row('PLwaits'), row('PLgone')]);
    await mirror.db.outbox.add(anOutboxRow({ mutation: mark('other'), lane: 'playlist:PLwaits' }));
    script.on('/api/playlist/PL', () => json({ error: 'not found' }, 404));
    start();
    await whenRead();
    expect((await mirror.db.playlists.toCollection().primaryKeys()).sort()).toEqual(['PLwaits', aWirePlaylist().playlist_id, 'local-mine'].sort());
    expect(script.count('/api/playlist/PLwaits/') + script.count('/api/playlist/local-mine/')).toBe(0);
  });

  test('also looks up the videos of channels that are no longer listed if there are more videos than a list serves', async () => {
    const { mirror, archive, start, whenRead } = await setup({ isStowaway: false });
    archive.maxHits = 6;
    archive.videos = [...videos(4, 'UCa'), ...videos(4, 'UCb')];
    archive.channelIds = ['UCa', 'UCb'];
    await storeVideos(mirror, ['gone'], 'UCgone');
    await setCatalogueOn(mirror.db, true);
    start();
    await whenRead();
    expect(await mirror.db.videoCards.count()).toBe(8);
    expect(await mirror.db.videoCards.get('gone')).toBeUndefined();
  });

  test('pauses on a full device, which is reported once, and continues when there is space', async () => {
    const { mirror, archive, script, start, passTime, whenRead } = await setup();
    const warnSpy = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => warnSpy.mockRestore());
    const eventKinds: string[] = [];
    onTestFinished(onSyncEvent(mirror.db, ({ kind }) => eventKinds.push(kind)));
    archive.videos = videos(2);
    const failWrite = (): never => {
      throw new DOMException('no space', 'QuotaExceededError');
    };
    mirror.db.listPages.hook('creating', failWrite);
    start();
    await waitUntil(async () => (await mirror.db.wanted.filter(({ state }) => state === 'failed').count()) === 1);
    for (let turns = 0; turns < 10; turns += 1) await passTime();
    expect((await readCatalogue(mirror.db)).walk).toMatchObject({ list: { of: 'videos' }, page: 1, failedLists: 0 });
    expect(script.requests, 'the page is requested again after a minute').toHaveLength(2);
    await expect.poll(() => eventKinds).toEqual(['device-full']);
    mirror.db.listPages.hook('creating').unsubscribe(failWrite);
    for (let turns = 0; turns < 3; turns += 1) await passTime();
    await whenRead();
    expect((await readCatalogue(mirror.db)).last).toMatchObject({ videos: 2, unreached: 0, failedLists: 0 });
    expect(eventKinds).toEqual(['device-full']);
  });

  test('leaves out a list that the archive refuses, and reports it', async () => {
    const { mirror, archive, script, start, whenRead } = await setup();
    archive.videos = videos(2);
    script.on('/api/playlist/?', json({ error: 'no' }, 400));
    start();
    await whenRead();
    expect((await readCatalogue(mirror.db)).last).toMatchObject({ videos: 2, failedLists: 1 });
  });

  test('continues when the archive is back', async () => {
    const { mirror, archive, script, start, passTime, whenRead } = await setup();
    archive.videos = videos(2);
    let isAway = true;
    const listVideos = archive.listVideos;
    script.on('/api/video/?', (request) => (isAway ? refusedConnection() : listVideos(request.path)));
    start();
    await waitUntil(async () => (await mirror.db.wanted.filter(({ state }) => state === 'failed').count()) === 1);
    await setConnection(mirror, 'unreachable');
    await passTime();
    isAway = false;
    await setConnection(mirror, 'online');
    await whenRead();
    expect(await mirror.db.videoCards.count()).toBe(2);
  });
});

const mark = (id: string): KnownMutation => ({ kind: 'mark-video-watched', videoId: id, isWatched: true });

const video = (youtube_id: string, channelId = 'UCa', index = 0): WireVideo =>
  aWireVideo({ youtube_id, date_downloaded: 1_700_000_000 + index, channel: { ...aWireVideo().channel, channel_id: channelId } });

const videos = (count: number, channelId = 'UCa'): WireVideo[] =>
  Array.from({ length: count }, (_, index) => video(channelId === 'UCa' ? `v${index}` : `${channelId}${index}`, channelId, index));

async function idsOf({ db }: Awaited<ReturnType<typeof aMirror>>, channelId: string): Promise<string[]> {
  return db.videoCards.filter((card) => card.channelId === channelId).primaryKeys();
}

/** Returns, for each request for this path, how many videos the walk had read by then. */
function videosReadAt(path: string, { mirror, script }: Pick<Awaited<ReturnType<typeof setup>>, 'mirror' | 'script'>): (number | undefined)[] {
  const readCounts: (number | undefined)[] = [];
  script.on(path, () => {
    void readCatalogue(mirror.db).then(({ walk }) => readCounts.push(walk?.videosRead));
    return json({ data: [], paginate: aWirePagination({ total_hits: 0 }) });
  });
  return readCounts;
}

function storeVideos(mirror: Awaited<ReturnType<typeof aMirror>>, ids: string[], channelId?: string): Promise<void> {
  const key = listKey({ endpoint: 'videos', filters: videoListFilters({}), pageSize: 12, page: 1 });
  return applyVideoList(mirror.db, { key, requestTime: askedAt(0), data: ids.map((id) => video(id, channelId)), paginate: null }).then(() =>
    mirror.db.listPages.clear(),
  );
}

/** Returns one page of a list, in the form that Stowaway's own server and other servers share. */
function pageOf<Item>(
  path: string,
  items: Item[],
  { maxHits, claimedTotal, sizeOf = Number }: { maxHits: number; claimedTotal: number | null; sizeOf?: (requestedSize: string) => number },
): Response {
  const query = new URLSearchParams(path.split('?')[1]);
  const pageSize = sizeOf(query.get('page_size') ?? '3');
  const page = Number(query.get('page') ?? 1);
  const servedItems = items.slice(0, maxHits);
  const lastPage = Math.ceil(servedItems.length / pageSize);
  const paginate = aWirePagination({
    page_size: pageSize,
    current_page: page,
    last_page: page < lastPage ? lastPage : 0,
    max_hits: items.length >= maxHits,
    total_hits: claimedTotal ?? servedItems.length,
  });
  return json({ data: servedItems.slice((page - 1) * pageSize, page * pageSize), paginate });
}

async function setup({ isStowaway = true } = {}) {
  const mirror = await aMirror({ pageSize: 3 });
  if (!isStowaway) await mirror.registry.accounts.update(mirror.accountKey, { archiveId: null });
  await setConnection(mirror, 'online');
  const script = scriptFetch();
  const archive = {
    videos: [] as WireVideo[],
    unlisted: [] as WireVideo[],
    channelIds: ['UCa'],
    maxHits: 10_000,
    claimedTotal: null as number | null,
    /** Returns the page size that the archive uses for the requested one. */
    sizeOf: Number as (requestedSize: string) => number,
    listVideos(path: string): Response {
      const query = new URLSearchParams(path.split('?')[1]);
      const listedVideos = archive.videos.filter((video) => query.get('channel') === null || video.channel.channel_id === query.get('channel'));
      return pageOf(path, query.get('order') === 'desc' ? listedVideos.toReversed() : listedVideos, archive);
    },
  };
  const wholeList = { maxHits: 10_000, claimedTotal: null };
  script.on('/api/user/me/', () => json(aWireUserConfig({ page_size: 3 })));
  script.on('/api/channel/', ({ path }) => {
    const [, , , channelId = '', part] = path.split('/');
    if (part === 'nav/' || part === 'nav') return json({ has_streams: false, has_shorts: false, has_playlists: false, has_pending: false, has_ignored: false });
    const total = archive.videos.filter((video) => video.channel.channel_id === channelId).length;
    const value = { value: total, value_str: '' };
    return json({ total_items: { value: total }, total_size: value, total_duration: value });
  });
  script.on('/api/channel/?', ({ path }) =>
    pageOf(
      path,
      archive.channelIds.map((channel_id) => aWireChannel({ channel_id })),
      wholeList,
    ),
  );
  script.on('/api/playlist/?', ({ path }) => pageOf(path, [aWirePlaylist()], wholeList));
  script.on('/api/video/', ({ path }) => {
    const foundVideo = [...archive.videos, ...archive.unlisted].find(({ youtube_id }) => path.includes(`/${youtube_id}/`));
    return foundVideo ? json(foundVideo) : json({ error: 'not found' }, 404);
  });
  script.on('/api/video/?', ({ path }) => archive.listVideos(path));
  const fetchAsUser: typeof fetch = async (...call) => {
    const answer = await script.fetch(...call);
    if (answer.ok) answer.headers.set('x-stowaway-user', '1');
    return answer;
  };
  const api = createArchiveClient({ fetch: fetchAsUser, readCookie: () => 'of this login', onOutcome: () => {}, server: { namesUser: true } });
  const locks = sharedLocks();
  const device = { mayFetch: true, isPrefetchOn: true, isBusy: false };
  const stopFunctions: (() => void)[] = [];
  const startFor = (tab: Mirror): void => {
    const pull = createPull({ mirror: tab, api, locks, isSaved: async (videoId) => videoId === 'saved' });
    const stopReader = startCatalogueReader({
      mirror: tab,
      mayFetch: () => device.mayFetch,
      isPrefetchOn: () => device.isPrefetchOn,
      isBusy: () => device.isBusy,
    });
    stopFunctions.push(pull.stop, stopReader);
    mirror.clock.advance(2_000);
  };
  const closeAll = (): void => {
    for (const stop of stopFunctions.splice(0)) stop();
  };
  onTestFinished(closeAll);
  return {
    mirror,
    archive,
    script,
    device,
    start: () => startFor(mirror),
    openTab: () => startFor(inAnotherTab(mirror)),
    closeAll,
    passTime: async (ms = 10_000) => {
      mirror.clock.advance(ms);
      await settled();
    },
    whenRead: () =>
      waitUntil(async () => {
        mirror.clock.advance(0);
        const { walk, last } = await readCatalogue(mirror.db);
        return walk === null && last !== null;
      }),
  };
}
