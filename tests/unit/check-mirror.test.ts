// The self-check of a copy finds and repairs each kind of damage, and keeps the user's own data.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { applyComments, applyVideoList } from '../../src/mirror/apply.ts';
import { checkMirror } from '../../src/mirror/check/check-mirror.ts';
import type { CheckOptions, CheckReport } from '../../src/mirror/check/check-report.ts';
import type { Mirror } from '../../src/mirror/database.ts';
import type { FoldedRow, ListPageRow, WatchStateRow } from '../../src/mirror/rows.ts';
import { markVideoWatched } from '../../src/mutations/mark-watched.ts';
import { aMirror, setConnection, type SteppedClock } from '../builders/mirror-copy.ts';
import { aWireVideo } from '../builders/mirror-wire.ts';
import { askedAt } from '../builders/asked-at.ts';

type Copy = Mirror & { clock: SteppedClock };

const firstPageKey = 'videos?sort=published&order=desc&size=12&page=1';
const secondPageKey = 'videos?sort=published&order=desc&size=12&page=2';
const paginate = (total: number) => ({ total_hits: total, max_hits: false }) as ListPageRow['paginate'];
const aPage = (key: string, ids: string[], overrides: Partial<ListPageRow> = {}): ListPageRow => ({ key, ids, paginate: null, fetchedAtMs: 1, ...overrides });
const aWatchState = (videoId: string, overrides: Partial<WatchStateRow> = {}): WatchStateRow => {
  const watchedState = { isWatched: true, positionSeconds: null };
  return { videoId, server: watchedState, shown: watchedState, waiting: 0, localPositionAtMs: null, alternativeSeconds: null, ...overrides };
};

test('the check leaves a copy without damage unchanged, and reports its counts', async () => {
  const mirror = await aFilledMirror();
  await applyComments(mirror.db, 'v1', [], askedAt(1));
  // The pages of an unfinished catalogue walk report different totals, and name items that have since disappeared.
  const pageOfWalk = (page: number, total: number) =>
    aPage(`videos?page_size=500&order=asc&sort=downloaded&size=500&page=${page}`, ['gone'], { paginate: paginate(total), fetchedAtMs: page });
  await mirror.db.listPages.bulkPut([pageOfWalk(1, 9), pageOfWalk(2, 8)]);
  const rowsBefore = await allRowsOf(mirror);
  expect(await check(mirror)).toEqual({ videoCount: 2, listCount: 3, repairedCount: 0, waitingCount: 0, isCancelled: false });
  expect(await allRowsOf(mirror)).toEqual(rowsBefore);
});

test.each<[string, (mirror: Copy) => Promise<unknown>, string]>([
  ['a page that names a missing row', ({ db }) => db.listPages.put(aPage(firstPageKey, ['v1', 'gone'])), firstPageKey],
  ['a page that names a video twice', ({ db }) => db.listPages.put(aPage(firstPageKey, ['v1', 'v1'])), firstPageKey],
  ['a page with more videos than its list has', ({ db }) => db.listPages.put(aPage(firstPageKey, ['v1', 'v2'], { paginate: paginate(1) })), firstPageKey],
  [
    'a page that reports a different total than a newer page of its list',
    ({ db }) =>
      db.listPages.bulkPut([
        aPage(firstPageKey, ['v1'], { paginate: paginate(14), fetchedAtMs: 1 }),
        aPage(secondPageKey, ['v2'], { paginate: paginate(13), fetchedAtMs: 2 }),
      ]),
    firstPageKey,
  ],
  ['similar videos, one of which is missing', ({ db }) => db.similar.put({ videoId: 'v1', videoIds: ['v2', 'gone'], fetchedAtMs: 1 }), 'similar:v1'],
  ['details without their video', ({ db }) => db.videoDetails.put({ videoId: 'gone', fetchedAtMs: 1 } as never), 'video:gone'],
  ['totals without their channel', ({ db }) => db.channelFacts.put({ channelId: 'UC9', fetchedAtMs: 1 } as never), 'channel:UC9'],
])('the check finds %s, and repairs it with a new request', async (_damage, plantDamage, key) => {
  const mirror = await aFilledMirror();
  await plantDamage(mirror);
  expect(await check(mirror)).toMatchObject({ repairedCount: 0, waitingCount: 1 });
  expect((await mirror.db.wanted.toArray()).map((row) => row.key)).toEqual([key]);
  await mirror.db.wanted.clear();
  await setConnection(mirror, 'online');
  const report = check(mirror);
  await expect.poll(() => mirror.db.wanted.get(key)).toBeDefined();
  await mirror.db.wanted.delete(key); // as pull does when it has the answer
  expect(await report).toMatchObject({ repairedCount: 1, waitingCount: 0 });
});

test('a page that the archive does not have is removed', async () => {
  const mirror = await aFilledMirror();
  await mirror.db.listPages.put(aPage(secondPageKey, ['gone']));
  await mirror.db.wanted.put({ key: secondPageKey, sinceMs: 1, untilMs: Infinity, rank: 2, state: 'failed', failure: 'not-found' });
  expect(await check(mirror)).toMatchObject({ repairedCount: 1, waitingCount: 0 });
  expect(await mirror.db.listPages.get(secondPageKey)).toBeUndefined();
  expect(await mirror.db.wanted.count()).toBe(0);
});

test('rows of a video that is not in the copy are removed, unless they are new or the video is saved, is requested or has pending changes', async () => {
  const mirror = await aFilledMirror();
  const { db, clock } = mirror;
  const hourAgoMs = clock.now() - 3_600_000;
  const navOf = (videoId: string, fetchedAtMs = hourAgoMs) => ({ videoId, playlists: [], fetchedAtMs });
  const orphanIds = ['aaa', 'zzz']; // the first sorts before all cards, the second after them
  await db.playlistNavs.bulkPut([...orphanIds, 'saved', 'wanted', 'waits'].map((videoId) => navOf(videoId)));
  await db.playlistNavs.put(navOf('new', clock.now()));
  await db.comments.bulkPut(orphanIds.map((videoId) => ({ videoId, comments: [], fetchedAtMs: hourAgoMs })));
  await db.similar.bulkPut(orphanIds.map((videoId) => ({ videoId, videoIds: [], fetchedAtMs: hourAgoMs })));
  await db.watchStates.bulkPut(orphanIds.map((videoId) => aWatchState(videoId)));
  await db.wanted.put({ key: 'video:wanted', sinceMs: 1, untilMs: Infinity, rank: 2, state: 'wanted' });
  await markVideoWatched(mirror, { videoId: 'waits', isWatched: true, subject: 'Waits' });
  const outbox = await db.outbox.toArray();
  expect(await check(mirror)).toMatchObject({ repairedCount: 8, waitingCount: 0 });
  expect(await db.playlistNavs.toCollection().primaryKeys()).toEqual(['new', 'saved', 'waits', 'wanted']);
  expect(await db.outbox.toArray(), 'pending changes').toEqual(outbox);
  expect((await db.watchStates.get('waits'))?.shown.isWatched).toBe(true);
});

test('a row that is shown as changed although nothing is pending is reset to the archive’s state', async () => {
  const mirror = await aFilledMirror();
  const { db } = mirror;
  const foldedRow: FoldedRow = { lane: 'subscription:UC1', shown: { of: 'channel', entity: { isSubscribed: true } } };
  await db.folded.put(foldedRow);
  await db.watchStates.put(aWatchState('v1', { waiting: 1, server: { isWatched: false, positionSeconds: null } }));
  expect(await check(mirror)).toMatchObject({ repairedCount: 2 });
  expect(await db.folded.count()).toBe(0);
  expect(await db.watchStates.get('v1')).toMatchObject({ waiting: 0, shown: { isWatched: false } });
});

test('the check repairs all of a thousand videos that are wrongly shown as changed', async () => {
  const mirror = await aFilledMirror();
  await mirror.db.watchStates.bulkPut(Array.from({ length: 1_000 }, (_, index) => aWatchState(`w${index}`, { waiting: 1 })));
  await markVideoWatched(mirror, { videoId: 'v1', isWatched: true, subject: 'Waits' });
  const isSaved = (): boolean => true;
  const { signal } = new AbortController();
  const report = await checkMirror({ ...mirror, isSaved, random: () => 0 }, { isSample: false, onProgress: () => {}, signal });
  expect(report.repairedCount).toBe(1_000);
  expect(await mirror.db.watchStates.where('waiting').equals(1).primaryKeys()).toEqual(['v1']);
});

test('a check reports its progress after each batch, and a cancelled check ends after its current batch', async () => {
  const mirror = await aFilledMirror();
  const [card] = await mirror.db.videoCards.toArray();
  if (!card) throw new Error('no card');
  await mirror.db.videoCards.bulkPut(Array.from({ length: 1_200 }, (_, index) => ({ ...card, videoId: `w${index}` })));
  const progressSteps: string[] = [];
  const abortController = new AbortController();
  const onProgress = (checkedCount: number, totalCount: number): void => void progressSteps.push(`${checkedCount}/${totalCount}`);
  expect(await check(mirror, { onProgress })).toMatchObject({ videoCount: 1_202 });
  expect(progressSteps).toEqual(['500/1203', '1000/1203', '1202/1203', '1203/1203']);
  expect(await check(mirror, { onProgress: () => abortController.abort(), signal: abortController.signal })).toMatchObject({
    videoCount: 500,
    isCancelled: true,
  });
});

test('a sample check begins at a random place, checks part of the copy, and leaves outdated totals to the full check', async () => {
  const mirror = await aFilledMirror();
  await mirror.db.listPages.bulkPut([
    aPage(firstPageKey, ['v1'], { paginate: paginate(14), fetchedAtMs: 1 }),
    aPage(secondPageKey, ['v2'], { paginate: paginate(13), fetchedAtMs: 2 }),
  ]);
  await mirror.db.comments.put({ videoId: 'zzz', comments: [], fetchedAtMs: 1 });
  expect(await check(mirror, { isSample: true }, 0.99)).toMatchObject({ videoCount: 0, repairedCount: 1 });
  expect(await check(mirror, { isSample: true }, 0)).toMatchObject({ videoCount: 2, listCount: 2, repairedCount: 0, waitingCount: 0 });
});

async function aFilledMirror(): Promise<Copy> {
  const mirror = await aMirror();
  const data = ['v1', 'v2'].map((youtube_id) => aWireVideo({ youtube_id }));
  await applyVideoList(mirror.db, { key: firstPageKey, data, paginate: null, requestTime: askedAt(1) });
  await setConnection(mirror, 'offline');
  return mirror;
}

function check(mirror: Copy, overrides: Partial<CheckOptions> = {}, random = 0): Promise<CheckReport> {
  const { signal } = new AbortController();
  const context = { ...mirror, isSaved: (videoId: string) => videoId === 'saved', random: () => random };
  return checkMirror(context, { isSample: false, onProgress: () => {}, signal, ...overrides });
}

async function allRowsOf({ db }: Mirror): Promise<unknown[]> {
  return Promise.all(db.tables.map((table) => table.toArray()));
}
