// The Range header of media requests is parsed. contract/ranges.test.ts checks the answers.
import { expect, test } from 'vitest';
import { byteRange } from '../../server/http/media/byte-range.ts';
import { processorMsSince } from '../builders/processor-time.ts';

test.each([
  ['bytes=0-1', { kind: 'part', start: 0, end: 1 }],
  ['bytes= 2 - 5 ', { kind: 'part', start: 2, end: 5 }],
  ['bytes=7-', { kind: 'part', start: 7, end: 9 }],
  ['bytes=-3', { kind: 'part', start: 7, end: 9 }],
  ['bytes=-0', { kind: 'unsatisfiable' }],
  ['bytes=10-', { kind: 'unsatisfiable' }],
  ['bytes=-', { kind: 'whole' }],
  ['bytes=1 2-3', { kind: 'whole' }],
  ['bytes=5-3', { kind: 'whole' }],
  [undefined, { kind: 'whole' }],
])('the range %s of ten bytes is %j', (header, range) => {
  expect(byteRange(header, 10)).toEqual(range);
});

test.each([`bytes=${' '.repeat(256 * 1024)}x`, `bytes=-${' '.repeat(256 * 1024)}x`, `bytes=${'1'.repeat(256 * 1024)}x`])(
  'a long header is read in a time that grows no faster than its length',
  (header) => {
    const cpuBefore = process.cpuUsage();
    expect(byteRange(header, 10)).toEqual({ kind: 'whole' });
    // Trying every split of the spaces would take minutes.
    expect(processorMsSince(cpuBefore)).toBeLessThan(2_000);
  },
);
