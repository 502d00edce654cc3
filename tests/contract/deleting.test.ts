// Deleting from a real folder: which files are removed, which stay, and that the next import adds no deleted video.
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createImporter } from '../../server/library/import-pass.ts';
import { trashFolderName } from '../../server/trash/move-files.ts';
import type { WirePlaylist } from '../../src/contract/names.ts';
import { aCollectionInfo, anInfo } from '../builders/library-folder.ts';
import { aJpeg, anMp4, aVtt } from '../builders/library-media.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import type { ApiSession } from '../builders/server-session.ts';

const channelId = 'UCh4rb0urN0tesHarbNotes1';
const tideBase = 'Harbour Notes/Low tide [Qx7vR2mKc-4]';
const ropesBase = 'Harbour Notes/Ropes [Rop3sAndKn0]/Ropes [Rop3sAndKn0]';
const playlistId = 'PLt1deTablesTideTablesTideTablesT1';

let server: ServerArchive;
let device: ApiSession;
beforeEach(async () => {
  server = await startServerArchive({ fill: () => undefined });
  device = await server.login();
  const playlistFields = { playlist_id: playlistId, playlist_title: 'Tide tables', playlist_index: 1 };
  await put(`${tideBase}.info.json`, JSON.stringify(anInfo(playlistFields)));
  for (const [name, content] of [
    ['mp4', anMp4({})],
    ['webm.part', 'x'],
    ['webp', aJpeg()],
    ['en.vtt', aVtt()],
    ['de.srt', '1'],
    ['description', 'A walk.'],
    ['live_chat.json', '{}'],
  ] as const)
    await put(`${tideBase}.${name}`, content);
  await put(`${ropesBase}.info.json`, JSON.stringify(anInfo({ id: 'Rop3sAndKn0', title: 'Ropes', ...playlistFields, playlist_index: 2 })));
  await put(`${ropesBase}.mp4`, anMp4({}));
  await put('Harbour Notes/Low tide [Qx7vR2mKc-4] notes.txt', 'my own notes');
  await put(
    'Harbour Notes/Harbour Notes - Videos.info.json',
    JSON.stringify(aCollectionInfo({ id: channelId, title: 'Harbour Notes - Videos', extractor: 'youtube:tab' })),
  );
  await put('Harbour Notes/Harbour Notes - Videos.avatar_uncropped.jpg', aJpeg());
  await put('Tables/Tide tables.info.json', JSON.stringify(aCollectionInfo()));
  await importAll();
});
afterEach(() => server.stop());

async function put(file: string, content: string | Buffer): Promise<void> {
  const target = path.join(server.libraryFolder, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, content);
}

function importAll() {
  return createImporter({ root: server.libraryFolder, catalogue: server.catalogue, log: () => undefined, recheckDelayMs: 0 }).run(new AbortController().signal);
}

async function files(): Promise<string[]> {
  const entries = await readdir(server.libraryFolder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(server.libraryFolder, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith(trashFolderName))
    .toSorted();
}
const remove = (address: string) => device.call(address, { method: 'DELETE' });
const status = async (address: string) => (await device.call(address)).status;

test('deleting a video removes everything that belongs to it, and nothing else', async () => {
  expect((await remove('/api/video/Qx7vR2mKc-4/')).status).toBe(204);
  expect((await files()).filter((file) => file.includes('Low tide'))).toEqual(['Harbour Notes/Low tide [Qx7vR2mKc-4] notes.txt']);
  expect(await importAll()).toMatchObject({ added: 0, missing: 0 });
  expect(await status('/api/video/Qx7vR2mKc-4/')).toBe(404);
  const { playlist_entries } = await device.json<WirePlaylist>(`/api/playlist/${playlistId}/`);
  expect(playlist_entries.map(({ youtube_id, downloaded }) => [youtube_id, downloaded])).toEqual([
    ['Qx7vR2mKc-4', false],
    ['Rop3sAndKn0', true],
  ]);
});

test('the queue stores the title of a video that is ignored after its deletion, and does not show the video as pending', async () => {
  await remove('/api/video/Qx7vR2mKc-4/');
  const ignore = () => device.call('/api/download/Qx7vR2mKc-4/', { method: 'POST', body: { status: 'ignore-force' } });
  expect([(await ignore()).status, (await ignore()).status]).toEqual([200, 200]);
  expect(server.archive.database.prepare('SELECT video_id, status, title, channel_name FROM download').all()).toEqual([
    { video_id: 'Qx7vR2mKc-4', status: 'ignore', title: 'Low tide at the old pier', channel_name: 'Harbour Notes' },
  ]);
  expect(await device.json(`/api/channel/${channelId}/nav/`)).toMatchObject({ has_pending: false, has_ignored: true });
  // A video that is in the archive cannot be ignored.
  await device.call('/api/download/Rop3sAndKn0/', { method: 'POST', body: { status: 'ignore-force' } });
  expect(server.archive.database.prepare('SELECT video_id FROM download').all()).toEqual([{ video_id: 'Qx7vR2mKc-4' }]);
});

test('a second copy on disk does not bring a deleted video back until the copy is written again', async () => {
  await put('Copies/Low tide [Qx7vR2mKc-4].mp4', anMp4({}));
  await put('Copies/Low tide [Qx7vR2mKc-4].info.json', JSON.stringify(anInfo()));
  await remove('/api/video/Qx7vR2mKc-4/');
  expect((await importAll()).problems).toContainEqual({
    file: 'Copies/Low tide [Qx7vR2mKc-4].mp4',
    reason: 'The video was deleted in the archive, but this file stayed. Import the file again on /admin/library/, or delete the file.',
  });
  expect(await status('/api/video/Qx7vR2mKc-4/')).toBe(404);
  // File times are coarse, so it may take a tick until the file counts as newer than the deletion.
  const replaceCopy = async (): Promise<number> => {
    await put('Copies/Low tide [Qx7vR2mKc-4].mp4', anMp4({}));
    await importAll();
    return status('/api/video/Qx7vR2mKc-4/');
  };
  await expect.poll(replaceCopy).toBe(200);
});

test('deleting a channel leaves no file that the next import could add', async () => {
  expect((await remove(`/api/channel/${channelId}/`)).status).toBe(204);
  expect(await files()).toEqual(['Harbour Notes/Low tide [Qx7vR2mKc-4] notes.txt', 'Tables/Tide tables.info.json']);
  expect(await importAll()).toMatchObject({ found: 0, added: 0 });
  for (const address of [`/api/channel/${channelId}/`, `/api/playlist/${playlistId}/`, '/api/video/Rop3sAndKn0/'])
    expect([address, await status(address)]).toEqual([address, 404]);
});

test('a playlist can be deleted alone or with its videos', async () => {
  expect((await remove(`/api/playlist/${playlistId}/`)).status).toBe(204);
  expect(await status('/api/video/Qx7vR2mKc-4/')).toBe(200);
  await put(`${tideBase}.info.json`, JSON.stringify(anInfo({ title: 'Read again', playlist_id: playlistId, playlist_title: 'Tide tables' })));
  expect(await importAll()).toMatchObject({ updated: 1 });
  expect(await status(`/api/playlist/${playlistId}/`)).toBe(404);

  const customPlaylist = await device.json<WirePlaylist>('/api/playlist/custom/', { method: 'POST', body: { playlist_name: 'Both' } });
  await device.call(`/api/playlist/custom/${customPlaylist.playlist_id}/`, { method: 'POST', body: { action: 'create', video_id: 'Qx7vR2mKc-4' } });
  expect((await remove(`/api/playlist/${customPlaylist.playlist_id}/?delete_videos=true`)).status).toBe(204);
  expect([await status('/api/video/Qx7vR2mKc-4/'), await status('/api/video/Rop3sAndKn0/')]).toEqual([404, 200]);
});

test('deleting a video leaves alone a file outside the library that is reached through a link', async () => {
  const outsideFolder = path.join(server.libraryFolder, '../outside');
  await mkdir(outsideFolder);
  await writeFile(path.join(outsideFolder, 'film.mp4'), 'x');
  await symlink(outsideFolder, path.join(server.libraryFolder, 'linked'));
  server.archive.database.prepare("UPDATE video SET media_file = 'linked/film.mp4' WHERE video_id = 'Rop3sAndKn0'").run();
  expect((await remove('/api/video/Rop3sAndKn0/')).status).toBe(204);
  expect(await readdir(outsideFolder)).toEqual(['film.mp4']);
});
