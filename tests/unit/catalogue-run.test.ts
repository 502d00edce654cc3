// The whole catalogue on this device: read once, page by page, taken up after a closed tab; what the archive has no more is forgotten.
import 'fake-indexeddb/auto';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WireVideo } from '../../src/contract/names.ts';
import { readCatalogue, pauseCatalogue, switchCatalogue } from '../../src/mirror/catalogue.ts';
import type { Mirror } from '../../src/mirror/database.ts';
import { applyVideoList } from '../../src/mirror/apply.ts';
import { listKey, videoListFilters } from '../../src/mirror/list-keys.ts';
import type { KnownMutation } from '../../src/mutations/kinds/table.ts';
import { createArchiveClient } from '../../src/network/archive-client.ts';
import { startCatalogueRun } from '../../src/sync/catalogue-run.ts';
import { createPull } from '../../src/sync/pull.ts';
import { askedAt } from '../builders/asked-at.ts';
import { aCopy, inAnotherTab, setConnection, settled, sharedLocks, until } from '../builders/mirror-copy.ts';
import { aPagination, aUserConfig, aWireChannel, aWirePlaylist, aWireVideo } from '../builders/mirror-wire.ts';
import { anOutboxRow } from '../builders/outbox-row.ts';
import { json, refusedConnection, scriptFetch } from '../doubles/fetch-script.ts';

describe('the whole catalogue', () => {
  it('that is small is read by itself: every video, channel and playlist, in pages of 500', async () => {
    const { mirror, archive, script, start, whenRead } = await setup();
    archive.videos = videos(7);
    start();
    await whenRead();
    expect(await mirror.db.videoCards.count()).toBe(7);
    expect(await mirror.db.channels.count()).toBe(1);
    expect(await mirror.db.playlists.count()).toBe(1);
    expect((await readCatalogue(mirror.db)).last).toMatchObject({ videos: 7, channels: 1, playlists: 1, unreached: 0, failedLists: 0 });
    expect(script.asked.every(({ path }) => path.includes('page_size=500'))).toBe(true);
    expect(await mirror.db.listPages.count()).toBe(0);
  });

  it('of another server is read in the pages of the account', async () => {
    const { mirror, archive, script, start, whenRead } = await setup({ isOurs: false });
    archive.videos = videos(7);
    start();
    await whenRead();
    expect(await mirror.db.videoCards.count()).toBe(7);
    expect(script.asked.some(({ path }) => path.includes('page_size'))).toBe(false);
    expect(script.count('/api/video/?')).toBe(3);
  });

  it('that is large waits for its person, and is told by its number', async () => {
    const { mirror, archive, script, start, turn } = await setup();
    archive.videos = videos(3);
    archive.claimedTotal = 5_001;
    start();
    await until(async () => (await readCatalogue(mirror.db)).videoCount === 5_001);
    await turn();
    expect((await readCatalogue(mirror.db)).walk).toBeNull();
    expect(script.asked).toHaveLength(1);
  });

  it('beyond what a list serves is read channel by channel, and a channel from both ends; what is beyond both is counted', async () => {
    const { mirror, archive, start, whenRead } = await setup({ isOurs: false });
    archive.mostHits = 6;
    archive.videos = [...videos(4, 'UCa'), ...videos(9, 'UCb'), ...videos(20, 'UCc')];
    archive.channelIds = ['UCa', 'UCb', 'UCc'];
    await switchCatalogue(mirror.db, true);
    start();
    await whenRead();
    expect(await idsOf(mirror, 'UCa')).toHaveLength(4);
    expect(await idsOf(mirror, 'UCb')).toHaveLength(9);
    expect(await idsOf(mirror, 'UCc')).toHaveLength(12);
    expect((await readCatalogue(mirror.db)).last).toMatchObject({ unreached: 8, failedLists: 0 });
  });

  it('forgets what the archive has no more, and asks for each before it does', async () => {
    const { mirror, archive, script, start, whenRead } = await setup();
    archive.videos = videos(3);
    // Unlisted, and there all the same; gone; gone with something that waits of it; gone and saved here.
    archive.unlisted = [video('hidden')];
    await plant(mirror, ['hidden', 'gone', 'waiting', 'saved']);
    await mirror.db.outbox.add(anOutboxRow({ mutation: mark('waiting'), lane: 'video:waiting' }));
    start();
    await whenRead();
    const left = (await mirror.db.videoCards.toCollection().primaryKeys()).sort();
    expect(left).toEqual(['hidden', 'saved', 'v0', 'v1', 'v2', 'waiting']);
    expect((await mirror.db.videoCards.get('saved'))?.missingSince).toBeDefined();
    expect(script.count('/api/video/waiting/')).toBe(0);
    expect(await mirror.db.wanted.count()).toBe(0);
  });

  it('forgets nothing by a list that moved while it was read', async () => {
    const { mirror, archive, script, start, whenRead } = await setup();
    archive.videos = videos(3);
    archive.claimedTotal = 4;
    await plant(mirror, ['v3']);
    start();
    await whenRead();
    expect(await mirror.db.videoCards.get('v3')).toBeDefined();
    expect(script.count('/api/video/v3/')).toBe(0);
    expect(script.count('/api/video/?')).toBe(2);
    expect((await readCatalogue(mirror.db)).last).toMatchObject({ unreached: 1 });
  });

  it('is taken up where it was after the tab was closed, and read once by two tabs', async () => {
    const { mirror, archive, script, start, openTab, whenRead, closeAll } = await setup({ isOurs: false });
    archive.videos = videos(9);
    start();
    await until(() => script.count('/api/video/?') === 2);
    closeAll();
    await settled();
    await mirror.db.wanted.clear();
    start();
    openTab();
    await whenRead();
    expect(await mirror.db.videoCards.count()).toBe(9);
    // Of three pages one at most is asked for twice: the one that was under way when the tab was closed.
    expect(script.count('/api/video/?')).toBeLessThanOrEqual(3 + 1);
  });

  it('gives way to what a person opens and to what is being sent, one request at a time', async () => {
    const { mirror, archive, script, start, turn, whenRead } = await setup({ isOurs: false });
    archive.videos = videos(9);
    await mirror.db.outbox.add(anOutboxRow({ mutation: mark('v1'), lane: 'video:v1', state: { name: 'sent' } }));
    start();
    await turn();
    expect(script.asked).toEqual([]);
    await mirror.db.outbox.clear();
    await whenRead();
    expect(script.waves().every((calls) => calls.length === 1)).toBe(true);
  });

  it('reads nothing while it is paused, away, metered or switched off, and while pictures come', async () => {
    const { mirror, archive, script, start, turn, device, whenRead } = await setup();
    archive.videos = videos(2);
    device.mayFetch = false;
    start();
    await turn();
    [device.mayFetch, device.isBusy] = [true, true];
    await turn();
    [device.isBusy, device.isAheadOn] = [false, false];
    await turn();
    device.isAheadOn = true;
    await pauseCatalogue(mirror.db, true);
    await turn();
    await pauseCatalogue(mirror.db, false);
    await setConnection(mirror, 'unreachable');
    await turn();
    await setConnection(mirror, 'online');
    await switchCatalogue(mirror.db, false);
    await turn();
    expect(script.asked).toEqual([]);
    await switchCatalogue(mirror.db, true);
    await whenRead();
    expect(await mirror.db.videoCards.count()).toBe(2);
  });

  it('is read again a day later', async () => {
    const { mirror, archive, start, turn, whenRead } = await setup();
    archive.videos = videos(2);
    start();
    await whenRead();
    archive.videos = videos(3);
    await turn(23 * 60 * 60_000);
    expect(await mirror.db.videoCards.count()).toBe(2);
    await turn(2 * 60 * 60_000);
    await until(async () => {
      mirror.clock.advance(0);
      return (await mirror.db.videoCards.count()) === 3;
    });
  });

  it('leaves out a list that the archive refuses, and says so', async () => {
    const { mirror, archive, script, start, whenRead } = await setup();
    archive.videos = videos(2);
    script.on('/api/playlist/?', json({ error: 'no' }, 400));
    start();
    await whenRead();
    expect((await readCatalogue(mirror.db)).last).toMatchObject({ videos: 2, failedLists: 1 });
  });

  it('goes on when the archive is back', async () => {
    const { mirror, archive, script, start, turn, whenRead } = await setup();
    archive.videos = videos(2);
    let isAway = true;
    const list = archive.listVideos;
    script.on('/api/video/?', (asked) => (isAway ? refusedConnection() : list(asked.path)));
    start();
    await until(async () => (await mirror.db.wanted.filter(({ state }) => state === 'failed').count()) === 1);
    await setConnection(mirror, 'unreachable');
    await turn();
    isAway = false;
    await setConnection(mirror, 'online');
    await whenRead();
    expect(await mirror.db.videoCards.count()).toBe(2);
  });
});

const mark = (id: string): KnownMutation => ({ kind: 'mark-video-watched', videoId: id, isWatched: true });

const video = (youtube_id: string, channelId = 'UCa', at = 0): WireVideo =>
  aWireVideo({ youtube_id, date_downloaded: 1_700_000_000 + at, channel: { ...aWireVideo().channel, channel_id: channelId } });

const videos = (count: number, channelId = 'UCa'): WireVideo[] =>
  Array.from({ length: count }, (_, index) => video(channelId === 'UCa' ? `v${index}` : `${channelId}${index}`, channelId, index));

async function idsOf({ db }: Awaited<ReturnType<typeof aCopy>>, channelId: string): Promise<string[]> {
  return db.videoCards.filter((card) => card.channelId === channelId).primaryKeys();
}

function plant(mirror: Awaited<ReturnType<typeof aCopy>>, ids: string[]): Promise<void> {
  const key = listKey({ endpoint: 'videos', filters: videoListFilters({}), pageSize: 12, page: 1 });
  return applyVideoList(mirror.db, { key, asked: askedAt(0), data: ids.map((id) => video(id)), paginate: null }).then(() => mirror.db.listPages.clear());
}

/** A list of an archive, as both kinds of servers page it. */
function paged<Item>(path: string, items: Item[], { mostHits, claimedTotal }: { mostHits: number; claimedTotal: number | null }): Response {
  const query = new URLSearchParams(path.split('?')[1]);
  const pageSize = Number(query.get('page_size') ?? 3);
  const page = Number(query.get('page') ?? 1);
  const served = items.slice(0, mostHits);
  const last = Math.ceil(served.length / pageSize);
  const paginate = aPagination({
    page_size: pageSize,
    current_page: page,
    last_page: page < last ? last : 0,
    max_hits: items.length >= mostHits,
    total_hits: claimedTotal ?? served.length,
  });
  return json({ data: served.slice((page - 1) * pageSize, page * pageSize), paginate });
}

async function setup({ isOurs = true } = {}) {
  const mirror = await aCopy({ pageSize: 3 });
  if (!isOurs) await mirror.registry.accounts.update(mirror.accountKey, { archiveId: null });
  await setConnection(mirror, 'online');
  const script = scriptFetch();
  const archive = {
    videos: [] as WireVideo[],
    unlisted: [] as WireVideo[],
    channelIds: ['UCa'],
    mostHits: 10_000,
    claimedTotal: null as number | null,
    listVideos(path: string): Response {
      const query = new URLSearchParams(path.split('?')[1]);
      const listed = archive.videos.filter((one) => query.get('channel') === null || one.channel.channel_id === query.get('channel'));
      return paged(path, query.get('order') === 'desc' ? listed.toReversed() : listed, archive);
    },
  };
  const whole = { mostHits: 10_000, claimedTotal: null };
  script.on('/api/user/me/', () => json(aUserConfig({ page_size: 3 })));
  script.on('/api/channel/', ({ path }) => {
    const [, , , channelId = '', part] = path.split('/');
    if (part === 'nav/' || part === 'nav') return json({ has_streams: false, has_shorts: false, has_playlists: false, has_pending: false, has_ignored: false });
    const total = archive.videos.filter((one) => one.channel.channel_id === channelId).length;
    const value = { value: total, value_str: '' };
    return json({ total_items: { value: total }, total_size: value, total_duration: value });
  });
  script.on('/api/channel/?', ({ path }) =>
    paged(
      path,
      archive.channelIds.map((channel_id) => aWireChannel({ channel_id })),
      whole,
    ),
  );
  script.on('/api/playlist/?', ({ path }) => paged(path, [aWirePlaylist()], whole));
  script.on('/api/video/', ({ path }) => {
    const found = [...archive.videos, ...archive.unlisted].find(({ youtube_id }) => path.includes(`/${youtube_id}/`));
    return found ? json(found) : json({ error: 'not found' }, 404);
  });
  script.on('/api/video/?', ({ path }) => archive.listVideos(path));
  const answering: typeof fetch = async (...call) => {
    const answer = await script.fetch(...call);
    if (answer.ok) answer.headers.set('x-stowaway-user', '1');
    return answer;
  };
  const api = createArchiveClient({ fetch: answering, readCookie: () => 'of this login', onOutcome: () => {}, server: { namesUser: true } });
  const locks = sharedLocks();
  const device = { mayFetch: true, isAheadOn: true, isBusy: false };
  const ends: (() => void)[] = [];
  const startFor = (tab: Mirror): void => {
    const pull = createPull({ mirror: tab, api, locks, isKept: async (videoId) => videoId === 'saved' });
    const end = startCatalogueRun({ mirror: tab, mayFetch: () => device.mayFetch, isAheadOn: () => device.isAheadOn, isBusy: () => device.isBusy });
    ends.push(pull.stop, end);
    mirror.clock.advance(2_000);
  };
  const closeAll = (): void => {
    for (const end of ends.splice(0)) end();
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
    turn: async (ms = 10_000) => {
      mirror.clock.advance(ms);
      await settled();
    },
    whenRead: () =>
      until(async () => {
        mirror.clock.advance(0);
        const { walk, last } = await readCatalogue(mirror.db);
        return walk === null && last !== null;
      }),
  };
}
