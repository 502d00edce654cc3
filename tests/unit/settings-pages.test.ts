// The input that the application settings, the cookie file and the schedules accept, and the hints about it (SPEC §5).
import { describe, expect, test } from 'vitest';
import { asCookieFile, problemOfCookie } from '../../src/screens/settings-application/cookie-text.ts';
import {
  parseAddress,
  parseComments,
  parseLanguage,
  parseLanguages,
  parsePoToken,
  remarkOnComments,
  remarkOnPageSize,
  remarkOnPause,
} from '../../src/screens/settings-application/setting-rules.ts';
import { canonicalCron, parseCron } from '../../src/screens/settings-scheduling/cron.ts';
import { actionsTexts } from '../../src/texts/actions.ts';
import { appSettingsTexts } from '../../src/texts/app-settings.ts';
import { dayAndTime } from '../../src/texts/page-formats.ts';
import { schedulingTexts } from '../../src/texts/scheduling.ts';

const problem = { problem: expect.any(String) as string };
const everyTime = { hours: Array.from({ length: 24 }, (_, hour) => hour), days: [0, 1, 2, 3, 4, 5, 6] };

describe('the input of an application setting', () => {
  test.each([
    ['', { value: null }],
    ['en', { value: 'en' }],
    ['DE', { value: 'de' }],
    ['eng', problem],
    ['e', problem],
    ['en,de', problem],
  ])('is read or refused as a language: %j', (input, reading) => expect(parseLanguage(input)).toEqual(reading));

  test.each([
    ['', { value: null }],
    ['en', { value: 'en' }],
    ['en, de ,pt-BR', { value: 'en,de,pt-BR' }],
    ['zh-Hans,all', { value: 'zh-Hans,all' }],
    ['all,-live_chat', { value: 'all,-live_chat' }],
    ['en,,de', problem],
    ['english', problem],
    ['en de', problem],
  ])('is read or refused as a list of languages: %j', (input, reading) => expect(parseLanguages(input)).toEqual(reading));

  test.each([
    ['', { value: null }],
    ['100,all,100,10', { value: '100,all,100,10' }],
    ['100, ALL, 100, 10', { value: '100,all,100,10' }],
    ['all', { value: 'all,all,all,all' }],
    ['0,0,0,0', { value: '0,0,0,0' }],
    ['100', problem],
    ['100,100,100', problem],
    ['1,2,3,4,5', problem],
    ['100,some,100,10', problem],
    ['100,-1,100,10', problem],
  ])('is read or refused as limits of comments: %j', (input, reading) => expect(parseComments(input)).toEqual(reading));

  test('is described in words if it limits comments', () => {
    expect(remarkOnComments('100,all,100,10')).toBe('100 comments, any number of threads, 100 replies, 10 per thread.');
    expect(remarkOnComments('')).toBeNull();
  });

  test.each([
    ['', { value: null }],
    ['http://tokens.example:4416', { value: 'http://tokens.example:4416' }],
    ['tokens.example', problem],
    ['javascript:alert(1)', problem],
    ['https://', problem],
  ])('is read or refused as an address: %j', (input, reading) => expect(parseAddress(input)).toEqual(reading));

  test.each([
    ['web+abc', { value: 'web+abc' }],
    ['web+', problem],
    ['abc', problem],
    ['web+a b', problem],
    ['', { value: null }],
  ])('is read or refused as a PO token: %j', (input, reading) => expect(parsePoToken(input)).toEqual(reading));

  test('has a warning for more than 50 videos of a scan and for less than 10 s between requests', () => {
    const { recommended } = appSettingsTexts;
    expect(remarkOnPageSize('channel_size', '51')).toBe(recommended.tooMany);
    expect(remarkOnPageSize('channel_size', '50')).toBeNull();
    expect(remarkOnPageSize('shorts_channel_size', '0')).toBe('No shorts are scanned.');
    expect(remarkOnPageSize('channel_size', '')).toBe(recommended.noLimit);
    expect(remarkOnPause('10')).toBe('Between 5 and 15 s.');
    expect(remarkOnPause('4')).toMatch(/^Between 2 and 6 s\. Less than 10 is not recommended/);
    expect(remarkOnPause('0')).toBe(recommended.noPause);
    expect(remarkOnPause('')).toBe(recommended.noPause);
  });
});

describe('a cookie file', () => {
  const cookieLine = '.video.example\tTRUE\t/\tTRUE\t1802761260\tname\tvalue';

  test.each([
    ['with its first line', `# Netscape HTTP Cookie File\n${cookieLine}\n`],
    ['without its first line', cookieLine],
    ['with Windows line ends', `# Netscape HTTP Cookie File\r\n\r\n${cookieLine}\r\n`],
    ['of a cookie that scripts may not read', `#HttpOnly_${cookieLine}`],
    ['with an empty value', '.video.example\tTRUE\t/\tTRUE\t0\tname\t'],
  ])('%s is accepted', (_case, content) => expect(problemOfCookie(content)).toBeNull());

  test.each([
    ['nothing but comments', '# Netscape HTTP Cookie File\n', /no cookie/],
    ['JSON', '[{"domain": ".video.example"}]', /JSON/],
    ['spaces instead of tabs', cookieLine.replaceAll('\t', ' '), /Line 1 has 1 field, not 7/],
    ['a field too many', `\n${cookieLine}\tmore`, /Line 2 has 8 fields/],
    ['a word where TRUE or FALSE belongs', cookieLine.replace('TRUE', 'yes'), /TRUE or FALSE/],
    ['a date where a time belongs', cookieLine.replace('1802761260', '2027-02-16'), /time in seconds/],
  ])('%s is explained in words', (_case, content, message) => {
    expect(problemOfCookie(content)).toMatch(message);
  });

  test('is sent with its first line and with line ends of one kind, and keeps an empty value at its end', () => {
    expect(asCookieFile(`${cookieLine}\r\n`)).toBe(`# Netscape HTTP Cookie File\n${cookieLine}\n`);
    expect(asCookieFile(`# HTTP Cookie File\n${cookieLine}\t\n\n`)).toBe(`# HTTP Cookie File\n${cookieLine}\t\n`);
  });
});

describe('a schedule', () => {
  test.each([
    ['', { name: 'off' }],
    ['auto', { name: 'auto' }],
    [' AUTO ', { name: 'auto' }],
    ['0 8 *', { name: 'times', minute: 0, hours: [8], days: everyTime.days }],
    ['30 6,18 1-5', { name: 'times', minute: 30, hours: [6, 18], days: [1, 2, 3, 4, 5] }],
    ['5 */6 0', { name: 'times', minute: 5, hours: [0, 6, 12, 18], days: [0] }],
    ['5 8-20/4 sat,sun', { name: 'times', minute: 5, hours: [8, 12, 16, 20], days: [0, 6] }],
    ['0 * 7', { name: 'times', minute: 0, hours: everyTime.hours, days: [0] }],
    ['*/15 * *', { name: 'too-often', everyMinutes: 15 }],
    ['* 8 *', { name: 'too-often', everyMinutes: 1 }],
    ['0,30 8 *', { name: 'too-often', everyMinutes: null }],
    ['0-10 8 *', { name: 'too-often', everyMinutes: null }],
    ['60 8 *', { name: 'not-understood' }],
    ['0 24 *', { name: 'not-understood' }],
    ['0 8 8', { name: 'not-understood' }],
    ['0 20-8 *', { name: 'not-understood' }],
    ['0 8/2 *', { name: 'not-understood' }],
    ['0 */0 *', { name: 'not-understood' }],
    ['0 8', { name: 'not-understood' }],
    ['0 8 * * *', { name: 'not-understood' }],
    ['daily', { name: 'not-understood' }],
    ['5x 8 *', { name: 'not-understood' }],
    ['*a 8 *', { name: 'not-understood' }],
    ['0 8 someday', { name: 'not-understood' }],
  ])('is read or refused: %j', (input, reading) => expect(parseCron(input)).toEqual(reading));

  test('is sent with one space between its values', () => expect(canonicalCron(' 30  6,18\tMON-FRI ')).toBe('30 6,18 mon-fri'));

  test.each([
    ['0 6,18 *', '06:00 and 18:00, every day.'],
    ['30 8 1-5', '08:30, Monday to Friday.'],
    ['0 18 0', '18:00, Sunday.'],
    ['0 8 6,0', '08:00, Saturday and Sunday.'],
    ['15 * *', 'Every hour at :15, every day.'],
    ['5 */3 1,4', '8 times a day from 00:05 to 21:05, Monday and Thursday.'],
  ])('%j is described in words', (input, text) => {
    const reading = parseCron(input);
    if (reading.name !== 'times') throw new Error(reading.name);
    expect(schedulingTexts.times(reading, 'en-GB')).toBe(text);
  });

  test('is described with days and lists in the reader’s language', () => {
    const reading = parseCron('0 6,18 1');
    if (reading.name !== 'times') throw new Error(reading.name);
    expect(schedulingTexts.times(reading, 'de')).toBe('06:00 und 18:00, Montag.');
  });

  test('shows its next time as today, tomorrow, a day of the week, or a date', () => {
    const nowMs = new Date(2026, 4, 12, 9, 0).getTime();
    expect(dayAndTime(new Date(2026, 4, 12, 18, 0).getTime(), nowMs, 'en-GB')).toBe('today 18:00');
    expect(dayAndTime(new Date(2026, 4, 13, 6, 0).getTime(), nowMs, 'en-GB')).toBe('tomorrow 06:00');
    expect(dayAndTime(new Date(2026, 4, 17, 18, 0).getTime(), nowMs, 'en-GB')).toBe('Sunday 18:00');
    expect(dayAndTime(new Date(2026, 5, 3, 18, 0).getTime(), nowMs, 'en-GB')).toBe('3 Jun 2026 18:00');
  });
});

test('a backup is shown by its day; a timestamp of another kind is shown unchanged', () => {
  expect(actionsTexts.backupDay('20260215')).toBe('15 Feb 2026');
  expect(actionsTexts.backupDay('lately')).toBe('lately');
});
