// Downloads while the network fails: a site that refuses, a network that is away, a connection that breaks. The sites
// are on loopback, and a program stands in for yt-dlp. tests/long/downloads-cut.test.ts uses the installed one.
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
import { longTest } from '../long-test.ts';

const patience = { timeout: 60_000 };
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
const poll = <Value>(look: () => Promise<Value>) => expect.poll(look, { timeout: 30_000, interval: 30 });
const start = (): Promise<{ task_id: string }> => device.json('/api/task/by-name/download_pending/', { method: 'POST' });
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

test('a site that asks for a pause is left alone, also after a restart; its items stay unchanged, others are downloaded', patience, async () => {
  await add(`quay:${pier.host}/first`, `quay:${pier.host}/second`, `quay:${dock.host}/third`);
  pier.refuse(429);
  const describeCount = (): number => pier.requests.filter((request) => request.startsWith('/describe/')).length;
  const describedBefore = describeCount();
  const run = await lastMessageOf(start());
  expect(run).toMatchObject({ level: 'error', messages: ['1 video downloaded.', expect.stringContaining(`${pier.host} was asked too often`)] });
  // The site is asked once, not once for each item.
  expect(describeCount() - describedBefore).toBe(1);
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
});

longTest('a run that is requested while a single item downloads starts afterwards', patience, async () => {
  await add(`quay:${pier.host}/first`, `quay:${dock.host}/third`);
  pier.serveMedia('first', 'held');
  await device.json(`/api/download/${idOf('first')}/`, { method: 'POST', body: { status: 'priority' } });
  await pier.untilHeld('first');
  expect((await lastMessageOf(start())).messages).toEqual(['Download is running already.']);
  pier.serveMedia('first', 'whole');
  await poll(titles).toEqual([]);
});

test('a due retry starts automatically, waits longer after each failure, and downloads only the item that was started', patience, async () => {
  await add(`quay:${pier.host}/first`, `quay:${pier.host}/second`);
  pier.refuse(503);
  await device.json(`/api/download/${idOf('first')}/`, { method: 'POST', body: { status: 'priority' } });
  await poll(holds).toMatchObject([{ kind: 'failing' }]);
  const firstHold = (): { tries: number; retryAtMs: number } => server.archive.downloadHolds.list()[0] ?? { tries: 0, retryAtMs: 0 };
  expect(firstHold().tries).toBe(1);
  server.archive.downloadHolds.tryNow(Date.now());
  await poll(async () => firstHold().tries).toBe(2);
  expect(firstHold().retryAtMs).toBeGreaterThan(Date.now() + 20_000);
  pier.refuse(null);
  server.archive.downloadHolds.tryNow(Date.now());
  await poll(titles).toEqual(['Pier second']);
  await poll(holds).toEqual([]);
});

test('an item set to start while only another site is tried again is downloaded by that run', patience, async () => {
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

  test('at each step of recording a download is waited for, and the download is done once', patience, async () => {
    await add(`quay:${pier.host}/first`);
    const steps = ['begin', 'recordSiteAnswer', 'finish'] as const;
    const spies = steps.map((step) => vi.spyOn(server.archive.downloadRuns, step).mockImplementationOnce(throwFull));
    expect((await lastMessageOf(start())).messages).toEqual(['1 video downloaded.']);
    expect(spies.map((spy) => spy.mock.calls.length)).toEqual([2, 2, 2]);
    expect((await queue()).data).toEqual([]);
    expect(pier.requests.filter((request) => request.endsWith('first.mp4')).length).toBe(1);
  });

  test.each([
    ['recordFailure', 404, 'It is gone at its source'],
    ['putLast', 429, 'was asked too often'],
  ] as const)('while recording a failure (%s) is waited for, and the failure is reported once', patience, async (step, status, message) => {
    await add(`quay:${pier.host}/first`);
    pier.refuse(status);
    const spy = vi.spyOn(server.archive.downloadRuns, step).mockImplementationOnce(throwFull);
    const { messages } = await lastMessageOf(start());
    expect(spy.mock.calls.length).toBe(2);
    expect(messages.filter((line) => line.includes(message))).toHaveLength(1);
    expect(server.archive.downloadHolds.list().map(({ tries }) => tries)).toEqual(status === 429 ? [1] : []);
  });
});

test('a broken connection keeps the parts already fetched, and the next try fetches only the rest', patience, async () => {
  await add(`quay:${pier.host}/first`);
  pier.serveMedia('first', 'cut');
  expect((await lastMessageOf(start())).messages[0]).toBe('0 videos downloaded.');
  expect((await queue()).data).toMatchObject([{ title: 'Pier first', status: 'pending' }]);
  expect((await queue()).data[0]?.message ?? null).toBeNull();
  expect(filesBelow(server.libraryFolder).some((file) => file.endsWith('.part'))).toBe(true);
  pier.serveMedia('first', 'whole');
  expect((await lastMessageOf(tryNow())).messages).toEqual(['1 video downloaded.']);
  const { media_size: size } = await device.json<{ media_size: number }>(`/api/video/${idOf('first')}/`);
  expect(pier.sentBytes.get('first')).toBe(size);
  expect(filesBelow(server.libraryFolder).filter((file) => file.startsWith('.'))).toEqual([]);
});

longTest('two sites that do not respond in one run count as a network failure: nothing else is tried', patience, async () => {
  await add(`quay:${pier.host}/first`, `quay:${dock.host}/third`, `quay:${pier.host}/second`);
  pier.refuse(0);
  dock.refuse(0);
  await lastMessageOf(start());
  expect(await holds()).toMatchObject([{ site: null, kind: 'network-away', message: 'This server cannot reach the internet.' }]);
  expect((await queue()).data.filter((item) => item.message)).toEqual([]);
  pier.refuse(null);
  dock.refuse(null);
  expect((await lastMessageOf(tryNow())).messages).toEqual(['3 videos downloaded.']);
});

longTest('a video that keeps failing while its site sends others gets its own error, in plain words followed by the program’s message', patience, async () => {
  await add(`quay:${pier.host}/first`, `quay:${pier.host}/second`);
  pier.serveMedia('first', 'forbidden');
  await lastMessageOf(start());
  expect(await holds()).toMatchObject([{ site: pier.host, kind: 'blocked' }]);
  // The run tries the other video first, which shows whether the site is at fault.
  const secondRun = await lastMessageOf(tryNow());
  expect(secondRun.messages[0]).toBe('1 video downloaded.');
  expect((await queue()).data).toMatchObject([
    { title: 'Pier first', message: 'The site sends other videos but keeps failing at this one.', details: [expect.stringContaining('HTTP Error 403')] },
  ]);
  expect(await holds()).toEqual([]);
  pier.serveMedia('first', 'whole');
  await device.json(`/api/download/${idOf('first')}/`, { method: 'POST', body: { status: 'priority' } });
  await poll(titles).toEqual([]);
});

test('a video for signed-in people gets its own error, and is tried again with a new cookie', patience, async () => {
  await add(`quay:${pier.host}/first`);
  pier.describe('first', { ...(await describedBy(pier, 'first')), says: 'Sign in to confirm your age. Use --cookies for the authentication', warns: '' });
  await lastMessageOf(start());
  expect((await queue()).data).toMatchObject([{ message: expect.stringMatching(/^The site shows it only to certain accounts\. Store a fresh cookie/) }]);
  pier.addVideo('first');
  await device.json('/api/appsettings/cookie/', { method: 'PUT', body: { cookie: '.videos.example\tTRUE\t/\tTRUE\t0\tsession\tsecret' } });
  expect((await queue()).data[0]?.message ?? null).toBeNull();
});

longTest('warnings of a run are kept, and held sites stay held in a run that no person started', patience, async () => {
  pier.addVideo('first', { warns: 'No supported JavaScript runtime could be found' });
  await add(`quay:${pier.host}/first`);
  await lastMessageOf(start());
  expect((await queue()).downloader?.warnings).toEqual([{ title: 'Pier first', message: '[quay] No supported JavaScript runtime could be found' }]);
  await add(`quay:${pier.host}/second`);
  pier.refuse(429);
  await lastMessageOf(start());
  // The second video's picture may have been on its way when the site was put on hold.
  const requestedPaths = (): string[] => pier.requests.filter((request) => request !== '/second.jpg');
  const requestedBefore = requestedPaths();
  // Starts a run as a schedule does.
  server.archive.database.prepare("INSERT INTO task (id, name, input, added_at) VALUES ('by-schedule', 'download_pending', '{}', 0)").run();
  await server.kill();
  await server.start();
  await poll(async () => server.archive.database.prepare('SELECT count(*) AS n FROM task').get()).toEqual({ n: 0 });
  expect(requestedPaths()).toEqual(requestedBefore);
});

test('a site on hold is not asked for the pictures of its items either: they are fetched afterwards', patience, async () => {
  const hold = { kind: 'rate-limited', sinceMs: Date.now(), tries: 1, scope: 'all' } as const;
  server.archive.downloadHolds.hold({ site: pier.host, ...hold, details: [], retryAtMs: Date.now() + 60 * minuteMs });
  // Pictures are fetched in this order, so once the last one has been requested, the first has been passed over.
  await add(`quay:${pier.host}/first`, `quay:${dock.host}/third`);
  await poll(() => Promise.resolve(dock.requests)).toContain('/third.jpg');
  expect(pier.requests).toEqual(['/describe/first']);
  server.archive.downloadHolds.lift(pier.host);
  await poll(() => Promise.resolve(pier.requests)).toEqual(['/describe/first', '/first.jpg']);
});

test('yt-dlp is given our JavaScript runtime if it takes one, and a cache in the data folder', patience, async () => {
  const log = path.join(sites.folder, 'called.log');
  const calls = async (): Promise<string[][]> =>
    (await readFile(log, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string[]);
  process.env['STAND_IN_LOG'] = log;
  const restart = async (): Promise<void> => {
    await server.kill();
    await server.start();
  };
  await restart();
  try {
    await add(`quay:${pier.host}/first`);
    await lastMessageOf(start());
    const siteCalls = (await calls()).filter((args) => args.some((arg) => arg.startsWith('quay:')));
    expect(siteCalls.length).toBe(2);
    for (const args of siteCalls) {
      expect(args).toContain(`--js-runtimes=node:${process.execPath}`);
      expect(args.findLast((arg) => arg.startsWith('--cache-dir='))).toMatch(/^--cache-dir=.*\/stowaway-server-.*\/cache\/yt-dlp$/);
    }
    process.env['STAND_IN_OLD'] = '1';
    await rm(log);
    await restart();
    await add(`quay:${pier.host}/second`);
    expect((await calls()).flat().filter((arg) => arg.startsWith('--js-runtimes'))).toEqual([]);
  } finally {
    delete process.env['STAND_IN_LOG'];
    delete process.env['STAND_IN_OLD'];
  }
});

test('a running download reports its progress on its item and on the task', patience, async () => {
  await add(`quay:${pier.host}/first`);
  pier.serveMedia('first', 'held');
  const run = start();
  await pier.untilHeld('first');
  await poll(async () => (await queue()).data[0]?.running?.share ?? 0).toBeCloseTo(0.5, 1);
  const task = (await device.json<WireNotification[]>('/api/notification/')).find(({ group }) => group === 'download:run');
  expect(task?.download).toMatchObject({ youtube_id: idOf('first'), bytes_per_second: 2_097_152, seconds_left: 3 });
  pier.serveMedia('first', 'whole');
  await lastMessageOf(run);
});

async function describedBy(site: VideoSite, name: string): Promise<Record<string, unknown>> {
  return (await (await fetch(`http://${site.host}/describe/${name}`)).json()) as Record<string, unknown>;
}
