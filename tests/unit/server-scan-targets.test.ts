// An address of a YouTube channel or of one of its tabs gives the page of the channel. An address of another site gives none.
import { expect, test } from 'vitest';
import { youtubePage } from '../../server/subscriptions/scan-targets.ts';
import { processorMsSince } from '../builders/processor-time.ts';

test.each([
  ['https://www.youtube.com/@quay', 'https://www.youtube.com/@quay'],
  ['https://m.youtube.com/@quay/videos///', 'https://www.youtube.com/@quay'],
  ['https://quay.example/@quay', null],
])('the page of %s is %s', (address, page) => {
  expect(youtubePage(address)).toBe(page);
});

test('an address with a long run of slashes is read in a time that grows no faster than its length', () => {
  const cpuBefore = process.cpuUsage();
  expect(youtubePage(`https://www.youtube.com/${'/'.repeat(256 * 1024)}x`)).toMatch(/x$/);
  // Looking for the end of the path from every slash would take minutes.
  expect(processorMsSince(cpuBefore)).toBeLessThan(2_000);
});
