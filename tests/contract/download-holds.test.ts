// Downloads while a site refuses, the network is unreachable, or a connection breaks. The sites are on loopback, and a program stands in
// for yt-dlp; tests/long/downloads-cut.test.ts uses the installed yt-dlp.
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { videoIdOf } from '../../server/library/derived-ids.ts';
import type { WireDownloader, WireDownloadItem, WireNotification } from '../../src/contract/names.ts';
import { filesBelow } from '../builders/killable-archive.ts';
import type { ServerArchive } from '../builders/server-archive.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { startTwoSites, type TwoSites } from '../builders/two-sites.ts';
import type { VideoSite } from '../doubles/video-site.ts';
import { casesToRun, longTest } from '../long-test.ts';

const longTimeout = { timeout: 60_000 };
const idOf = (name: string): string => videoIdOf({ site: 'quay', id: name }).id;
const minuteMs = 60_000;

let sites: TwoSites;
let pier: VideoSite;
let dock: VideoSite;
let server: ServerArchive;
let device: ApiSession;
beforeEach(async () => {
  sites = await startTwoSites();
  ({ pier, dock, server, device } = sites);
});
afterEach(() => sites.stop());

interface Queue {
  data: WireDownloadItem[];
  downloader?: WireDownloader;
}
const queue = (): Promise<Queue> => device.json<Queue>('/api/download/');
const holds = async () => (await queue()).downloader?.holds ?? [];
const titles = async (): Promise<string[]> => (await queue()).data.map(({ title }) => title);
const poll = <Value>(readValue: () => Promise<Value>) => expect.poll(readValue, { timeout: 30_000, interval: 30 });
const startRun = (): Promise<{ task_id: string }> => device.json('/api/task/by-name/download_pending/', { method: 'POST' });
const tryNow = (): Promise<{ task_id: string }> => device.json('/api/download/retry/', { method: 'POST' });

async function lastMessageOf(taskStart: Promise<{ task_id: string }>): Promise<WireNotification> {
  const { task_id: id } = await taskStart;
  let lastNotification: WireNotification | undefined;
  await poll(async () => {
    lastNotification = (await device.json<WireNotification[]>('/api/notification/')).find((notification) => notification.id === id);
    return lastNotification !== undefined && lastNotification.progress === undefined && lastNotification.command !== undefined;
  }).toBe(true);
  return lastNotification as WireNotification;
}

async function add(...links: string[]): Promise<void> {
  await lastMessageOf(device.json('/api/download/', { method: 'POST', body: { data: [{ youtube_id: links.join(' '), status: 'pending' }] } }));
}

test(
  'a site that asks for a pause gets no further request, even after a restart; its items stay unchanged, and other sites’ items are downloaded',
  longTimeout,
  async () => {
    await add(`quay:${pier.host}/first`, `quay:${pier.host}/second`, `quay:${dock.host}/third`);
    pier.refuse(429);
    const describeCount = (): number => pier.requests.filter((request) => request.startsWith('/describe/')).length;
    const countBefore = describeCount();
    const run = await lastMessageOf(startRun());
    expect(run).toMatchObject({ level: 'error', messages: ['1 video downloaded.', expect.stringContaining(`${pier.host} has received too many requests`)] });
    // The run sends one request to the site, not one for each item.
    expect(describeCount() - countBefore).toBe(1);
    const queueAnswer = await queue();
    expect(queueAnswer.data.map(({ title, status }) => [title, status])).toEqual([
      ['Pier first', 'pending'],
      ['Pier second', 'pending'],
    ]);
    expect(queueAnswer.data.some((item) => item.message)).toBe(false);
    const [hold] = queueAnswer.downloader?.holds ?? [];
    expect(hold).toMatchObject({
      site: pier.host,
      kind: 'rate-limited',
      advice: expect.stringContaining('Wait'),
      details: [expect.stringContaining('HTTP Error 429')],
    });
    expect(Date.parse(hold?.next_try_at ?? '') - Date.now()).toBeGreaterThan(9 * minuteMs);

    await server.kill();
    await server.start();
    // Holds are reported once the program has printed its version.
    await poll(holds).toMatchObject([{ site: pier.host, next_try_at: hold?.next_try_at }]);
    pier.refuse(null);
    expect((await lastMessageOf(tryNow())).messages).toEqual(['2 videos downloaded.']);
    expect(await queue()).toMatchObject({ data: [] });
    expect(await holds()).toEqual([]);
  },
);

longTest('a run that is requested while a single item downloads starts after that download', longTimeout, async () => {
  await add(`quay:${pier.host}/first`, `quay:${dock.host}/third`);
  pier.serveMedia('first', 'held');
  await device.json(`/api/download/${idOf('first')}/`, { method: 'POST', body: { status: 'priority' } });
  await pier.untilHeld('first');
  expect((await lastMessageOf(startRun())).messages).toEqual(['Download is running already.']);
  pier.serveMedia('first', 'whole');
  await poll(titles).toEqual([]);
});

longTest('a due retry starts by itself, another failure causes another wait, and only the item that was started is downloaded', longTimeout, async () => {
  await add(`quay:${pier.host}/first`, `quay:${pier.host}/second`);
  pier.refuse(503);
  await device.json(`/api/download/${idOf('first')}/`, { method: 'POST', body: { status: 'priority' } });
  await poll(holds).toMatchObject([{ kind: 'failing' }]);
  const firstHold = (): { consecutiveFailures: number; retryAtMs: number } =>
    server.archive.downloadHolds.list()[0] ?? { consecutiveFailures: 0, retryAtMs: 0 };
  expect(firstHold().consecutiveFailures).toBe(1);
  server.archive.downloadHolds.tryNow(Date.now());
  await poll(async () => firstHold().consecutiveFailures).toBe(2);
  expect(firstHold().retryAtMs).toBeGreaterThan(Date.now() + 20_000);
  pier.refuse(null);
  server.archive.downloadHolds.tryNow(Date.now());
  await poll(titles).toEqual(['Pier second']);
  await poll(holds).toEqual([]);
});

longTest('a run that tries only another site again also downloads an item that is set to start meanwhile', longTimeout, async () => {
  await add(`quay:${dock.host}/third`, `quay:${pier.host}/first`, `quay:${pier.host}/second`);
  dock.refuse(429);
  await device.json(`/api/download/${idOf('third')}/`, { method: 'POST', body: { status: 'priority' } });
  await poll(holds).toMatchObject([{ site: dock.host }]);
  dock.refuse(null);
  dock.serveMedia('third', 'held');
  server.archive.downloadHolds.tryNow(Date.now());
  await dock.untilHeld('third');
  await device.json(`/api/download/${idOf('first')}/`, { method: 'POST', body: { status: 'priority' } });
  dock.serveMedia('third', 'whole');
  await poll(titles).toEqual(['Pier second']);
  await poll(() => device.json<unknown[]>('/api/task/by-name/download_pending/').then((runs) => runs.length)).toBe(2);
});

describe('a full database', () => {
  const throwFull = (): never => {
    throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
  };

  test('delays each step of recording a download, and the video is downloaded only once', longTimeout, async () => {
    await add(`quay:${pier.host}/first`);
    const steps = ['begin', 'recordSiteAnswer', 'finish'] as const;
    const spies = steps.map((step) => vi.spyOn(server.archive.downloadRuns, step).mockImplementationOnce(throwFull));
    expect((await lastMessageOf(startRun())).messages).toEqual(['1 video downloaded.']);
    expect(spies.map((spy) => spy.mock.calls.length)).toEqual([2, 2, 2]);
    expect((await queue()).data).toEqual([]);
    expect(pier.requests.filter((request) => request.endsWith('first.mp4')).length).toBe(1);
  });

  const failures = [
    ['recordFailure', 404, 'The video is gone at its source'],
    ['putLast', 429, 'has received too many requests'],
  ] as const;
  test.each(casesToRun(failures, 1))(
    'delays the recording of a failure (%s), and the failure is reported only once',
    longTimeout,
    async (step, status, message) => {
      await add(`quay:${pier.host}/first`);
      pier.refuse(status);
      const spy = vi.spyOn(server.archive.downloadRuns, step).mockImplementationOnce(throwFull);
      const { messages } = await lastMessageOf(startRun());
      expect(spy.mock.calls.length).toBe(2);
      expect(messages.filter((line) => line.includes(message))).toHaveLength(1);
      expect(server.archive.downloadHolds.list().map(({ consecutiveFailures }) => consecutiveFailures)).toEqual(status === 429 ? [1] : []);
    },
  );
});

longTest('a broken connection keeps the parts already fetched, and the next try fetches only the rest', longTimeout, async () => {
  await add(`quay:${pier.host}/first`);
  pier.serveMedia('first', 'cut');
  expect((await lastMessageOf(startRun())).messages[0]).toBe('0 videos downloaded.');
  expect((await queue()).data).toMatchObject([{ title: 'Pier first', status: 'pending' }]);
  expect((await queue()).data[0]?.message ?? null).toBeNull();
  expect(filesBelow(server.libraryFolder).some((file) => file.endsWith('.part'))).toBe(true);
  pier.serveMedia('first', 'whole');
  expect((await lastMessageOf(tryNow())).messages).toEqual(['1 video downloaded.']);
  const { media_size: size } = await device.json<{ media_size: number }>(`/api/video/${idOf('first')}/`);
  expect(pier.sentBytes.get('first')).toBe(size);
  expect(filesBelow(server.libraryFolder).filter((file) => file.startsWith('.'))).toEqual([]);
});

longTest('a run in which two sites do not respond reports a network failure and tries no further item', longTimeout, async () => {
  await add(`quay:${pier.host}/first`, `quay:${dock.host}/third`, `quay:${pier.host}/second`);
  pier.refuse(0);
  dock.refuse(0);
  await lastMessageOf(startRun());
  expect(await holds()).toMatchObject([{ site: null, kind: 'network-away', message: 'This server cannot reach the internet.' }]);
  expect((await queue()).data.filter((item) => item.message)).toEqual([]);
  pier.refuse(null);
  dock.refuse(null);
  expect((await lastMessageOf(tryNow())).messages).toEqual(['3 videos downloaded.']);
});

longTest('a video that keeps failing while its site sends other videos gets its own error message, followed by the program’s output', longTimeout, async () => {
  await add(`quay:${pier.host}/first`, `quay:${pier.host}/second`);
  pier.serveMedia('first', 'forbidden');
  await lastMessageOf(startRun());
  expect(await holds()).toMatchObject([{ site: pier.host, kind: 'blocked' }]);
  // The run tries the other video first, which shows whether the site is at fault.
  const secondRun = await lastMessageOf(tryNow());
  expect(secondRun.messages[0]).toBe('1 video downloaded.');
  expect((await queue()).data).toMatchObject([
    { title: 'Pier first', message: 'The site delivers other videos, but keeps failing on this one.', details: [expect.stringContaining('HTTP Error 403')] },
  ]);
  expect(await holds()).toEqual([]);
  pier.serveMedia('first', 'whole');
  await device.json(`/api/download/${idOf('first')}/`, { method: 'POST', body: { status: 'priority' } });
  await poll(titles).toEqual([]);
});

test('a video for signed-in people gets its own error, which a new cookie clears', longTimeout, async () => {
  await add(`quay:${pier.host}/first`);
  pier.describe('first', { ...(await descriptionOf(pier, 'first')), says: 'Sign in to confirm your age. Use --cookies for the authentication', warns: '' });
  await lastMessageOf(startRun());
  expect((await queue()).data).toMatchObject([
    { message: expect.stringMatching(/^The site shows this video only to certain accounts\. Store a fresh cookie/) },
  ]);
  pier.addVideo('first');
  await device.json('/api/appsettings/cookie/', { method: 'PUT', body: { cookie: '.videos.example\tTRUE\t/\tTRUE\t0\tsession\tsecret' } });
  expect((await queue()).data[0]?.message ?? null).toBeNull();
});

longTest('the archive stores the warnings of a run, and a run that no person started sends no request to sites on hold', longTimeout, async () => {
  pier.addVideo('first', { warns: 'No supported JavaScript runtime could be found' });
  await add(`quay:${pier.host}/first`);
  await lastMessageOf(startRun());
  expect((await queue()).downloader?.warnings).toEqual([{ title: 'Pier first', message: '[quay] No supported JavaScript runtime could be found' }]);
  await add(`quay:${pier.host}/second`);
  pier.refuse(429);
  await lastMessageOf(startRun());
  // The second video's picture may have been on its way when the site was put on hold.
  const requestedPaths = (): string[] => pier.requests.filter((request) => request !== '/second.jpg');
  const pathsBefore = requestedPaths();
  // Starts a run as a schedule does.
  server.archive.database.prepare("INSERT INTO task (id, name, input, added_at) VALUES ('by-schedule', 'download_pending', '{}', 0)").run();
  await server.kill();
  await server.start();
  await poll(async () => server.archive.database.prepare('SELECT count(*) AS n FROM task').get()).toEqual({ n: 0 });
  expect(requestedPaths()).toEqual(pathsBefore);
});

test('a site on hold is not asked for the pictures of its items until the hold is lifted', longTimeout, async () => {
  const hold = { kind: 'rate-limited', sinceMs: Date.now(), consecutiveFailures: 1, scope: 'all' } as const;
  server.archive.downloadHolds.hold({ site: pier.host, ...hold, details: [], retryAtMs: Date.now() + 60 * minuteMs });
  // Pictures are fetched in the order of the items, so a request for the last picture shows that the first was skipped.
  await add(`quay:${pier.host}/first`, `quay:${dock.host}/third`);
  await poll(() => Promise.resolve(dock.requests)).toContain('/third.jpg');
  expect(pier.requests).toEqual(['/describe/first']);
  server.archive.downloadHolds.lift(pier.host);
  await poll(() => Promise.resolve(pier.requests)).toEqual(['/describe/first', '/first.jpg']);
});

longTest('yt-dlp gets our JavaScript runtime if its version supports one, and a cache in the data folder', longTimeout, async () => {
  const logPath = path.join(sites.standInFolder, 'called.log');
  const calls = async (): Promise<string[][]> =>
    (await readFile(logPath, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string[]);
  process.env['STAND_IN_LOG'] = logPath;
  const restart = async (): Promise<void> => {
    await server.kill();
    await server.start();
  };
  await restart();
  try {
    await add(`quay:${pier.host}/first`);
    await lastMessageOf(startRun());
    const siteCalls = (await calls()).filter((args) => args.some((arg) => arg.startsWith('quay:')));
    expect(siteCalls.length).toBe(2);
    for (const args of siteCalls) {
      expect(args).toContain(`--js-runtimes=node:${process.execPath}`);
      expect(args.findLast((arg) => arg.startsWith('--cache-dir='))).toMatch(/^--cache-dir=.*\/stowaway-server-.*\/cache\/yt-dlp$/);
    }
    process.env['STAND_IN_OLD'] = '1';
    await rm(logPath);
    await restart();
    await add(`quay:${pier.host}/second`);
    expect((await calls()).flat().filter((arg) => arg.startsWith('--js-runtimes'))).toEqual([]);
  } finally {
    delete process.env['STAND_IN_LOG'];
    delete process.env['STAND_IN_OLD'];
  }
});

test('a running download reports its progress on its item and on the task', longTimeout, async () => {
  await add(`quay:${pier.host}/first`);
  pier.serveMedia('first', 'held');
  const run = startRun();
  await pier.untilHeld('first');
  await poll(async () => (await queue()).data[0]?.running?.share ?? 0).toBeCloseTo(0.5, 1);
  const task = (await device.json<WireNotification[]>('/api/notification/')).find(({ group }) => group === 'download:run');
  expect(task?.download).toMatchObject({ youtube_id: idOf('first'), bytes_per_second: 2_097_152, seconds_left: 3 });
  pier.serveMedia('first', 'whole');
  await lastMessageOf(run);
});

async function descriptionOf(site: VideoSite, name: string): Promise<Record<string, unknown>> {
  return (await (await fetch(`http://${site.host}/describe/${name}`)).json()) as Record<string, unknown>;
}
