import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { age, clockAge, duration, listTotal, roughAge, spokenDuration } from '../../src/texts/formats.ts';
import { fileSize, subscriberCount, totalDurationOfWire, calendarDay, totalDuration } from '../../src/texts/page-formats.ts';

const now = new Date(2026, 4, 12, 14, 30).getTime(); // a Tuesday
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const timeInMay = (day: number, hours: number, minutes: number) => new Date(2026, 4, day, hours, minutes).getTime();

describe('ages are shown as precisely as is useful', () => {
  test.each([
    ['a moment ago', now - 59_000, 'just now'],
    ['ahead of a clock that was turned back', now + hourMs, 'just now'],
    ['minutes', now - 2 * minuteMs - 5000, '2 min ago'],
    ['nearly an hour', now - 59 * minuteMs, '59 min ago'],
    ['today', timeInMay(12, 9, 5), '09:05'],
    ['yesterday, though less than a day ago', timeInMay(11, 23, 59), 'yesterday 23:59'],
    ['six days ago', timeInMay(6, 14, 2), 'Wed 14:02'],
    ['a week ago', timeInMay(5, 14, 2), '5 May 2026'],
    ['last year', new Date(2025, 11, 31, 8, 0).getTime(), '31 Dec 2025'],
  ])('%s', (_case, atMs, text) => {
    expect(age(atMs, now, 'en-GB')).toBe(text);
  });

  test('the age of a copy is a clock time, even within the first minute', () => {
    expect(clockAge(now - 30_000, now, 'en-GB')).toBe('14:29');
  });

  test.each([
    [0, 'today'],
    [1, 'yesterday'],
    [3, '3 days ago'],
    [7, '1 week ago'],
    [20, '2 weeks ago'],
    [31, '1 month ago'],
    [30, '1 month ago'],
    [364, '11 months ago'],
    [365, '1 year ago'],
    [1500, '4 years ago'],
  ])('%i days are shown as %s', (days, text) => {
    expect(roughAge(new Date(now - days * 24 * hourMs).toISOString(), now)).toBe(text);
  });

  test('an invalid date is left out, never shown as "Invalid Date"', () => {
    expect([roughAge('', now), calendarDay('soon')]).toEqual(['', '']);
  });
});

test('a day that a source gave without a time is the same day in every time zone', () => {
  vi.stubEnv('TZ', 'America/New_York');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(calendarDay('2026-05-12T00:00:00+00:00', 'en-GB')).toBe('12 May 2026');
  expect(calendarDay('2026-05-12T03:00:00+00:00', 'en-GB')).toBe('11 May 2026');
});

describe('durations', () => {
  test.each([
    [0, '0:00'],
    [9.9, '0:09'],
    [1735, '28:55'],
    [3600, '1:00:00'],
    [4360, '1:12:40'],
    [-3, '0:00'],
  ])('%d seconds are shown on a picture as %s', (seconds, text) => {
    expect(duration(seconds)).toBe(text);
  });

  test.each([
    [0, '0 seconds'],
    [61, '1 minute 1 second'],
    [1735, '28 minutes 55 seconds'],
    [7200, '2 hours'],
  ])('%d seconds are read by a screen reader as %s', (seconds, text) => {
    expect(spokenDuration(seconds)).toBe(text);
  });

  test.each([
    [59, '0 m'],
    [2000, '33 m'],
    [346_320, '96 h 12 m'],
    [2_700_000, '31 d 6 h'],
  ])('%d seconds in total are shown as %s', (seconds, text) => {
    expect(totalDuration(seconds)).toBe(text);
  });

  test.each([
    ['4d 00h 12m 00s', '96 h 12 m'],
    ['10m 34s', '10 m'],
    ['1y 00d 00h 00m 00s', '365 d 0 h'],
    ['about a week', 'about a week'],
  ])('the archive’s total "%s" is shown as %s', (wireTotal, text) => {
    expect(totalDurationOfWire(wireTotal)).toBe(text);
  });
});

describe('sizes and counts', () => {
  test.each([
    [999, 'metric', '999 B'],
    [999_600, 'metric', '1 MB'],
    [612_000_000, 'metric', '612 MB'],
    [1_260_000_000, 'metric', '1.3 GB'],
    [1024 ** 3, 'binary', '1.0 GiB'],
    [1_260_000_000, 'binary', '1.2 GiB'],
    [0, 'binary', '0 B'],
  ] as const)('%d bytes in %s units are shown as %s', (bytes, unit, text) => {
    expect(fileSize(bytes, unit, 'en-GB')).toBe(text);
  });

  test('subscriber counts are abbreviated from a million, and shown in full below', () => {
    expect([999_999, 1_000_000, 1_840_000].map((count) => subscriberCount(count, 'en-US'))).toEqual(['999,999', '1M', '1.8M']);
    expect(subscriberCount(1_840_000, 'en-GB')).toBe('1.8M');
  });

  test('a total at which the archive stopped counting is shown with a plus sign', () => {
    expect([listTotal(1204, false, 'en-GB'), listTotal(10_000, true, 'en-GB')]).toEqual(['1,204', '10,000+']);
  });
});
