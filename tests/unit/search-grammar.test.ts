// The search grammar, as the client reads and sends it (docs/behaviour.md, Search).
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { queryWords } from '../../server/search/query-words.ts';
import { parseSearch, queryToSend, subtitleQueryOf } from '../../src/lib/search-query.ts';
import { keywordChips } from '../../src/screens/search/keyword-chips.ts';
import { mergeHits } from '../../src/screens/search/merge-hits.ts';

const emptyQuery = { words: [], channel: null, isActive: null, isSubscribed: null, lang: null, source: null, fuzzy: 'auto' };

test.each([
  ['Brass  SEXTANT', { kind: 'simple', words: ['brass', 'sextant'] }],
  ['video:brass sextant', { kind: 'video', words: ['brass', 'sextant'] }],
  ['video: brass channel:bar baz active:yes', { kind: 'video', words: ['brass'], channel: ['bar', 'baz'], isActive: true }],
  ['video:brass active:perhaps', { kind: 'video', words: ['brass'], isActive: false }],
  ['channel: subscribed:yes', { kind: 'channel', isSubscribed: true }],
  ['playlist:tides subscribed:no active:yes', { kind: 'playlist', words: ['tides'], isSubscribed: false, isActive: true }],
  ['full:wren lang:en gb source:auto channel:hedge row', { kind: 'full', words: ['wren'], lang: 'en', source: 'auto', channel: ['hedge', 'row'] }],
  ['wren lang:en', { kind: 'simple', words: ['wren', 'lang:en'] }],
  ['video:brass subscribed:yes', { kind: 'video', words: ['brass', 'subscribed:yes'] }],
  ['brass fuzzy:no', { kind: 'simple', words: ['brass'], fuzzy: 0 }],
  ['brass fuzzy:2 more', { kind: 'simple', words: ['brass'], fuzzy: 2 }],
  ['', { kind: 'simple' }],
])('%j is read as the archive reads it', (typedText, query) => expect(parseSearch(typedText)).toEqual({ ...emptyQuery, ...query }));

// The client and the server have separate parsers, because the client contains no code of the server. Both must read a sent query in the
// same way.
test('Stowaway’s server and the client read a sent query in the same way', () => {
  const part = fc.constantFrom(
    'video:',
    'channel:',
    'playlist:',
    'full:',
    'active:yes',
    'subscribed:no',
    'lang:en',
    'source:auto',
    'fuzzy:1',
    'channel:bar',
    'Fog',
    'at',
    ':',
    'a:b',
    '1:02:03',
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(part, fc.constantFrom(' ', ' ', '')), { maxLength: 8 }), (parts) => {
      const sentQuery = queryToSend(parts.flat().join(''));
      if (sentQuery === null) return;
      expect(parseSearch(sentQuery)).toEqual(queryWords(sentQuery));
    }),
    { numRuns: 2_000 },
  );
});

test.each<[string, string | null]>([
  ['  fog  at   sea ', 'fog at sea'],
  ['', null],
  ['   ', null],
  [':', ':'],
  [':::', null],
  ['fuzzy:no', null],
  ['full:', null],
  ['full: lang:en', null],
  ['video:', 'video:'],
  ['channel: subscribed:yes', 'channel: subscribed:yes'],
  ['https://example.org:8080/watch?v=a', 'https //example.org 8080/watch?v=a'],
  ['https://example.org/', 'https://example.org/'],
  ['at 1:02:03 in', 'at 1 02 03 in'],
  ['full:1:02:03', 'full:1 02 03'],
  ['video:fog channel:a:b', 'video:fog channel:a b'],
])('%j is sent as %j', (typedText, sentQuery) => expect(queryToSend(typedText)).toBe(sentQuery));

test('a simple query also searches the subtitles; a query with a kind does not', () => {
  expect(subtitleQueryOf(' fog  at sea fuzzy:no')).toBe('full:fog at sea fuzzy:no');
  expect(subtitleQueryOf('video:fog')).toBeNull();
  expect(subtitleQueryOf('')).toBeNull();
});

describe('a chip', () => {
  /** The text after the press, with a bar at the caret. */
  function press(typedText: string, name: string): string {
    const { textAfterPress = '', caretAfterPress = 0 } = keywordChips(typedText).find((chip) => chip.name === name) ?? {};
    return `${textAfterPress.slice(0, caretAfterPress)}|${textAfterPress.slice(caretAfterPress)}`;
  }
  const chipNames = (typedText: string): string[] => keywordChips(typedText).map((chip) => chip.name);

  test.each<[string, string, string]>([
    ['', 'video:', 'video:|'],
    ['fog at sea', 'full:', 'full:fog at sea|'],
    ['video:fog', 'channel:', 'channel:fog|'],
    ['channel: fog', 'channel:', 'fog|'],
    ['full:fog lang:en', 'video:', 'video:fog|'],
    ['fog', 'fuzzy:2', 'fog | fuzzy:2'],
    ['fuzzy:no', 'fuzzy:2', '| fuzzy:2'],
    ['fog  fuzzy:2', 'fuzzy:2', 'fog|'],
    ['video:fog', 'active:yes', 'video:fog | active:yes'],
    ['video:fog active:yes', 'active:no', 'video:fog | active:no'],
    ['video:fog active:no channel:a', 'active:no', 'video:fog | channel:a'],
    ['channel:', 'subscribed:yes', 'channel:| subscribed:yes'],
    ['full:fog', 'lang:', 'full:fog lang:|'],
    ['full:fog', 'channel:name', 'full:fog channel:|'],
    ['full:fog', 'channel:', 'channel:fog|'],
    ['full:fog lang:en', 'lang:', 'full:fog|'],
    ['video:cats channel:tall ships', 'channel:name', 'video:cats|'],
    ['video:cats channel: Tall ships active:yes', 'channel:name', 'video:cats | active:yes'],
    ['video:cats channel:tall ships', 'channel:', 'channel:cats|'],
    ['full:cats channel:tall ships', 'lang:', 'full:cats channel:tall ships lang:|'],
    ['video:cats active:yes ships', 'active:yes', 'video:cats ships|'],
    ['wren lang:en gb', 'video:', 'video:wren gb|'],
    ['active:yes fog', 'video:', 'video:fog | active:yes'],
    ['video:fog fuzzy:no', 'video:', 'fog | fuzzy:no'],
  ])('pressed after typing %j: %j gives %j', (typedText, chip, expectedText) => expect(press(typedText, chip)).toBe(expectedText));

  test('leaves the caret where a further word is searched for', () => {
    for (const [typedText, name] of [
      ['cat', 'fuzzy:2'],
      ['video:cat', 'active:yes'],
      ['channel: cat', 'subscribed:yes'],
    ] as const) {
      expect(parseSearch(press(typedText, name).replace('|', 'dog')).words).toEqual(['cat', 'dog']);
    }
  });

  test('is present only where it has a meaning, and shows whether it is on', () => {
    expect(chipNames(' ')).toEqual(['video:', 'full:', 'channel:', 'playlist:']);
    expect(chipNames('fog')).toEqual(['video:', 'full:', 'channel:', 'playlist:', 'fuzzy:no', 'fuzzy:2']);
    expect(chipNames('channel:fog')).toContain('subscribed:yes');
    for (const typedText of ['', 'video:', 'channel:', 'playlist:', 'full:']) expect(new Set(chipNames(typedText)).size).toBe(chipNames(typedText).length);
    expect(chipNames('video:fog')).not.toContain('subscribed:yes');
    expect(
      keywordChips('video:fog active:no')
        .filter((chip) => chip.isOn)
        .map((chip) => chip.name),
    ).toEqual(['video:', 'active:no']);
  });
});

test('hits that only the archive found come after the hits of the device, and no hit appears twice', () => {
  const deviceHits = { videos: [{ id: 'v2' }, { id: 'v1' }], channels: [], playlists: [{ id: 'p1' }] };
  expect(mergeHits(deviceHits, { videoIds: ['v1', 'v3'], channelIds: ['c1'], playlistIds: [] })).toEqual({
    videoIds: ['v2', 'v1', 'v3'],
    channelIds: ['c1'],
    playlistIds: ['p1'],
    deviceCount: 3,
    archiveOnlyCount: 2,
  });
  expect(mergeHits(null, null)).toEqual({ videoIds: [], channelIds: [], playlistIds: [], deviceCount: 0, archiveOnlyCount: 0 });
});
