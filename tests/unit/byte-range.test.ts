import { expect, test } from 'vitest';
import { parseRange, maxOpenRange } from '../../src/saved-media/ranges/byte-range.ts';

const total = 10 * maxOpenRange;

test.each([
  [null, { kind: 'whole' }],
  ['bytes=0-', { kind: 'part', first: 0, end: maxOpenRange }],
  ['bytes=0-1', { kind: 'part', first: 0, end: 2 }],
  [`bytes=5-${total + 100}`, { kind: 'part', first: 5, end: total }],
  [`bytes=100-${total - 1}`, { kind: 'part', first: 100, end: total }],
  [`bytes=${total - 3}-`, { kind: 'part', first: total - 3, end: total }],
  ['bytes=-500', { kind: 'part', first: total - 500, end: total }],
  [`bytes=-${total + 1}`, { kind: 'part', first: 0, end: total }],
  ['bytes=-0', { kind: 'outside' }],
  [`bytes=${total}-`, { kind: 'outside' }],
  [`bytes=${total}-${total + 9}`, { kind: 'outside' }],
  // Any other header is ignored, and the whole file is sent.
  ['bytes=9-3', { kind: 'whole' }],
  ['bytes=-', { kind: 'whole' }],
  ['bytes=0-1,5-6', { kind: 'whole' }],
  ['seconds=0-1', { kind: 'whole' }],
])('the Range header %s is read as %j', (header, range) => {
  expect(parseRange(header, total)).toEqual(range);
});
