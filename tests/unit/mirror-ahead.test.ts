import 'fake-indexeddb/auto';
import { expect, onTestFinished, test } from 'vitest';
import { addLiveKey } from '../../src/mirror/live-keys.ts';
import { listKey, videoListFilters } from '../../src/mirror/list-keys.ts';
import { wish } from '../../src/mirror/wanted.ts';
import { startMirrorAhead } from '../../src/sync/mirror-ahead.ts';
import { aCopy, setConnection, settled } from '../builders/mirror-copy.ts';
import { aPagination, aUserConfig, aWireVideo } from '../builders/mirror-wire.ts';
import { applyVideoList } from '../../src/mirror/apply.ts';

const pageOf = (filters: string, page: number): string => listKey({ endpoint: 'videos', filters, pageSize: 12, page });
const recent = pageOf(videoListFilters({}), 1);
const begun = pageOf('watch=continue', 1);

test('of what is on the screen the next page, the lists of the navigation, the channels and what was begun are wished for, last of all and one by one', async () => {
  const { mirror, turn } = await setup();
  await mirror.db.documents.put({ key: 'user-config', value: aUserConfig({ show_subed_only: true }), fetchedAtMs: 0 });
  const wished = [];
  for (let step = 0; step < 12; step += 1) {
    await turn();
    const rows = await mirror.db.wanted.toArray();
    expect(rows.length).toBeLessThanOrEqual(1);
    expect(rows.every((row) => row.rank === 2)).toBe(true);
    wished.push(...rows.map((row) => row.key));
    await answer(mirror);
  }
  expect(wished).toEqual([
    pageOf(videoListFilters({}), 2),
    'nav:b1',
    'comments:b1',
    listKey({ endpoint: 'channels', filters: 'filter=subscribed', pageSize: 12, page: 1 }),
    listKey({ endpoint: 'playlists', filters: '', pageSize: 12, page: 1 }),
    'channel:UCharbourlights0000000000',
    'channel-facts:UCharbourlights0000000000',
  ]);
});

test('nothing is wished for while something else is, away, out of sight, or where the device should not', async () => {
  const { mirror, turn, set } = await setup();
  const count = () => mirror.db.wanted.count();
  await wish(mirror, 'video:x', 0);
  await turn();
  expect(await count()).toBe(1);
  await mirror.db.wanted.clear();
  for (const name of ['unreachable', 'captive', 'offline', 'degraded', 'signed-out'] as const) {
    await setConnection(mirror, name);
    await turn();
    expect(await count(), name).toBe(0);
  }
  await setConnection(mirror, 'online');
  set({ isVisible: false });
  await turn();
  expect(await count()).toBe(0);
  set({ isVisible: true, mayFetch: false });
  await turn();
  expect(await count()).toBe(0);
  set({ mayFetch: true });
  await turn();
  expect(await count()).toBe(1);
});

test('what failed is left to the retries of pull, and the next one is wished for', async () => {
  const { mirror, turn } = await setup();
  await turn();
  await mirror.db.wanted.toCollection().modify({ state: 'failed', failure: 'server-error' });
  await turn();
  expect((await mirror.db.wanted.toArray()).map(({ state }) => state).sort()).toEqual(['failed', 'wanted']);
});

async function setup() {
  const mirror = await aCopy();
  const device = { isVisible: true, mayFetch: true };
  await setConnection(mirror, 'online');
  const atMs = mirror.clock.now();
  await applyVideoList(mirror.db, {
    key: recent,
    atMs,
    data: [aWireVideo({ youtube_id: 'v1' })],
    paginate: aPagination({ next_pages: [2], last_page: 3 }),
  });
  await applyVideoList(mirror.db, { key: begun, atMs, data: [aWireVideo({ youtube_id: 'b1' })], paginate: aPagination() });
  for (const key of [recent, begun]) onTestFinished(addLiveKey(mirror.db, { key: () => key, fetchedAtMs: () => atMs, rank: 0 }));
  onTestFinished(startMirrorAhead({ mirror, isVisible: () => device.isVisible, mayFetch: () => device.mayFetch }));
  return {
    mirror,
    set: (over: Partial<typeof device>) => Object.assign(device, over),
    turn: async () => {
      mirror.clock.advance(10_000);
      await settled();
    },
  };
}

/** Every wish is fulfilled, as far as this test looks. */
async function answer({ db, clock }: Awaited<ReturnType<typeof aCopy>>): Promise<void> {
  const fetchedAtMs = clock.now();
  for (const { key } of await db.wanted.toArray()) {
    const id = key.slice(key.indexOf(':') + 1);
    if (key.startsWith('nav:')) await db.playlistNavs.put({ videoId: id, playlists: [], fetchedAtMs });
    else if (key.startsWith('comments:')) await db.comments.put({ videoId: id, comments: [], fetchedAtMs });
    else if (key.startsWith('channel-facts:')) await db.channelFacts.put({ ...facts, channelId: id, fetchedAtMs });
    else if (key.startsWith('channel:')) await db.channels.put({ ...channel, channelId: id, fetchedAtMs });
    else await db.listPages.put({ key, ids: [], paginate: null, fetchedAtMs });
  }
  await db.wanted.clear();
}

const facts = {
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
