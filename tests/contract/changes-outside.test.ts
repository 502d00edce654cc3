// Files that are added, renamed, moved and removed while the server runs, as the API shows them.
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireChannel, WirePlaylist, WireVideo } from '../../src/contract/names.ts';
import { plantOwner } from '../builders/archive-people.ts';
import { anInfo } from '../builders/library-folder.ts';
import { aJpeg, anMp4, aVtt } from '../builders/library-media.ts';
import { startServerProcess, type ServerProcess } from '../builders/server-process.ts';
import { signedIn, type ApiSession } from '../builders/server-session.ts';

const pierId = 'Qx7vR2mKc-4';
const ropeId = 'Rop3sAndKn0';
const channelId = 'UCh4rb0urN0tesHarbNotes1';
const playlistId = 'PLt1deTablesTideTablesTideTablesT1';

let folder: string;
let library: string;
let server: ServerProcess;
let device: ApiSession;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-outside-'));
  library = path.join(folder, 'library');
  await put('Harbour Notes', pierId);
  const cookies = plantOwner(path.join(folder, 'data'));
  server = startServerProcess(['--port', '0', '--data', path.join(folder, 'data'), '--library', library]);
  const url = /http:\/\/\S+/.exec(await server.ready())?.[0].replace(/\/$/, '') ?? '';
  device = signedIn(url, cookies);
}, 60_000);
afterAll(async () => {
  await server.waitForExit('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

/** Writes the files in yt-dlp's order: the media file last. */
async function put(subfolder: string, id: string, base = id): Promise<void> {
  await mkdir(path.join(library, subfolder), { recursive: true });
  const playlistFields = { playlist_id: playlistId, playlist_title: 'Tide tables', playlist_index: id === pierId ? 1 : 2 };
  await writeFile(path.join(library, subfolder, `${base}.info.json`), JSON.stringify(anInfo({ id, title: `Film ${id}`, ...playlistFields })));
  await writeFile(path.join(library, subfolder, `${base}.jpg`), aJpeg(id));
  await writeFile(path.join(library, subfolder, `${base}.en.vtt`), aVtt());
  await writeFile(path.join(library, subfolder, `${base}.mp4`), anMp4({ mediaBytes: id === pierId ? 500 : 900 }));
}
const titles = async (): Promise<string[]> => (await device.json<{ data: WireVideo[] }>('/api/video/')).data.map(({ title }) => title).toSorted();
const mediaStatus = async (id: string): Promise<number> =>
  (await device.call((await device.json<WireVideo>(`/api/video/${id}/`)).media_url, { headers: { range: 'bytes=0-9' } })).status;
const pollOptions = { timeout: 20_000, interval: 100 };

test('the server notices added, renamed, moved and removed files, and marks, positions and playlists stay with their videos', async () => {
  await expect.poll(titles, pollOptions).toEqual([`Film ${pierId}`]);
  await put('Harbour Notes', ropeId);
  await expect.poll(titles, pollOptions).toEqual([`Film ${pierId}`, `Film ${ropeId}`]);
  await device.call('/api/watched/', { method: 'POST', body: { id: ropeId, is_watched: true } });
  await device.call(`/api/video/${pierId}/progress/`, { method: 'POST', body: { position: 20 } });

  // The files are renamed one by one, as a file manager does, the companions after the media.
  for (const extension of ['mp4', 'info.json', 'jpg', 'en.vtt'])
    await rename(path.join(library, 'Harbour Notes', `${ropeId}.${extension}`), path.join(library, 'Harbour Notes', `A new name.${extension}`));
  await expect.poll(() => mediaStatus(ropeId), pollOptions).toBe(206);
  // A whole folder is moved to another place.
  await mkdir(path.join(library, 'Elsewhere'));
  await rename(path.join(library, 'Harbour Notes'), path.join(library, 'Elsewhere', 'Notes'));
  await expect.poll(async () => [await mediaStatus(pierId), await mediaStatus(ropeId)], pollOptions).toEqual([206, 206]);
  await expect.poll(titles, pollOptions).toEqual([`Film ${pierId}`, `Film ${ropeId}`]);
  const [pierVideo, ropeVideo] = await Promise.all([pierId, ropeId].map((id) => device.json<WireVideo>(`/api/video/${id}/`)));
  expect([pierVideo?.player.position, ropeVideo?.player.watched]).toEqual([20, true]);
  expect(ropeVideo?.subtitles.map(({ lang }) => lang)).toEqual(['en']);
  expect((await device.call(ropeVideo?.vid_thumb_url ?? '')).status).toBe(200);

  await rm(path.join(library, 'Elsewhere', 'Notes', `${pierId}.mp4`));
  await expect.poll(titles, pollOptions).toEqual([`Film ${ropeId}`]);
  const playlist = await device.json<WirePlaylist>(`/api/playlist/${playlistId}/`);
  expect(playlist.playlist_entries.map(({ youtube_id, downloaded }) => [youtube_id, downloaded])).toEqual([
    [pierId, false],
    [ropeId, true],
  ]);
  expect(await device.json<WireChannel>(`/api/channel/${channelId}/`)).toMatchObject({ channel_name: 'Harbour Notes' });
  expect(server.stderr()).toBe('');
}, 90_000);
