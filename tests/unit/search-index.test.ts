// The device's index finds and orders items, and follows the mirror.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { applyVideoList } from '../../src/mirror/apply.ts';
import { parseSearch } from '../../src/lib/search-query.ts';
import { createIndexKeeper } from '../../src/search-index/index-keeper.ts';
import { openMirrorRows } from '../../src/search-index/mirror-rows.ts';
import { similarTerms } from '../../src/search-index/edit-distance.ts';
import { buildSegment, endOfPrefix } from '../../src/search-index/segment.ts';
import { createSearchIndex, type IndexEntry, type SearchIndex } from '../../src/search-index/search-index.ts';
import { wordsOf } from '../../src/search-index/words.ts';
import { aMirror } from '../builders/mirror-copy.ts';
import { aWireVideo } from '../builders/mirror-wire.ts';
import { askedAt } from '../builders/asked-at.ts';

const commonFields = { description: '', tags: '', channelName: '', isActive: true, isSubscribed: false, rank: 0 };
const aVideo = (id: string, name: string, overrides: Partial<IndexEntry> = {}): IndexEntry => ({ ...commonFields, kind: 'video', id, name, ...overrides });
const aChannel = (id: string, name: string, overrides: Partial<IndexEntry> = {}): IndexEntry => ({ ...commonFields, kind: 'channel', id, name, ...overrides });
const aPlaylist = (id: string, name: string, overrides: Partial<IndexEntry> = {}): IndexEntry => ({
  ...commonFields,
  kind: 'playlist',
  id,
  name,
  ...overrides,
});

describe('the index', () => {
  test('finds titles and names with all words, the last one as a prefix, whatever their accents', () => {
    const index = indexOf([
      aVideo('v1', 'Crossing the North Sea alone'),
      aVideo('v2', 'North wind'),
      aChannel('c1', 'Nörd Sea Café'),
      aPlaylist('p1', 'North Sea'),
    ]);
    expect(findIds(index, 'north sea')).toEqual(['v1', 'p1']);
    expect(findIds(index, 'sea nor')).toEqual(['v1', 'c1', 'p1']);
    expect(findIds(index, 'cafe')).toEqual(['c1']);
    expect(findIds(index, 'nor sea fuzzy:no')).toEqual([]); // only the last word may be unfinished
    expect(findIds(index, 'orth')).toEqual([]);
    expect(findIds(index, '東')).toEqual([]);
  });

  test('finds a word in the middle of a text whose script has no spaces', () => {
    expect(findIds(indexOf([aVideo('v1', '夜の東京タワー')]), '東京')).toEqual(['v1']);
  });

  test('a simple query searches names only; a query with a kind searches all texts of that kind, and all of its words must be in the same field', () => {
    const index = indexOf([
      aChannel('c1', 'Slow Harbour', { description: 'Boats and fog', tags: 'sailing' }),
      aChannel('c2', 'Fog Horn', { description: 'harbour' }),
      aVideo('v1', 'Fog', { channelName: 'Slow Harbour' }),
    ]);
    expect(findIds(index, 'fog')).toEqual(['v1', 'c2']);
    expect(findIds(index, 'channel:fog')).toEqual(['c2', 'c1']); // the name has double weight
    expect(findIds(index, 'channel:sailing')).toEqual(['c1']);
    expect(findIds(index, 'channel:fog harbour')).toEqual([]);
    expect(findIds(index, 'harbour')).toEqual(['c1']);
    expect(findIds(index, 'full:fog')).toEqual([]);
  });

  test('filters by channel, activity and subscription, and a kind without words lists the newest', () => {
    const index = indexOf([
      aVideo('v1', 'Fog', { channelName: 'Slow Harbour', rank: 1 }),
      aVideo('v2', 'Fog again', { channelName: 'Harbour Lights', rank: 3 }),
      aVideo('v3', 'Sun', { channelName: 'Slow Harbour', isActive: false, rank: 2 }),
      aChannel('c1', 'Slow Harbour', { isSubscribed: true, rank: 10 }),
      aChannel('c2', 'Harbour Lights', { rank: 20 }),
    ]);
    expect(findIds(index, 'video:')).toEqual(['v2', 'v3', 'v1']);
    expect(findIds(index, 'video: active:no')).toEqual(['v3']);
    expect(findIds(index, 'video: channel:slow harb')).toEqual(['v3', 'v1']);
    expect(findIds(index, 'video:fog channel:slow')).toEqual(['v1']);
    expect(findIds(index, 'channel: subscribed:no')).toEqual(['c2']);
    expect(findIds(index, 'channel:')).toEqual(['c2', 'c1']);
  });

  test('finds mistyped words when little else matches, unless the query switches off the search for similar words', () => {
    const index = indexOf([aVideo('v1', 'Lighthouse keeper'), aVideo('v2', 'Lifeboats')]);
    expect(findIds(index, 'lighthuose')).toEqual(['v1']);
    expect(findIds(index, 'lihgthouse keeper')).toEqual(['v1']);
    expect(findIds(index, 'lighthuose fuzzy:no')).toEqual([]);
    expect(findIds(index, 'kighthouse')).toEqual([]); // the first letter must be right
  });

  test('follows changes, and forgets removed items', () => {
    const index = indexOf([aVideo('v1', 'Fog'), aVideo('v2', 'Sun')]);
    expect(index.put(aVideo('v1', 'Fog'))).toBe(false);
    expect(index.put(aVideo('v1', 'Rain'))).toBe(true);
    expect(findIds(index, 'fog')).toEqual([]);
    expect(findIds(index, 'rain')).toEqual(['v1']);
    expect(index.keepOnly('video', new Set(['v2']))).toBe(true);
    expect(findIds(index, 'rain')).toEqual([]);
    expect(index.put(aVideo('v1', 'Rain'))).toBe(true); // back again
    expect(findIds(index, 'rain')).toEqual(['v1']);
    expect(index.size()).toBe(2);
  });

  test('is the same after it was stored and restored, and can still be changed', () => {
    const index = indexOf([aVideo('v1', 'Fog'), aChannel('c1', 'Fog Horn')]);
    const restoredIndex = createSearchIndex(structuredClone(index.toStored()));
    expect(restoredIndex.isChanged()).toBe(false);
    expect(findIds(restoredIndex, 'fog')).toEqual(['v1', 'c1']);
    expect(restoredIndex.put(aVideo('v1', 'Fog'))).toBe(false);
    restoredIndex.put(aVideo('v2', 'Fog bank'));
    expect(findIds(createSearchIndex(restoredIndex.toStored()), 'fog')).toEqual(['v1', 'v2', 'c1']);
  });
});

describe('the keeper of the index', () => {
  test('answers from the stored index, follows the mirror, and stores its index for the next start', async () => {
    const mirror = await aMirror();
    await applyVideoList(mirror.db, {
      key: 'videos?size=12&page=1',
      data: ['v1', 'v2'].map((youtube_id) => aWireVideo({ youtube_id })),
      paginate: null,
      requestTime: askedAt(1),
    });
    const rows = await openMirrorRows(mirror.db.name, () => {});
    if (!rows) throw new Error('the copy is not there');
    let updateCount = 0;
    const ports = { rows, onUpdate: () => (updateCount += 1), yieldNow: () => Promise.resolve() };
    const keeper = await createIndexKeeper(ports);
    const videoIds = (query: string, index = keeper): string[] => index.find(parseSearch(query)).videos.map(({ id }) => id);
    expect(videoIds('video:')).toEqual([]);
    await keeper.rescan();
    expect(videoIds('video:').toSorted()).toEqual(['v1', 'v2']);
    const updatesBefore = updateCount;
    await keeper.rescan();
    expect(updateCount).toBe(updatesBefore); // nothing has changed
    await mirror.db.videoCards.update('v1', { title: 'A reef by lamplight' });
    await mirror.db.videoCards.delete('v2');
    const nextKeeper = await createIndexKeeper(ports); // after a restart
    expect(videoIds('video:', nextKeeper).toSorted()).toEqual(['v1', 'v2']);
    await nextKeeper.rescan();
    expect(videoIds('reef', nextKeeper)).toEqual(['v1']);
    expect(videoIds('video:', nextKeeper)).toEqual(['v1']);
  });

  test('creates no database where there is none', async () => {
    expect(await openMirrorRows('nobody', () => {})).toBeNull();
    expect((await indexedDB.databases()).some(({ name }) => name === 'nobody')).toBe(false);
  });

  test('releases a database that is deleted', async () => {
    const mirror = await aMirror();
    let isGone = false;
    await openMirrorRows(mirror.db.name, () => (isGone = true));
    await mirror.db.delete();
    expect(isGone).toBe(true);
  });
});

describe('words', () => {
  test('are the text between punctuation, in lower case', () => {
    expect(wordsOf('Don’t Stop: 2,000 miles — Łódź & Ångström')).toEqual(['don', 't', 'stop', '2', '000', 'miles', 'łodz', 'angstrom']);
  });

  test.each<[string, string, number, boolean]>([
    ['fog', 'fog', 0, true],
    ['foog', 'fog', 1, true],
    ['gof', 'fog', 1, false],
    ['fgo', 'fog', 1, true],
    ['lighthouse', 'lighthuose', 1, true],
    ['lighthouse', 'lithouse', 2, true],
    ['lighthouse', 'house', 2, false],
  ])('%j and %j are at most %i apart: %j', (word, otherWord, maxEdits, isSimilar) =>
    expect(similarTerms([otherWord], [0, 1], word, maxEdits, () => 1)).toEqual(isSimilar ? [0] : []),
  );

  test('that are similar are found among many terms exactly as if each term were compared alone', () => {
    const letters = ['a', 'b', 'c'];
    const wordOf = (index: number): string =>
      Array.from({ length: 1 + (index % 7) }, (_, position) => letters[Math.floor(index / (7 * 3 ** position)) % 3]).join('');
    const terms = [...new Set(Array.from({ length: 5_000 }, (_, index) => wordOf(index)))].sort();
    const segment = buildSegment(new Map(terms.map((term) => [term, [0]])));
    const endOf = (start: number, length: number): number => endOfPrefix(segment, start, length, terms.length);
    for (const word of ['abcabc', 'cab', 'aabbcca', 'b']) {
      for (const maxEdits of [0, 1, 2]) {
        const expectedIndexes = terms.flatMap((term, index) => (similarTerms([term], [0, 1], word, maxEdits, () => 1).length > 0 ? [index] : []));
        expect(similarTerms(terms, [0, terms.length], word, maxEdits, endOf)).toEqual(expectedIndexes);
      }
    }
  });
});

function indexOf(entries: IndexEntry[]): SearchIndex {
  const index = createSearchIndex(null);
  for (const entry of entries) index.put(entry);
  return index;
}

function findIds(index: SearchIndex, query: string): string[] {
  const { videos, channels, playlists } = index.find(parseSearch(query));
  return [...videos, ...channels, ...playlists].map(({ id }) => id);
}
