import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withFailureLog } from '../../server/log/failed-sign-ins.ts';
import { createServerLog, type LogFormat, type LogLevel } from '../../server/log/log.ts';
import { processorMsSince } from '../builders/processor-time.ts';

const timePattern = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d`;

test('an event is one line with time, level and text, whatever the text contains', () => {
  const { log, lines } = aLog('text');
  log('The library was read.');
  log.error('GET /x failed: Error: no\n    at one\r\n    at two\n');
  log.warn('a\u2028b \u001b[31mred\u202e');
  expect(lines()).toEqual([
    expect.stringMatching(`^${timePattern} info  The library was read\\.$`),
    expect.stringMatching(`^${timePattern} error GET /x failed: Error: no \\| at one \\| at two$`),
    expect.stringMatching(String.raw`^${timePattern} warn  a \| b \\u001b\[31mred\\u202e$`),
  ]);
});

test('an event with a long run of spaces is written in a time that grows no faster than its length', () => {
  const { log, lines } = aLog('text');
  const cpuBefore = process.cpuUsage();
  log.error(`“a${' '.repeat(256 * 1024)}b” is neither a link nor an id.`);
  expect(lines()).toEqual([expect.stringMatching(/ {2}b” is neither a link nor an id\.$/)]);
  // Looking for a line break after every space would take minutes.
  expect(processorMsSince(cpuBefore)).toBeLessThan(2_000);
});

test('the time of a line is the moment of its event', () => {
  const { log, lines } = aLog('text');
  const beforeMs = Math.floor(Date.now() / 1000) * 1000;
  log('now');
  const loggedAtMs = Date.parse(lines()[0]?.split(' ')[0] ?? '');
  expect(loggedAtMs).toBeGreaterThanOrEqual(beforeMs);
  expect(loggedAtMs).toBeLessThanOrEqual(Date.now());
});

test('in the JSON format every line is an object, announcements included', () => {
  const { log, announce, lines } = aLog('json');
  log('one\ntwo');
  announce('Stowaway is ready: open http://127.0.0.1:8000/');
  expect(lines().map((line) => JSON.parse(line) as unknown)).toEqual([
    { level: 'info', time: expect.stringMatching(/Z$/) as string, msg: 'one\ntwo' },
    { level: 'info', time: expect.stringMatching(/Z$/) as string, msg: 'Stowaway is ready: open http://127.0.0.1:8000/' },
  ]);
});

test('events below the level are left out, and announcements never are', () => {
  const { log, announce, lines } = aLog('text', 'warn');
  log('left out');
  log.debug('left out');
  log.warn('kept');
  announce('Stowaway is ready: open it');
  expect(lines()).toEqual([expect.stringContaining('kept'), 'Stowaway is ready: open it']);
});

test('an error of Fastify itself keeps its trace, without the query of its request', () => {
  const { fastifyLogger, lines } = aLog('text');
  fastifyLogger('warn').info('incoming request');
  fastifyLogger('warn').warn({ req: { method: 'GET', url: '/media/x.mp4?signature=abc' }, err: new Error('too late') }, 'Reply was already sent');
  expect(lines()).toEqual([expect.stringMatching(/ warn {2}Reply was already sent: Error: too late \| at /)]);
  const jsonLog = aLog('json');
  jsonLog.fastifyLogger('warn').warn({ req: { method: 'GET', url: '/media/x.mp4?signature=abc' } }, 'x');
  expect(jsonLog.lines()[0]).toContain('"path":"/media/x.mp4"');
  expect(jsonLog.lines()[0]).not.toContain('signature');
});

/** Before fail2ban applies the expressions of this filter, it cuts the time out of the line. */
const filterText = readFileSync(new URL('../../docs/deploy/fail2ban/filter.conf', import.meta.url), 'utf8');
const [, ...writtenExpressions] = /^failregex = (.*)\n +(.*)$/m.exec(filterText) ?? [];
const expressions = writtenExpressions.map(
  (text) => new RegExp(text.replace('%(__prefix_line)s', String.raw`\s*(?:\S+ node\[\d+\]: )?`).replace('<ADDR>', String.raw`(?<address>[\da-f.:]+)`)),
);
const bannedAddress = (line: string): string | undefined =>
  expressions
    .map((expression) => expression.exec(line.replace(new RegExp(`^${timePattern}`), '').replace(/"time":"[^"]*",/, ''))?.groups?.['address'])
    .find(Boolean);

test.each<LogFormat>(['text', 'json'])(
  'the fail2ban filter finds the address in the line of a failed sign-in, logged as %s, and in no other line',
  async (format) => {
    const { log, lines } = aLog(format);
    const check = withFailureLog(async () => ({ kind: 'wrong' }), log);
    await check({ name: 'mara', password: 'x', address: '192.0.2.7' });
    await check({ name: 'mara', password: 'x', address: '2001:db8::7' });
    // This name imitates a separate line.
    await check({ name: `"\n2026-01-01T00:00:00+00:00 warn  Failed sign-in from 198.51.100.1 as "x"${'y'.repeat(400)}`, password: 'x', address: '192.0.2.8' });
    log('mara added the account Failed sign-in from 198.51.100.2 as "x".');
    log.warn('x Failed sign-in from 198.51.100.3 as "x"');
    expect(lines().map(bannedAddress)).toEqual(['192.0.2.7', '2001:db8::7', '192.0.2.8', undefined, undefined]);
    expect(lines().map((line) => bannedAddress(`box node[12]: ${line}`))).toEqual(['192.0.2.7', '2001:db8::7', '192.0.2.8', undefined, undefined]);
    expect(Math.max(...lines().map((line) => line.length))).toBeLessThan(300);
  },
);

test.each<LogFormat>(['text', 'json'])(
  'a sign-in that had to wait is logged as %s and does not match the fail2ban filter, whatever the name contains',
  async (format) => {
    const { log, lines } = aLog(format);
    const check = withFailureLog(async () => ({ kind: 'wait', seconds: 9 }), log);
    await check({ name: 'mara', password: 'x', address: '192.0.2.7' });
    await check({ name: '" warn  Failed sign-in from 198.51.100.1 as "x', password: 'x', address: '192.0.2.8' });
    expect(lines()).toEqual([expect.stringContaining('192.0.2.7'), expect.stringContaining('192.0.2.8')]);
    expect([...lines(), ...lines().map((line) => `box node[12]: ${line}`)].map(bannedAddress)).toEqual([undefined, undefined, undefined, undefined]);
  },
);

function aLog(format: LogFormat, level: LogLevel = 'info') {
  let output = '';
  const log = createServerLog({ level, format }, (text) => void (output += text));
  return { ...log, lines: () => output.split('\n').slice(0, -1) };
}
