// The server is killed while it writes: the next start finds an intact archive and continues the work.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WireChannel, WireVideo } from '../../src/contract/names.ts';
import { aKillableArchive, type KillableArchive } from '../builders/killable-archive.ts';
import { aCollectionInfo, anInfo } from '../builders/library-folder.ts';
import { anMp4 } from '../builders/library-media.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { trashFolderName } from '../../server/trash/move-files.ts';

const channelId = 'UCh4rb0urN0tesHarbNotes1';
const videoCount = 60;
const longTimeout = { timeout: 120_000 };

let archive: KillableArchive;
beforeEach(async () => {
  archive = await aKillableArchive();
  const folder = path.join(archive.libraryFolder, 'Harbour Notes');
  mkdirSync(folder);
  const put = (name: string, content: string | Buffer): void => writeFileSync(path.join(folder, name), content);
  put('Harbour Notes - Videos.info.json', JSON.stringify(aCollectionInfo({ id: channelId, title: 'Harbour Notes - Videos' })));
  for (let index = 0; index < videoCount; index += 1) {
    const id = `harbour-${String(index).padStart(3, '0')}`;
    put(`${id}.info.json`, JSON.stringify(anInfo({ id, title: id, playlist_id: 'PLt1deTablesTideTablesTideTablesT1', playlist_title: 'Tides' })));
    put(`${id}.mp4`, anMp4({ mediaBytes: 400 + index }));
  }
});
afterEach(() => archive.remove());

const mediaFiles = (): string[] => archive.files().library.filter((name) => name.endsWith('.mp4') && !name.startsWith(trashFolderName));
const listedIds = async (device: ApiSession): Promise<string[]> =>
  (await device.json<{ data: WireVideo[] }>('/api/video/?page_size=500')).data.map((video) => video.youtube_id).toSorted();
const idsOnDisk = (): string[] =>
  mediaFiles()
    .map((file) => path.basename(file, '.mp4'))
    .toSorted();

test('a server killed while it deletes a channel lists exactly the videos on disk', longTimeout, async () => {
  let device = await archive.start();
  expect(await listedIds(device)).toHaveLength(videoCount);
  for (const remainingCount of [40, 10]) {
    const deletion = device.call(`/api/channel/${channelId}/`, { method: 'DELETE', headers: { 'idempotency-key': 'the channel' } }).catch(() => null);
    await archive.killWhen(() => mediaFiles().length <= remainingCount);
    await deletion;
    device = await archive.start();
    await expect.poll(() => listedIds(device), { timeout: 15_000 }).toEqual(idsOnDisk());
    if (idsOnDisk().length > 0) expect((await device.json<WireChannel>(`/api/channel/${channelId}/`)).channel_name).toBe('Harbour Notes');
  }
  const lastAnswer = await device.call(`/api/channel/${channelId}/`, { method: 'DELETE', headers: { 'idempotency-key': 'the channel' } });
  expect([204, 404]).toContain(lastAnswer.status);
  expect([await listedIds(device), mediaFiles()]).toEqual([[], []]);
});

test('a server killed while it refreshes metadata runs the task again at the next start', longTimeout, async () => {
  let device = await archive.start();
  await device.json('/api/refresh/?extract_videos=true', { method: 'POST', body: { channel: [channelId] } });
  await archive.kill();
  device = await archive.start();
  await expect.poll(async () => (await device.json<unknown[]>('/api/notification/')).length, { timeout: 15_000 }).toBe(1);
  await expect
    .poll(async () => (await device.json<{ messages: string[] }[]>('/api/notification/')).flatMap(({ messages }) => messages), { timeout: 15_000 })
    .toEqual([`${videoCount} videos refreshed.`, 'Only the library was read: without yt-dlp, the sources cannot be queried.']);
  expect(await listedIds(device)).toHaveLength(videoCount);
});
