// When the mirror learns that a video's file at the archive has changed, this is recorded for the saved copy on this device.
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { markSavedVideoMissing, applyVideo } from '../../src/mirror/apply.ts';
import { videoKey } from '../../src/mirror/resource-keys.ts';
import { watchSources } from '../../src/queries/saved-sources.ts';
import type { SourceFacts } from '../../src/saved-media/ledger/source-facts.ts';
import { aMirror } from '../builders/mirror-copy.ts';
import { aWireVideo } from '../builders/mirror-wire.ts';
import { aSavedItem } from '../builders/saved-items.ts';
import { askedAt } from '../builders/asked-at.ts';

const video = (overrides: Partial<Parameters<typeof aWireVideo>[0]> = {}) =>
  aWireVideo({ youtube_id: 'fog', media_url: '/media/fog.mp4', media_size: 1000, ...overrides });

test('a file that is replaced, gone or back at the archive is reported once', async () => {
  const { mirror, reports } = await setUp();
  await applyVideo(mirror.db, video(), askedAt(10));
  await expect.poll(() => reports).toEqual([['fog', { urls: ['/media/fog.mp4'], sizeBytes: 1000, fetchedAtMs: 10 }]]);
  await applyVideo(mirror.db, video({ media_size: 1001, title: 'Another' }), askedAt(20));
  await expect.poll(() => reports.at(-1)).toEqual(['fog', { urls: ['/media/fog.mp4'], sizeBytes: 1001, fetchedAtMs: 20 }]);
  await markSavedVideoMissing(mirror.db, 'fog', 30);
  await expect.poll(() => reports.at(-1)).toEqual(['fog', null]);
  expect(await mirror.db.videoDetails.get('fog')).toBeDefined();
  await applyVideo(mirror.db, video(), askedAt(5_000, 1));
  await expect.poll(() => reports.at(-1)).toEqual(['fog', { urls: ['/media/fog.mp4'], sizeBytes: 1000, fetchedAtMs: 5_000 }]);
});

test('the source of a complete copy is reported once for each revision, and the source of an incomplete copy is not reported', async () => {
  const { mirror, reports, putItems } = await setUp([
    { videoId: 'fog', wholeRevision: null },
    { videoId: 'tug', wholeRevision: 1 },
  ]);
  for (const youtube_id of ['fog', 'tug']) await applyVideo(mirror.db, video({ youtube_id }), askedAt(10));
  await expect.poll(() => reports.map(([videoId]) => videoId)).toEqual(['tug']);
  putItems([
    { videoId: 'fog', wholeRevision: 1 },
    { videoId: 'tug', wholeRevision: 1 },
  ]);
  await expect.poll(() => reports.map(([videoId]) => videoId)).toEqual(['tug', 'fog']);
  putItems([
    { videoId: 'fog', wholeRevision: 2 },
    { videoId: 'tug', wholeRevision: 1 },
  ]);
  await expect.poll(() => reports.map(([videoId]) => videoId)).toEqual(['tug', 'fog', 'fog']);
});

test('a fact that could not be recorded is recorded with the next change, and an older fact never follows a newer one', async () => {
  const { mirror, reports, putItems, record } = await setUp();
  await applyVideo(mirror.db, video(), askedAt(10));
  await expect.poll(() => reports.length).toBe(1);
  const warnSpy = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warnSpy.mockRestore());
  record.answer = () => Promise.reject(new Error('of the test'));
  await markSavedVideoMissing(mirror.db, 'fog', 20);
  await expect.poll(() => warnSpy.mock.calls.length).toBe(1);
  let release = (): void => {};
  const recordGate = new Promise<void>((resolve) => (release = resolve));
  record.answer = () => recordGate;
  putItems([{ wholeRevision: 1 }, { videoId: 'tug', wholeRevision: 1 }]);
  await expect.poll(() => record.count).toBe(3);
  await applyVideo(mirror.db, video(), askedAt(5_000, 1));
  record.answer = null;
  release();
  await expect.poll(() => reports.map(([, source]) => source?.fetchedAtMs ?? null)).toEqual([10, null, 5_000]);
});

test.each([true, false])(
  'a saved video that was fetched more than a day ago, or seems to come from the future, is fetched again if this device may prefetch (%s)',
  async (mayPrefetch) => {
    const mirror = await aMirror();
    const nowMs = mirror.clock.now();
    const dayMs = 24 * 60 * 60_000;
    await applyVideo(mirror.db, video({ youtube_id: 'old' }), askedAt(nowMs - dayMs - 1));
    await applyVideo(mirror.db, video({ youtube_id: 'new' }), askedAt(nowMs - dayMs));
    await applyVideo(mirror.db, video({ youtube_id: 'ahead' }), askedAt(nowMs + 365 * dayMs));
    const { reports } = await setUp(
      [
        { videoId: 'old', wholeRevision: 1 },
        { videoId: 'new', wholeRevision: 1 },
        { videoId: 'ahead', wholeRevision: 1 },
      ],
      { mirror, mayPrefetch },
    );
    if (mayPrefetch) await expect.poll(() => mirror.db.wanted.toCollection().primaryKeys()).toEqual([videoKey('ahead'), videoKey('old')]);
    await expect.poll(() => reports.length).toBe(3);
    expect(await mirror.db.wanted.count()).toBe(mayPrefetch ? 2 : 0);
  },
);

type Items = Parameters<typeof aSavedItem>[0][];
type TestMirror = Awaited<ReturnType<typeof aMirror>>;

async function setUp(
  initialItems: Items = [{ wholeRevision: 1 }],
  { mirror: givenMirror, mayPrefetch = false }: { mirror?: TestMirror; mayPrefetch?: boolean } = {},
) {
  const mirror = givenMirror ?? (await aMirror());
  const reports: [string, SourceFacts | null][] = [];
  const record: { count: number; answer: (() => Promise<void>) | null } = { count: 0, answer: null };
  const listeners = new Set<() => void>();
  let items = initialItems.map((overrides) => aSavedItem(overrides));
  const link = {
    items: () => items,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    actions: {
      recordSource: async (videoId: string, source: SourceFacts | null) => {
        record.count += 1;
        await record.answer?.();
        reports.push([videoId, source]);
      },
    },
  } satisfies Parameters<typeof watchSources>[1];
  onTestFinished(watchSources(mirror, link, () => mayPrefetch));
  return {
    mirror,
    reports,
    record,
    putItems(newItems: Items): void {
      items = newItems.map((overrides) => aSavedItem(overrides));
      for (const listener of listeners) listener();
    },
  };
}
