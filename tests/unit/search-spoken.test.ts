// The device finds words spoken in saved videos, with their time in the video, while the video is on the device.
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test } from 'vitest';
import { parseSearch } from '../../src/lib/search-query.ts';
import type { Mirror } from '../../src/mirror/database.ts';
import { applyVideoList } from '../../src/mirror/apply.ts';
import type { SubtitleHit } from '../../src/mirror/search-answer.ts';
import { openLedger } from '../../src/saved-media/ledger/ledger.ts';
import type { Ledger } from '../../src/saved-media/ledger/ledger-port.ts';
import { itemKeyOf, type SavedItem } from '../../src/saved-media/ledger/rows.ts';
import { markWords } from '../../src/search-index/mark-words.ts';
import { openMirrorRows } from '../../src/search-index/mirror-rows.ts';
import { readSaved } from '../../src/search-index/saved-subtitles.ts';
import { createSubtitleIndex, type SubtitleIndex } from '../../src/search-index/subtitle-index.ts';
import { createSubtitleIndexKeeper, type SubtitleIndexKeeper } from '../../src/search-index/subtitle-index-keeper.ts';
import { groupByVideo, mergePassages } from '../../src/screens/search/merge-hits.ts';
import { aMirror } from '../builders/mirror-copy.ts';
import { aWireVideo } from '../builders/mirror-wire.ts';
import { askedAt } from '../builders/asked-at.ts';
import { aSavedItem } from '../builders/saved-items.ts';

const fogVtt = vtt(['00:00:01.000', '00:00:04.000', 'The fog came in'], ['00:01:02.500', '00:01:09.000', 'and the <i>Lighthouse</i> keeper slept']);

test('a spoken word is found with its video, its text and its moment', async () => {
  const { save, openKeeper } = await aDevice();
  await save('v1', fogVtt);
  const subtitleIndex = await openKeeper();
  await subtitleIndex.rescan();
  expect(await findHits(subtitleIndex, 'lighthouse')).toEqual([
    expect.objectContaining({
      videoId: 'v1',
      title: 'Night on the pier',
      channelName: 'Harbour Lights',
      lang: 'en',
      source: 'auto',
      startSeconds: 62.5,
      endSeconds: 69,
      line: [
        { text: 'and the ', isMatch: false },
        { text: 'Lighthouse', isMatch: true },
        { text: ' keeper slept', isMatch: false },
      ],
    }),
  ]);
  expect(await findIds(subtitleIndex, 'full:fog lang:en source:auto')).toEqual(['v1']);
  expect(await findIds(subtitleIndex, 'full:fog lang:fr')).toEqual([]);
  expect(await findIds(subtitleIndex, 'full:fog source:user')).toEqual([]);
  expect(await findIds(subtitleIndex, 'video:fog')).toEqual([]);
  expect(await findIds(subtitleIndex, 'full:fog', () => false), 'of another channel').toEqual([]);
});

test('only complete copies of this account are found, and a removed copy is no longer found', async () => {
  const { save, remove, openKeeper, mirror } = await aDevice();
  await save('v1', fogVtt);
  await save('v2', fogVtt, { wholeRevision: null });
  await save('v3', fogVtt, { account: 'somebody else' });
  const subtitleIndex = await openKeeper();
  await subtitleIndex.rescan();
  expect(await findIds(subtitleIndex, 'fog')).toEqual(['v1']);
  await remove('v1');
  expect(await findIds(subtitleIndex, 'fog'), 'before the next scan').toEqual([]);
  await subtitleIndex.rescan();
  expect(await mirror.db.table('searchIndex').count(), 'nothing of the video is kept').toBe(0);
});

test('after a restart, the index answers before its first scan; the subtitles of a new revision are read again', async () => {
  const { save, openKeeper } = await aDevice();
  await save('v1', fogVtt);
  await (await openKeeper()).rescan();
  const reopenedIndex = await openKeeper();
  expect(await findIds(reopenedIndex, 'fog')).toEqual(['v1']);
  await save('v1', vtt(['00:00:01.000', '00:00:02.000', 'Sun all day']), { wholeRevision: 2 });
  expect(await findIds(reopenedIndex, 'fog'), 'the new revision does not contain the word').toEqual([]);
  await reopenedIndex.rescan();
  expect(await findIds(reopenedIndex, 'fog')).toEqual([]);
  expect(await findIds(reopenedIndex, 'sun')).toEqual(['v1']);
});

test('a query that a newer query has replaced returns no result', async () => {
  const { save, openKeeper } = await aDevice();
  await save('v1', fogVtt);
  const subtitleIndex = await openKeeper();
  await subtitleIndex.rescan();
  expect(await subtitleIndex.find(parseSearch('fog'), { isOfChannel: () => true, isOutdated: () => true })).toBeNull();
});

test('a search creates no ledger on a device that never saved anything', async () => {
  expect(await readSaved('mara', (savedRows) => savedRows.videos(), 'no-ledger')).toBeNull();
  expect((await indexedDB.databases()).some(({ name }) => name === 'no-ledger')).toBe(false);
});

test('any word of a query matches, and passages with more and rarer words come first; unfinished or mistyped words match only if nothing else does', () => {
  const index = anIndex({ a: ['fog over the sea', 'fog and more fog'], b: ['a lamp in the fog', 'the sea'] });
  expect(hitsOf(index, 'lamp fog')).toEqual(['b 0', 'a 1', 'a 0']);
  expect(hitsOf(index, 'lam')).toEqual(['b 0']);
  expect(hitsOf(index, 'lammp')).toEqual(['b 0']);
  expect(hitsOf(index, 'fo')).toEqual(['a 1', 'a 0', 'b 0']);
  const restoredIndex = createSubtitleIndex(structuredClone(index.toStored()));
  restoredIndex.put(aTrack('c'), passages(['lamp']));
  restoredIndex.keepOnly([aTrack('b'), aTrack('c')]);
  expect(hitsOf(restoredIndex, 'lamp fog')).toEqual(['c 0', 'b 0']);
  const storedIndex = createSubtitleIndex(restoredIndex.toStored());
  expect(hitsOf(storedIndex, 'lamp fog')).toEqual(['c 0', 'b 0']);
  expect([storedIndex.has(aTrack('a')), storedIndex.has(aTrack('b'))]).toEqual([false, true]);
});

test('a match is marked, whatever its accents', () => {
  expect(markWords('Le Café, cafés!', new Set(['cafe']))).toEqual([
    { text: 'Le ', isMatch: false },
    { text: 'Café', isMatch: true },
    { text: ', cafés!', isMatch: false },
  ]);
});

test('hits of archive and device at the same moment of the same subtitle become one passage, and hits of the device come first', () => {
  const hit = (videoId: string, startSeconds: number, overrides: Partial<SubtitleHit> = {}): SubtitleHit =>
    ({ videoId, lang: 'en', startSeconds, endSeconds: startSeconds + 10, ...overrides }) as SubtitleHit;
  const [deviceHit, sameHit, laterHit, frenchHit] = [hit('v1', 10), hit('v1', 12), hit('v1', 20), hit('v1', 10, { lang: 'fr' })];
  expect(mergePassages([deviceHit], [hit('v2', 10), sameHit, laterHit, frenchHit])).toEqual([deviceHit, hit('v2', 10), laterHit, frenchHit]);
  expect(mergePassages(null, [sameHit])).toEqual([sameHit]);
  expect(mergePassages([], null)).toEqual([]);
});

test('a video is listed once, at the place of its best passage, with all its passages', () => {
  const hit = (videoId: string, startSeconds: number): SubtitleHit => ({ videoId, startSeconds }) as SubtitleHit;
  const [bestHit, otherHit, secondHit] = [hit('v2', 40), hit('v1', 5), hit('v2', 3)];
  expect(groupByVideo([bestHit, otherHit, secondHit])).toEqual([[bestHit, secondHit], [otherHit]]);
  expect(groupByVideo([])).toEqual([]);
});

interface Device {
  mirror: Mirror;
  ledger: Ledger;
  save(videoId: string, webVtt: string, overrides?: Partial<SavedItem>): Promise<void>;
  remove(videoId: string): Promise<void>;
  openKeeper(): Promise<SubtitleIndexKeeper>;
}

async function aDevice(): Promise<Device> {
  const mirror = await aMirror();
  const account = mirror.accountKey;
  const ledger = openLedger();
  onTestFinished(() => ledger.close());
  const subtitle = (videoId: string) => ({ ext: 'vtt', lang: 'EN', media_url: `/media/${videoId} a.vtt`, name: 'English', source: 'auto', url: null }) as const;
  const videos = ['v1', 'v2', 'v3'].map((youtube_id) => aWireVideo({ youtube_id, title: 'Night on the pier', subtitles: [subtitle(youtube_id)] }));
  for (const { channel } of videos) channel.channel_name = 'Harbour Lights';
  await applyVideoList(mirror.db, { key: 'videos?size=12&page=1', data: videos, paginate: null, requestTime: askedAt(1) });
  return {
    mirror,
    ledger,
    async save(videoId, webVtt, overrides = {}) {
      const item = aSavedItem({ account, videoId, wholeRevision: 1, ...overrides });
      await ledger.change(itemKeyOf(item), () => item);
      const smallFile = { account: item.account, videoId, url: `/media/${videoId}%20a.vtt`, contentType: 'text/vtt', body: new Blob([webVtt]) };
      await ledger.commit(await ledger.claim('a test'), { itemKey: itemKeyOf(item), smallFile });
    },
    async remove(videoId) {
      await ledger.change([account, videoId, 'original'], (row) => (row ? { ...row, removedAtMs: 1 } : null));
    },
    async openKeeper() {
      const rows = await openMirrorRows(mirror.db.name, () => {});
      if (!rows) throw new Error('the copy is not there');
      return createSubtitleIndexKeeper({ rows, readSaved: (work) => readSaved(account, work), onUpdate: () => {}, yieldNow: () => Promise.resolve() });
    },
  };
}

async function findHits(subtitleIndex: SubtitleIndexKeeper, typedText: string, isOfChannel = (_videoId: string) => true): Promise<SubtitleHit[]> {
  return (await subtitleIndex.find(parseSearch(typedText), { isOfChannel, isOutdated: () => false })) ?? [];
}

async function findIds(subtitleIndex: SubtitleIndexKeeper, typedText: string, isOfChannel?: (videoId: string) => boolean): Promise<string[]> {
  return (await findHits(subtitleIndex, typedText, isOfChannel)).map(({ videoId }) => videoId);
}

function vtt(...cues: [start: string, end: string, text: string][]): string {
  return ['WEBVTT', ...cues.map(([start, end, text]) => `${start} --> ${end}\n${text}`)].join('\n\n');
}

const aTrack = (videoId: string) => ({ videoId, url: `/media/${videoId}.vtt`, lang: 'en', source: 'user', stamp: '1' }) as const;
const passages = (texts: readonly string[]) => texts.map((text, index) => ({ startMs: index * 1_000, endMs: index * 1_000 + 900, text }));

function anIndex(texts: Record<string, readonly string[]>): SubtitleIndex {
  const index = createSubtitleIndex(null);
  for (const [videoId, lines] of Object.entries(texts)) index.put(aTrack(videoId), passages(lines));
  return index;
}

function hitsOf(subtitles: SubtitleIndex, typedText: string): string[] {
  return subtitles.find(parseSearch(`full:${typedText}`), () => true).hits.map(({ track, index }) => `${track.videoId} ${index}`);
}
