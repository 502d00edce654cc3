// Refreshing metadata on a real folder: a task that reads the library's descriptions and media headers again.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createImporter } from '../../server/library/import-pass.ts';
import type { WireChannel, WireNotification, WirePlaylist, WireVideo } from '../../src/contract/names.ts';
import { aCollectionInfo, anInfo } from '../builders/library-folder.ts';
import { anMp4 } from '../builders/library-media.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import type { SignedIn } from '../builders/server-session.ts';

const channelId = 'UCh4rb0urN0tesHarbNotes1';
const playlistId = 'PLt1deTablesTideTablesTideTablesT1';
const longAgo = 1_700_000_000;

let server: ServerArchive;
let device: SignedIn;
beforeEach(async () => {
  server = await startServerArchive({ fill: () => undefined });
  device = await server.login();
  await put('Harbour Notes - Videos.info.json', aCollectionInfo({ id: channelId, title: 'Harbour Notes - Videos', description: 'Piers.' }));
  for (const [place, id] of ['Qx7vR2mKc-4', 'Rop3sAndKn0'].entries()) {
    await put(`${id}.info.json`, anInfo({ id, title: id, playlist_id: playlistId, playlist_title: 'Tide tables', playlist_index: place + 1 }));
    await put(`${id}.mp4`, anMp4({}));
  }
  await createImporter({ root: server.libraryFolder, catalogue: server.catalogue, log: () => undefined }).run(new AbortController().signal);
  // As if the import had been long ago, with other words: what comes anew is seen.
  server.archive.database.exec(`UPDATE video SET title = 'old', refreshed_at = ${longAgo}`);
  server.archive.database.exec(`UPDATE channel SET description = 'old', refreshed_at = ${longAgo}`);
  server.archive.database.exec(`UPDATE playlist SET name = 'old', refreshed_at = ${longAgo}`);
  await device.call('/api/watched/', { method: 'POST', body: { id: 'Qx7vR2mKc-4', is_watched: true } });
});
afterEach(() => server.stop());

async function put(name: string, content: Buffer | Record<string, unknown>): Promise<void> {
  await mkdir(path.join(server.libraryFolder, 'Harbour Notes'), { recursive: true });
  await writeFile(path.join(server.libraryFolder, 'Harbour Notes', name), Buffer.isBuffer(content) ? content : JSON.stringify(content));
}

/** Answers the task's last notification. */
async function refresh(body: Record<string, string[]>, query = ''): Promise<WireNotification | undefined> {
  const { task_id } = await device.json<{ task_id: string }>(`/api/refresh/${query}`, { method: 'POST', body });
  await expect.poll(() => (server.archive.database.prepare('SELECT count(*) AS n FROM task').get() as { n: number }).n, { timeout: 10_000 }).toBe(0);
  return (await device.json<WireNotification[]>('/api/notification/')).find(({ id }) => id === task_id);
}
const titles = async (): Promise<Record<string, string>> =>
  Object.fromEntries((await device.json<{ data: WireVideo[] }>('/api/video/')).data.map((video) => [video.youtube_id, video.title]));

test('one video is read again, keeps its mark, and no other is touched', async () => {
  expect(await refresh({ video: ['Qx7vR2mKc-4'] })).toMatchObject({
    title: 'Refresh Metadata',
    group: 'reindex:run',
    level: 'info',
    messages: ['1 video refreshed.'],
  });
  expect(await titles()).toEqual({ 'Qx7vR2mKc-4': 'Qx7vR2mKc-4', Rop3sAndKn0: 'old' });
  const video = await device.json<WireVideo>('/api/video/Qx7vR2mKc-4/');
  expect(Date.parse(video.vid_last_refresh)).toBeGreaterThan(longAgo * 1000);
  expect(video.player.watched).toBe(true);
});

test('a channel and a playlist are read again, with their videos when asked for', async () => {
  await refresh({ channel: [channelId] });
  const channel = await device.json<WireChannel>(`/api/channel/${channelId}/`);
  expect(channel.channel_description).toBe('Piers.');
  expect(Date.parse(channel.channel_last_refresh)).toBeGreaterThan(longAgo * 1000);

  expect(await refresh({ playlist: [playlistId] }, '?extract_videos=true')).toMatchObject({ messages: ['2 videos refreshed.'] });
  const playlist = await device.json<WirePlaylist>(`/api/playlist/${playlistId}/`);
  expect([playlist.playlist_name, playlist.playlist_entries.length]).toEqual(['Tide tables', 2]);
  expect(Object.values(await titles()).toSorted()).toEqual(['Qx7vR2mKc-4', 'Rop3sAndKn0']);
});

test('without ids everything that was not looked at for three months is read', async () => {
  expect(await refresh({})).toMatchObject({ messages: ['2 videos refreshed.'] });
  expect(await refresh({})).toMatchObject({ messages: ['0 videos refreshed.'] });
});

test('what has gone or is unknown is said, and the rest is refreshed', async () => {
  await rm(path.join(server.libraryFolder, 'Harbour Notes', 'Rop3sAndKn0.mp4'));
  expect(await refresh({ video: ['Qx7vR2mKc-4', 'Rop3sAndKn0', 'unknown-id1'] })).toMatchObject({
    level: 'error',
    messages: ['1 video refreshed.', '1 video lost their file and left the archive.', 'Not in this archive: unknown-id1.'],
  });
});

test('indexing the playlists of a channel brings back one that was deleted', async () => {
  await device.call(`/api/playlist/${playlistId}/`, { method: 'DELETE' });
  await device.call(`/api/channel/${channelId}/`, { method: 'POST', body: { channel_overwrites: { index_playlists: true } } });
  await expect.poll(async () => (await device.call(`/api/playlist/${playlistId}/`)).status, { timeout: 10_000 }).toBe(200);
});
