// Odd values, descriptions and names, as found in real-world files. All are drawn from one stream of numbers, so a seed always generates
// the same library.
import { anInfo } from './library-folder.ts';

export type Random = () => number;

export function pick<Value>(random: Random, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)] as Value;
}

const oddNumbers = [0, -1, -0, 0.1, 1e-320, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 63, 1e18, 1e100, 1e308, -1e308, 1_711_000_000_000, 253_402_300_800];
const oddTexts = [
  '',
  ' ',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e999',
  '0x1f',
  '99999999999999999999',
  'null',
  '20240230',
  '00000000',
  '99999999',
  '\u0000',
  '\ud800',
  '\u202eabc',
  "'; DROP TABLE video; --",
  '<b>&amp;',
  '../../etc/passwd',
  'a\nb',
  'javascript:alert(1)',
];

/** Anything that JSON can express, as `JSON.parse` returns it. */
export function anOddValue(random: Random, depth = 0): unknown {
  const kind = Math.floor(random() * (depth > 2 ? 5 : 9));
  if (kind === 0) return pick(random, oddNumbers);
  if (kind === 1) return pick(random, oddTexts);
  if (kind === 2) return pick(random, [null, true, false, [], {}]);
  if (kind === 3) return pick(random, ['x', '\u{1f409}', '\u0301', 'é ']).repeat(pick(random, [1, 300, 5_000, 120_000]));
  if (kind === 4) return random() * 10 ** Math.floor(random() * 40 - 10);
  if (kind === 5) return Array.from({ length: Math.floor(random() * 5) }, () => anOddValue(random, depth + 1));
  if (kind === 6) return Object.fromEntries(Array.from({ length: Math.floor(random() * 4) }, () => [anOddKey(random), anOddValue(random, depth + 1)]));
  if (kind === 7) return Array.from({ length: 20_000 }, (_, index) => index);
  return [anOddComment(random), anOddComment(random), anOddSegment(random)];
}

const knownKeys = [...Object.keys(anInfo()), 'comments', 'chapters', 'sponsorblock_chapters', 'subtitles', 'automatic_captions', 'requested_subtitles'];
const furtherKeys = [
  'playlist_id',
  'playlist_title',
  'playlist_index',
  'release_timestamp',
  'width',
  'height',
  'vcodec',
  'acodec',
  'media_type',
  'dislike_count',
];

function anOddKey(random: Random): string {
  return pick(random, [...knownKeys, ...furtherKeys, '__proto__', 'constructor', '', 'id', 'name', 'value', '0']);
}

function anOddComment(random: Random): unknown {
  const value = (usualValue: unknown): unknown => (random() < 0.4 ? anOddValue(random, 3) : usualValue);
  return {
    id: value(`c${Math.floor(random() * 5)}`),
    parent: value(pick(random, ['root', 'c0', 'c1'])),
    text: value('Well.'),
    timestamp: value(1_700_000_000),
    like_count: value(3),
  };
}

function anOddSegment(random: Random): unknown {
  const value = (usualValue: unknown): unknown => (random() < 0.4 ? anOddValue(random, 3) : usualValue);
  return { title: value('Intro'), start_time: value(1), end_time: value(9), category: value('sponsor'), UUID: value('u'), votes: value(2), locked: value(1) };
}

/** A description with some invalid fields; its id stays, or is replaced by something that is not an id. */
export function anOddInfo(random: Random, id: string): Record<string, unknown> {
  const info: Record<string, unknown> = anInfo({ id, ...(random() < 0.3 ? { playlist_id: 'PLt1deTablesTideTablesTideTablesT1', playlist_index: 3 } : {}) });
  for (let changesLeft = 1 + Math.floor(random() * 6); changesLeft > 0; changesLeft -= 1) {
    const key = pick(random, [...knownKeys, ...furtherKeys]);
    if (key === 'id') info['id'] = pick(random, [null, [id], { id }, '', ' ', true]);
    // The site is never changed. For another site the importer would generate the id, and two videos might get the same one.
    else if (key !== 'extractor' && key !== 'extractor_key') info[key] = anOddValue(random);
  }
  return info;
}

/** The file of a description, as a failing disk, an editor or an attacker might leave it. */
export function anOddFile(random: Random, info: Record<string, unknown>): Buffer {
  const text = JSON.stringify(info);
  const bytes = Buffer.from(text);
  switch (Math.floor(random() * 9)) {
    case 0:
      return bytes.subarray(0, Math.floor(random() * bytes.length));
    case 1: {
      const damagedBytes = Buffer.from(bytes);
      for (let count = 0; count < 5; count += 1) damagedBytes[Math.floor(random() * damagedBytes.length)] = Math.floor(random() * 256);
      return damagedBytes;
    }
    case 2:
      return Buffer.concat([Buffer.from('\ufeff'), bytes]);
    case 3:
      return Buffer.from(text, 'utf16le');
    case 4:
      return Buffer.from(`{"comments":${'['.repeat(50_000)}${']'.repeat(50_000)}}`);
    case 5:
      return Buffer.from(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
    case 6:
      return Buffer.from(`${text.slice(0, -1)},"epoch":1e999,"view_count":-1e999,"title":"\\ud800\\udc00\\ud800"}`);
    case 7:
      return Buffer.alloc(500);
    default:
      return Buffer.from(`${text.slice(0, -1)},"comments":[${'{"id":"a","parent":"a"},'.repeat(3000)}{}]}`);
  }
}

/**
 * A file name that file systems accept, although few programs expect it. At most 200 bytes; it contains no id and does not name a hidden
 * file.
 */
export function anOddName(random: Random): string {
  return pick(random, [
    'e\u0301te\u0301 a\u0300 la mer',
    'été à la mer',
    'مرحبا بالعالم',
    '\u202etxt.gpj',
    '🐉🏳️‍🌈 family 👨‍👩‍👧',
    'two\nlines',
    `quotes ' " \``,
    'back\\slash & semi;colon $(id) %00 %2e%2e',
    ' spaces  around ',
    'dots...and.more.en.vtt',
    '-rf',
    'CON',
    '\u0301\u0302\u0303',
    '字'.repeat(60),
    'tab\tand bell\u0007',
    '#EXTM3U',
    'a.info',
    'ﬀ ﬁ ligature Ⅻ',
  ]);
}
