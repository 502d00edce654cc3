// Once details take too much space, those viewed longest ago are evicted. Details that are still needed stay.
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test } from 'vitest';
import { noCatalogue } from '../../src/mirror/catalogue-state.ts';
import { evictDetails } from '../../src/mirror/evict.ts';
import { applyVideo } from '../../src/mirror/apply.ts';
import { addLiveKey } from '../../src/mirror/live-keys.ts';
import type { VideoDetailsRow } from '../../src/mirror/rows.ts';
import type { KnownMutation } from '../../src/mutations/kinds/table.ts';
import { startEviction } from '../../src/sync/eviction-loop.ts';
import { askedAt } from '../builders/asked-at.ts';
import { aMirror, settled } from '../builders/mirror-copy.ts';
import { aWireComment, aWireVideo } from '../builders/mirror-wire.ts';
import { anOutboxRow } from '../builders/outbox-row.ts';
import { longTest } from '../long-test.ts';

const noYield = async (): Promise<void> => {};
const nothingProtected = async (): Promise<ReadonlySet<string>> => new Set();
const thousandBytes = 'x'.repeat(1_000);

test('eviction removes nothing within the budget, and beyond the budget the oldest details first, but no cards', async () => {
  const { db } = await filledMirror(10);
  const commentCount = (): Promise<number> => db.comments.count();
  expect(await evictDetails(db, { budgetBytes: 1_000_000, protectedVideos: nothingProtected, yieldNow: noYield })).toBe(0);
  const bytes = JSON.stringify(await db.comments.toArray()).length + JSON.stringify(await db.videoDetails.toArray()).length;
  expect(await evictDetails(db, { budgetBytes: bytes * 0.9, protectedVideos: nothingProtected, yieldNow: noYield })).toBeGreaterThan(0);
  expect(await commentCount()).toBeLessThan(10);
  expect(await db.comments.get('v0')).toBeUndefined();
  expect(await db.videoDetails.get('v0')).toBeUndefined();
  expect(await db.comments.get('v9')).toBeDefined();
  expect(await db.videoCards.count()).toBe(10);
  expect(await db.watchStates.count()).toBe(10);
});

test('details stay if their video has pending changes, is saved or part of a trip, is on the screen, or belongs to the whole catalogue', async () => {
  const { db } = await filledMirror(5);
  const mutation: KnownMutation = { kind: 'mark-video-watched', videoId: 'v0', isWatched: true };
  await db.outbox.add(anOutboxRow({ lane: 'video:v0', mutation }));
  onTestFinished(addLiveKey(db, { key: () => 'comments:v2', fetchedAtMs: () => 0, rank: 0 }));
  const evict = (): Promise<number> => evictDetails(db, { budgetBytes: 1, protectedVideos: async () => new Set(['v1']), yieldNow: noYield });
  await db.listPages.put({ key: 'videos?page_size=500&order=asc&sort=downloaded&size=500&page=1', ids: ['v0'], paginate: null, fetchedAtMs: 1 });
  await db.documents.put({ key: 'catalogue', value: { ...noCatalogue, choice: 'whole' }, fetchedAtMs: 0 });
  await evict();
  expect((await db.comments.toCollection().primaryKeys()).sort()).toEqual(['v0', 'v1', 'v2']);
  expect(await db.videoDetails.count()).toBe(5);
  expect(await db.listPages.count(), 'the page of an unfinished walk').toBe(1);
  await db.documents.put({ key: 'catalogue', value: { ...noCatalogue, choice: 'none' }, fetchedAtMs: 0 });
  await evict();
  expect((await db.videoDetails.toCollection().primaryKeys()).sort()).toEqual(['v0', 'v1']);
});

test('a catalogue that was never counted protects nothing, and details saved, changed or fetched again during an eviction stay', async () => {
  const { db } = await filledMirror(1);
  const [details] = await db.videoDetails.toArray();
  const ids = Array.from({ length: 450 }, (_, index) => `v${index}`);
  await db.comments.bulkPut(ids.map((videoId, fetchedAtMs) => ({ videoId, comments: [aWireComment()], fetchedAtMs })));
  await db.videoDetails.bulkPut(ids.map((videoId, fetchedAtMs) => ({ ...details, videoId, fetchedAtMs }) as VideoDetailsRow));
  await db.documents.put({ key: 'catalogue', value: noCatalogue, fetchedAtMs: 0 });
  const protectedIds = new Set<string>();
  const afterFirstBatch = async (): Promise<void> => {
    if (protectedIds.size > 0 || (await db.comments.count()) === 450) return;
    protectedIds.add('v300').add('v449');
    await db.comments.put({ videoId: 'v301', comments: [aWireComment()], fetchedAtMs: 9_999 });
    const mutation: KnownMutation = { kind: 'mark-video-watched', videoId: 'v302', isWatched: true };
    await db.outbox.add(anOutboxRow({ lane: 'video:v302', mutation }));
  };
  await evictDetails(db, { budgetBytes: 1, protectedVideos: async () => new Set(protectedIds), yieldNow: afterFirstBatch });
  expect(await db.comments.toCollection().primaryKeys()).toEqual(['v300', 'v301', 'v302', 'v449']);
  expect(await db.videoDetails.toCollection().primaryKeys()).toEqual(['v300', 'v302', 'v449']);
});

longTest('eviction runs each hour, leaves less on a nearly full device, and removes nothing while the saved videos are unknown', async () => {
  const mirror = await filledMirror(3, 'x'.repeat(12_000_000));
  const device = { freeBytes: null as number | null, isLedgerReadable: false };
  onTestFinished(
    startEviction({
      mirror,
      freeBytes: async () => device.freeBytes,
      protectedVideos: async () => {
        if (!device.isLedgerReadable) throw new Error('the ledger cannot be read');
        return new Set();
      },
    }),
  );
  const commentCountAfter = async (ms: number): Promise<number> => {
    mirror.clock.advance(ms);
    for (let turn = 0; turn < 4; turn += 1) {
      await settled();
      mirror.clock.advance(0);
    }
    return mirror.db.comments.count();
  };
  await settled();
  device.freeBytes = 1;
  expect(await commentCountAfter(60 * 60_000)).toBe(3);
  [device.isLedgerReadable, device.freeBytes] = [true, null];
  expect(await commentCountAfter(60 * 60_000)).toBe(3);
  device.freeBytes = 1;
  expect(await commentCountAfter(59 * 60_000)).toBe(3);
  expect(await commentCountAfter(60_000)).toBe(1);
});

async function filledMirror(count: number, text = thousandBytes) {
  const mirror = await aMirror();
  for (let index = 0; index < count; index += 1) {
    const videoId = `v${index}`;
    await applyVideo(mirror.db, aWireVideo({ youtube_id: videoId }), askedAt(1_000 + index));
    await mirror.db.comments.put({ videoId, comments: [aWireComment({ comment_text: text })], fetchedAtMs: 1_000 + index });
  }
  await mirror.db.documents.put({ key: 'catalogue', value: { ...noCatalogue, choice: 'none' }, fetchedAtMs: 0 });
  return mirror;
}
