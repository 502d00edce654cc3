// Links that are added while the network is away: kept, asked again by themselves, also after a restart. Sites on loopback, and a program that
// stands in for yt-dlp.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WireDownloadItem, WireTaskResult } from '../../src/contract/names.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import type { SignedIn } from '../builders/server-session.ts';
import { startVideoSite, type VideoSite } from '../doubles/video-site.ts';
import { aDownloadingYtDlp } from '../doubles/yt-dlp-stand-in.ts';

const patience = { timeout: 60_000 };

let folder: string;
let program: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-waiting-'));
  program = await aDownloadingYtDlp(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let pier: VideoSite;
let dock: VideoSite;
let server: ServerArchive;
let device: SignedIn;
beforeEach(async () => {
  [pier, dock] = [await startVideoSite(), await startVideoSite()];
  for (const name of ['first', 'second']) pier.addVideo(name);
  dock.addVideo('third');
  server = await startServerArchive({ fill: () => undefined, ytDlp: program, roomLookMs: 100 });
  device = await server.login();
  server.archive.appSettings.change({ downloads: { sleep_interval: 0 } });
});
afterEach(async () => {
  await server.stop();
  await Promise.all([pier.stop(), dock.stop()]);
});

const poll = <Value>(look: () => Promise<Value> | Value) => expect.poll(look, { timeout: 30_000, interval: 30 });
const titles = async (): Promise<string[]> => (await device.json<{ data: WireDownloadItem[] }>('/api/download/')).data.map(({ title }) => title).toSorted();
const downloaded = async (): Promise<number> => (await device.json<{ paginate: { total_hits: number } }>('/api/video/')).paginate.total_hits;
const waiting = (): string[] => server.archive.waitingLinks.list().map(({ word }) => word);
const isIdle = (): boolean => !(server.archive.database.prepare('SELECT 1 FROM task').all().length > 0);

async function add(...places: string[]): Promise<WireTaskResult> {
  const { task_id: id } = await device.json<{ task_id: string }>('/api/download/', {
    method: 'POST',
    body: { data: [{ youtube_id: places.join(' '), status: 'pending' }] },
  });
  let result: WireTaskResult | undefined;
  await poll(async () => {
    result = await device.json<WireTaskResult>(`/api/task/by-id/${id}/`);
    return result.date_done !== null;
  }).toBe(true);
  return result as WireTaskResult;
}

test('links whose site cannot be reached are kept and named, and come by themselves after a restart, once it can', patience, async () => {
  pier.network('cut');
  const links = [`quay:${pier.host}/first`, `quay:${pier.host}/second`];
  const result = await add(links[0] ?? '', `quay:${dock.host}/third`, `quay:${dock.host}/nothing`, links[1] ?? '');
  expect(result).toMatchObject({ status: 'FAILURE', result: expect.stringContaining(`Kept, and asked again by themselves: ${links.join(', ')}.`) as string });
  expect(result.result).toContain('1 added to the queue.');
  expect(waiting()).toEqual(links);
  await server.kill();
  await server.start();
  expect(waiting()).toEqual(links);
  // Their time has not come, and the restart has not brought it forward.
  expect(server.archive.waitingLinks.dueAt(Date.now())).toEqual([]);
  pier.network('there');
  await device.json('/api/task/by-name/download_pending/', { method: 'POST' });
  await poll(() => waiting().length).toBe(0);
  await poll(async () => (await downloaded()) + (await titles()).length).toBe(3);
  expect(waiting()).toEqual([]);
});

test('a list that the network leaves in the middle is gone on with, and what it had brought is not added twice', patience, async () => {
  const entries = ['first', 'second'].map((id) => ({ id, title: id }));
  pier.describe('walks', { id: 'walks', title: 'Walks', entries });
  pier.describe('second', { error: 'Unable to download webpage: <urlopen error timed out>' });
  const result = await add(`quay:${pier.host}/walks`);
  expect([waiting(), await titles()]).toEqual([[`quay:${pier.host}/walks`], ['Pier first']]);
  expect(result.result).toContain(`Kept, and asked again by itself: quay:${pier.host}/walks.`);
  pier.addVideo('second');
  await device.json('/api/download/retry/', { method: 'POST' });
  await poll(waiting).toEqual([]);
  expect(await titles()).toEqual(['Pier first', 'Pier second']);
});

test(
  'what stays away for days is given up with its name, what is asked for by hand is not kept twice, and what does not exist is not kept',
  patience,
  async () => {
    pier.network('cut');
    const link = `quay:${pier.host}/first`;
    await add(link);
    await add(link, `quay:${dock.host}/nothing`);
    expect(server.archive.waitingLinks.list()).toMatchObject([{ word: link, tries: 2 }]);
    server.archive.database.exec('UPDATE waiting_link SET since_ms = since_ms - 4 * 86400000, retry_at_ms = 0');
    // A server that was off for days has hardly asked.
    await poll(() => server.archive.waitingLinks.list()).toMatchObject([{ word: link, tries: 3 }]);
    server.archive.database.exec('UPDATE waiting_link SET tries = 24, retry_at_ms = 0');
    await poll(waiting).toEqual([]);
    await poll(isIdle).toBe(true);
    const [last] = await device.json<WireTaskResult[]>('/api/task/by-name/extract_download/');
    expect(last).toMatchObject({ status: 'FAILURE', result: expect.stringContaining(`Given up after 3 days, add it again: ${link}.`) as string });
  },
);
