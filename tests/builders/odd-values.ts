// Odd values, descriptions and names, as found in real-world files. All are drawn from one stream of numbers, so that a seed generates the
// same library again.
import { anInfo } from './library-folder.ts';

export type Chance = () => number;

export function pick<Value>(chance: Chance, values: readonly Value[]): Value {
  return values[Math.floor(chance() * values.length)] as Value;
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
export function anOddValue(chance: Chance, depth = 0): unknown {
  const kind = Math.floor(chance() * (depth > 2 ? 5 : 9));
  if (kind === 0) return pick(chance, oddNumbers);
  if (kind === 1) return pick(chance, oddTexts);
  if (kind === 2) return pick(chance, [null, true, false, [], {}]);
  if (kind === 3) return pick(chance, ['x', '\u{1f409}', '\u0301', 'é ']).repeat(pick(chance, [1, 300, 5_000, 120_000]));
  if (kind === 4) return chance() * 10 ** Math.floor(chance() * 40 - 10);
  if (kind === 5) return Array.from({ length: Math.floor(chance() * 5) }, () => anOddValue(chance, depth + 1));
  if (kind === 6) return Object.fromEntries(Array.from({ length: Math.floor(chance() * 4) }, () => [anOddKey(chance), anOddValue(chance, depth + 1)]));
  if (kind === 7) return Array.from({ length: 20_000 }, (_, place) => place);
  return [anOddComment(chance), anOddComment(chance), anOddSegment(chance)];
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

function anOddKey(chance: Chance): string {
  return pick(chance, [...knownKeys, ...furtherKeys, '__proto__', 'constructor', '', 'id', 'name', 'value', '0']);
}

function anOddComment(chance: Chance): unknown {
  const value = (usual: unknown): unknown => (chance() < 0.4 ? anOddValue(chance, 3) : usual);
  return {
    id: value(`c${Math.floor(chance() * 5)}`),
    parent: value(pick(chance, ['root', 'c0', 'c1'])),
    text: value('Well.'),
    timestamp: value(1_700_000_000),
    like_count: value(3),
  };
}

function anOddSegment(chance: Chance): unknown {
  const value = (usual: unknown): unknown => (chance() < 0.4 ? anOddValue(chance, 3) : usual);
  return { title: value('Intro'), start_time: value(1), end_time: value(9), category: value('sponsor'), UUID: value('u'), votes: value(2), locked: value(1) };
}

/** A description with some invalid fields; its id stays, or is replaced by something that is no id. */
export function anOddInfo(chance: Chance, id: string): Record<string, unknown> {
  const info: Record<string, unknown> = anInfo({ id, ...(chance() < 0.3 ? { playlist_id: 'PLt1deTablesTideTablesTideTablesT1', playlist_index: 3 } : {}) });
  for (let changes = 1 + Math.floor(chance() * 6); changes > 0; changes -= 1) {
    const key = pick(chance, [...knownKeys, ...furtherKeys]);
    if (key === 'id') info['id'] = pick(chance, [null, [id], { id }, '', ' ', true]);
    // The site stays: for another site the id would be generated, which is no new case, and two videos might share it.
    else if (key !== 'extractor' && key !== 'extractor_key') info[key] = anOddValue(chance);
  }
  return info;
}

/** The file of a description as a disk, an editor or an attacker leaves it. */
export function anOddFile(chance: Chance, info: Record<string, unknown>): Buffer {
  const text = JSON.stringify(info);
  const bytes = Buffer.from(text);
  switch (Math.floor(chance() * 9)) {
    case 0:
      return bytes.subarray(0, Math.floor(chance() * bytes.length));
    case 1: {
      const flipped = Buffer.from(bytes);
      for (let count = 0; count < 5; count += 1) flipped[Math.floor(chance() * flipped.length)] = Math.floor(chance() * 256);
      return flipped;
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
 * A file name that a file system accepts and people do not expect. At most 200 bytes; it contains no id and does not name a hidden file.
 */
export function anOddName(chance: Chance): string {
  return pick(chance, [
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
