import { expect, test } from 'vitest';
import { time } from '../../server/admin/page-parts.ts';
import { durationText, isoDate } from '../../server/http/documents/durations.ts';
import { serverWording } from '../../server/texts/wording.ts';

test.each([
  [0, 'NA'],
  [-5, 'NA'],
  [0.4, 'NA'],
  [7, '7s'],
  [59.9, '59s'],
  [60, '1m 00s'],
  [634, '10m 34s'],
  [3725, '1h 02m 05s'],
  [86_400, '1d 00h 00m 00s'],
  [365_472, '4d 05h 31m 12s'],
  [365 * 86_400 + 61, '1y 00d 00h 01m 01s'],
])('%d seconds are shown as %s', (seconds, text) => expect(durationText(seconds)).toBe(text));

test('dates are sent in UTC with an offset', () => {
  expect(isoDate(1_770_963_120)).toBe('2026-02-13T06:12:00+00:00');
});

test('a number that no date can represent, from a restored backup, is sent and shown as the nearest date with a year of four digits', () => {
  expect(isoDate(Number.MAX_SAFE_INTEGER)).toBe('9999-12-31T23:59:59+00:00');
  expect(time(Number.MAX_SAFE_INTEGER, serverWording).text).toContain('datetime="9999-12-31T23:59:59.000Z"');
  expect(isoDate(Number.MIN_SAFE_INTEGER)).toBe('0001-01-01T00:00:00+00:00');
});
