// The server is killed in the middle of its writes: the next start finds a whole archive, and goes on where it was.
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WireChannel, WireVideo } from '../../src/contract/names.ts';
import { aCollectionInfo, anInfo } from '../builders/library-folder.ts';
import { anMp4 } from '../builders/library-media.ts';
import { startServerProcess, type ServerProcess } from '../builders/server-process.ts';
import { signIn, type SignedIn } from '../builders/server-session.ts';

const channelId = 'UCh4rb0urN0tesHarbNotes1';
const videos = 60;
const patience = { timeout: 120_000 };

let folder: string;
let server: ServerProcess;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-killed-'));
  await mkdir(path.join(folder, 'library', 'Harbour Notes'), { recursive: true });
  const put = (name: string, content: string | Buffer) => writeFile(path.join(folder, 'library', 'Harbour Notes', name), content);
  await put('Harbour Notes - Videos.info.json', JSON.stringify(aCollectionInfo({ id: channelId, title: 'Harbour Notes - Videos' })));
  for (let place = 0; place < videos; place += 1) {
    const id = `harbour-${String(place).padStart(3, '0')}`;
    await put(`${id}.info.json`, JSON.stringify(anInfo({ id, title: id, playlist_id: 'PLt1deTablesTideTablesTideTablesT1', playlist_title: 'Tides' })));
    await put(`${id}.mp4`, anMp4({ mediaBytes: 400 + place }));
  }
});
afterEach(async () => {
  await server.ended('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<SignedIn> {
  const flags = ['--port', '0', '--data', path.join(folder, 'data'), '--library', path.join(folder, 'library')];
  server = startServerProcess(flags, { STOWAWAY_ADMIN_USER: 'mara', STOWAWAY_ADMIN_PASSWORD: 'a lantern in the hold' });
  const url = /https?:\/\/[^/ ]+/.exec(await server.ready())?.[0] ?? '';
  return signIn(url, { username: 'mara', password: 'a lantern in the hold' });
}

const mediaFiles = (): string[] => readdirSync(path.join(folder, 'library'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.mp4'));
const listed = async (device: SignedIn): Promise<string[]> =>
  (await device.json<{ data: WireVideo[] }>('/api/video/?page_size=500')).data.map((video) => video.youtube_id).toSorted();
const idsOnDisk = (): string[] =>
  mediaFiles()
    .map((file) => path.basename(file, '.mp4'))
    .toSorted();

function demandWhole(): void {
  const database = new DatabaseSync(path.join(folder, 'data', 'stowaway.sqlite'));
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  const totals = database.prepare('SELECT (SELECT count(*) FROM video) AS videos, (SELECT coalesce(sum(items), 0) FROM video_total) AS counted').get();
  expect(totals).toEqual({ videos: (totals as { videos: number }).videos, counted: (totals as { videos: number }).videos });
  database.exec("INSERT INTO name_words (name_words) VALUES ('integrity-check')");
  database.close();
}

test('while a channel is deleted', patience, async () => {
  let device = await start();
  expect(await listed(device)).toHaveLength(videos);
  for (const left of [40, 10]) {
    const deleting = device.call(`/api/channel/${channelId}/`, { method: 'DELETE', headers: { 'idempotency-key': 'the channel' } }).catch(() => null);
    while (mediaFiles().length > left) await new Promise((resolve) => setImmediate(resolve));
    await server.ended('SIGKILL');
    await deleting;
    demandWhole();
    device = await start();
    await expect.poll(() => listed(device), { timeout: 15_000 }).toEqual(idsOnDisk());
    if (idsOnDisk().length > 0) expect((await device.json<WireChannel>(`/api/channel/${channelId}/`)).channel_name).toBe('Harbour Notes');
  }
  const again = await device.call(`/api/channel/${channelId}/`, { method: 'DELETE', headers: { 'idempotency-key': 'the channel' } });
  expect([204, 404]).toContain(again.status);
  expect([await listed(device), mediaFiles()]).toEqual([[], []]);
});

test('while metadata are refreshed: the task is run again by the next start', patience, async () => {
  let device = await start();
  await device.json('/api/refresh/?extract_videos=true', { method: 'POST', body: { channel: [channelId] } });
  await server.ended('SIGKILL');
  demandWhole();
  device = await start();
  await expect.poll(async () => (await device.json<unknown[]>('/api/notification/')).length, { timeout: 15_000 }).toBe(1);
  await expect
    .poll(async () => (await device.json<{ messages: string[] }[]>('/api/notification/')).flatMap(({ messages }) => messages), { timeout: 15_000 })
    .toEqual([`${videos} videos refreshed.`, 'From the library alone: without yt-dlp the sources cannot be asked.']);
  expect(await listed(device)).toHaveLength(videos);
});
