// Links added while the network is away are stored, and retried automatically, even after a restart. The sites are on loopback, and a
// program stands in for yt-dlp.
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { videoIdOf } from '../../server/library/derived-ids.ts';
import type { WireDownloadItem, WireTaskResult } from '../../src/contract/names.ts';
import type { ServerArchive } from '../builders/server-archive.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { startTwoSites, type TwoSites } from '../builders/two-sites.ts';
import { startVideoSite, type VideoSite } from '../doubles/video-site.ts';
import { longTest } from '../long-test.ts';

const longTimeout = { timeout: 60_000 };

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

const poll = <Value>(readValue: () => Promise<Value> | Value) => expect.poll(readValue, { timeout: 30_000, interval: 30 });
const titles = async (): Promise<string[]> => (await device.json<{ data: WireDownloadItem[] }>('/api/download/')).data.map(({ title }) => title).toSorted();
const videoCount = async (): Promise<number> => (await device.json<{ paginate: { total_hits: number } }>('/api/video/')).paginate.total_hits;
const waitingLinks = (): string[] => server.archive.waitingLinks.list().map(({ text }) => text);
const isIdle = (): boolean => !(server.archive.database.prepare('SELECT 1 FROM task').all().length > 0);

async function addWith(query: string, ...links: string[]): Promise<WireTaskResult> {
  const { task_id: id } = await device.json<{ task_id: string }>(`/api/download/${query}`, {
    method: 'POST',
    body: { data: [{ youtube_id: links.join(' '), status: 'pending' }] },
  });
  let result: WireTaskResult | undefined;
  await poll(async () => {
    result = await device.json<WireTaskResult>(`/api/task/by-id/${id}/`);
    return result.date_done !== null;
  }).toBe(true);
  return result as WireTaskResult;
}
const add = (...links: string[]): Promise<WireTaskResult> => addWith('', ...links);

test('links to an unreachable site are stored, survive a restart, and are added once the site is back and downloads are started', longTimeout, async () => {
  pier.network('cut');
  const links = [`quay:${pier.host}/first`, `quay:${pier.host}/second`];
  const result = await add(links[0] ?? '', `quay:${dock.host}/third`, `quay:${dock.host}/nothing`, links[1] ?? '');
  expect(result).toMatchObject({
    status: 'FAILURE',
    result: expect.stringContaining(`Not reached yet; retried automatically: ${links.join(', ')}.`) as string,
  });
  expect(result.result).toContain('1 added to the queue.');
  expect(waitingLinks()).toEqual(links);
  await server.kill();
  await server.start();
  expect(waitingLinks()).toEqual(links);
  // The links are not due yet, because the restart has not changed their times.
  expect(server.archive.waitingLinks.dueAt(Date.now())).toEqual([]);
  pier.network('up');
  await device.json('/api/task/by-name/download_pending/', { method: 'POST' });
  await poll(() => waitingLinks().length).toBe(0);
  await poll(async () => (await videoCount()) + (await titles()).length).toBe(3);
  expect(waitingLinks()).toEqual([]);
});

longTest('a list interrupted by the network is continued, and no video is added twice', longTimeout, async () => {
  const entries = ['first', 'second'].map((id) => ({ id, title: id }));
  pier.describe('walks', { id: 'walks', title: 'Walks', entries });
  pier.describe('second', { error: 'Unable to download webpage: <urlopen error timed out>' });
  const result = await add(`quay:${pier.host}/walks`);
  expect([waitingLinks(), await titles()]).toEqual([[`quay:${pier.host}/walks`], ['Pier first']]);
  expect(result.result).toContain(`Not reached yet; retried automatically: quay:${pier.host}/walks.`);
  pier.addVideo('second');
  await device.json('/api/download/retry/', { method: 'POST' });
  await poll(waitingLinks).toEqual([]);
  expect(await titles()).toEqual(['Pier first', 'Pier second']);
});

longTest('a list added by force is continued by force, and a video that a person has removed from the queue stays out', longTimeout, async () => {
  await add(`quay:${pier.host}/second`);
  await device.json(`/api/download/${videoIdOf({ site: 'quay', id: 'second' }).id}/`, { method: 'POST', body: { status: 'ignore' } });
  pier.describe('walks', { id: 'walks', title: 'Walks', entries: ['first', 'second'].map((id) => ({ id, title: id })) });
  pier.describe('second', { error: 'Unable to download webpage: <urlopen error timed out>' });
  await addWith('?force=true', `quay:${pier.host}/walks`);
  expect(await titles()).toEqual(['Pier first', 'Pier second']);
  await device.call(`/api/download/${videoIdOf({ site: 'quay', id: 'first' }).id}/`, { method: 'DELETE' });
  const requestCount = pier.requests.length;
  pier.addVideo('second');
  await device.json('/api/download/retry/', { method: 'POST' });
  await poll(waitingLinks).toEqual([]);
  const queue = await device.json<{ data: WireDownloadItem[] }>('/api/download/');
  expect(queue.data.map(({ title, status }) => [title, status])).toEqual([['Pier second', 'pending']]);
  expect(pier.requests.slice(requestCount).filter((request) => request.includes('first'))).toEqual([]);
});

longTest('a list added by force skips the videos that its interrupted tries have added, even if somebody has added the link again', longTimeout, async () => {
  const link = `quay:${pier.host}/walks`;
  const names = ['first', 'second', 'fourth'];
  pier.describe('walks', { id: 'walks', title: 'Walks', entries: names.map((id) => ({ id, title: id })) });
  const failure = { error: 'Unable to download webpage: <urlopen error timed out>' };
  for (const name of ['second', 'fourth']) pier.describe(name, failure);
  await addWith('?force=true', link);
  pier.network('cut');
  await addWith('?force=true', link);
  pier.network('up');
  server.archive.database.exec('DELETE FROM download');
  for (const name of ['second', 'fourth']) pier.addVideo(name);
  const addToQueue = server.archive.downloads.add.bind(server.archive.downloads);
  const addSpy = vi.spyOn(server.archive.downloads, 'add').mockImplementation((entry, options) => {
    if (entry.title === 'Pier fourth') throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    return addToQueue(entry, options);
  });
  await device.json('/api/download/retry/', { method: 'POST' });
  await poll(titles).toEqual(['Pier second']);
  await poll(isIdle).toBe(true);
  addSpy.mockRestore();
  server.archive.database.exec('DELETE FROM download');
  await device.json('/api/download/retry/', { method: 'POST' });
  await poll(waitingLinks).toEqual([]);
  expect(await titles()).toEqual(['Pier fourth']);
});

longTest('three unresponsive sites count as a network failure only if no other site answered between them', longTimeout, async () => {
  const silentSites = await Promise.all([startVideoSite(), startVideoSite()]);
  onTestFinished(() => Promise.all(silentSites.map((site) => site.stop())).then(() => undefined));
  for (const site of [pier, ...silentSites]) site.network('cut');
  dock.addVideo('fifth');
  const [firstSilentHost = '', secondSilentHost = ''] = silentSites.map(({ host }) => host);
  await add(`quay:${pier.host}/first`, `quay:${firstSilentHost}/first`, `quay:${dock.host}/third`, `quay:${secondSilentHost}/first`, `quay:${dock.host}/fifth`);
  expect(await titles()).toEqual(['Pier fifth', 'Pier third']);
  expect(waitingLinks()).toHaveLength(3);
});

longTest(
  'a link to a site that is unreachable for days is given up and reported; a repeated link is stored once, and a wrong link is not stored',
  longTimeout,
  async () => {
    pier.network('cut');
    const link = `quay:${pier.host}/first`;
    await add(link);
    await add(link, `quay:${dock.host}/nothing`);
    expect(server.archive.waitingLinks.list()).toMatchObject([{ text: link, consecutiveFailures: 2 }]);
    server.archive.database.exec('UPDATE waiting_link SET since_ms = since_ms - 4 * 86400000, retry_at_ms = 0');
    // Days alone are not enough, because a server that was off for days has made few attempts.
    await poll(() => server.archive.waitingLinks.list()).toMatchObject([{ text: link, consecutiveFailures: 3 }]);
    server.archive.database.exec('UPDATE waiting_link SET tries = 24, retry_at_ms = 0');
    await poll(waitingLinks).toEqual([]);
    await poll(isIdle).toBe(true);
    const [lastResult] = await device.json<WireTaskResult[]>('/api/task/by-name/extract_download/');
    expect(lastResult).toMatchObject({
      status: 'FAILURE',
      result: expect.stringContaining(`Given up after more than 3 days without an answer. Add it again to retry: ${link}.`) as string,
    });
  },
);
