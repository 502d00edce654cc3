// Deleted videos go to the trash and come back complete. Only the files of the video itself are moved or deleted.
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { removeVideoRows } from '../../server/catalogue/remove-video-rows.ts';
import { createImporter } from '../../server/library/import-pass.ts';
import { createLibraryLock } from '../../server/library/library-lock.ts';
import { trashFolderName } from '../../server/trash/move-files.ts';
import { createTrash, restoreMessage, type Trash } from '../../server/trash/trash.ts';
import type { WirePlaylist, WireVideo } from '../../src/contract/names.ts';
import { aCollectionInfo, anInfo } from '../builders/library-folder.ts';
import { aJpeg, anMp4, aVtt } from '../builders/library-media.ts';
import { aSmallDisk, type SmallDisk } from '../builders/small-disk.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import type { ApiSession } from '../builders/server-session.ts';

const channelId = 'UCh4rb0urN0tesHarbNotes1';
const tideId = 'Qx7vR2mKc-4';
const tideBase = `Harbour Notes/Low tide [${tideId}]`;
const playlistId = 'PLt1deTablesTideTablesTideTablesT1';

let server: ServerArchive;
let device: ApiSession;
let trash: Trash;

beforeEach(async () => {
  server = await startServerArchive({ fill: () => undefined });
  device = await server.login();
  await put(
    `${tideBase}.info.json`,
    JSON.stringify(anInfo({ playlist_id: playlistId, playlist_title: 'Tide tables', playlist_index: 1, comments: [{ id: 'c', text: 'Hi' }] })),
  );
  for (const [extension, content] of [
    ['mp4', anMp4({})],
    ['webp', aJpeg()],
    ['en.vtt', aVtt()],
  ] as const)
    await put(`${tideBase}.${extension}`, content);
  await importAll();
  trash = createTrash({ archive: server.archive, library: server.library, libraryLock: createLibraryLock(), log: (line) => void server.logLines.push(line) });
});
afterEach(() => server.stop());

async function put(file: string, content: string | Buffer): Promise<void> {
  const target = path.join(server.libraryFolder, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, content);
}
const importAll = () =>
  createImporter({ root: server.libraryFolder, catalogue: server.catalogue, log: () => undefined, recheckDelayMs: 0 }).run(new AbortController().signal);
/** Sorted names of the library's files: those outside the trash, or only those in it. */
async function files({ isTrash = false } = {}): Promise<string[]> {
  const entries = await readdir(server.libraryFolder, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => !entry.isDirectory()).map((entry) => path.relative(server.libraryFolder, path.join(entry.parentPath, entry.name)));
  return names.filter((name) => name.split(path.sep).includes(trashFolderName) === isTrash).toSorted();
}
const remove = (address: string) => device.call(address, { method: 'DELETE' });
const videoOf = (id: string) => device.json<WireVideo>(`/api/video/${id}/`);
/**
 * Adds a new file of the deleted video; resolves to whether the archive has the video again. Tests repeat the call, because file times come
 * from a clock with coarse steps, and a file that is not newer than the deletion is ignored.
 */
const putNewFile = async (): Promise<boolean> => {
  await put(`Again/${tideId}.mp4`, anMp4({ mediaBytes: 999 }));
  await importAll();
  return server.archive.videos.find(tideId) !== null;
};
const onlyItemId = (): number => trash.items.allIds()[0] ?? 0;

describe('deleting removes what belongs to the video, and nothing else', () => {
  test('another video stays, and so do a picture and a text of the same name', async () => {
    await put('Films/Holiday.mkv', anMp4({ durationSeconds: 40 }));
    await put('Films/Holiday.txt', 'what we packed');
    await put('Films/Holiday.jpg', aJpeg());
    await importAll();
    const [holidayId] = server.archive.videos.allIds().filter((id) => id !== tideId);
    await put('Films/Holiday.mp4', anMp4({ durationSeconds: 90, mediaBytes: 4000 }));
    expect((await remove(`/api/video/${holidayId}/`)).status).toBe(204);
    expect((await files()).filter((file) => file.startsWith('Films'))).toEqual(['Films/Holiday.jpg', 'Films/Holiday.mp4', 'Films/Holiday.txt']);
    await rm(path.join(server.libraryFolder, 'Films/Holiday.mp4'));
  });

  test('an emptied folder stays unless Stowaway made it', async () => {
    await put('Alone/Rop3sAndKn0.mp4', anMp4({ mediaBytes: 700 }));
    await put('Made/Gul1sAtTen0.mp4', anMp4({ mediaBytes: 800 }));
    await importAll();
    server.archive.createdFolders.add('Made', 'Made');
    for (const id of ['Rop3sAndKn0', 'Gul1sAtTen0']) expect((await remove(`/api/video/${id}/`)).status).toBe(204);
    expect((await readdir(server.libraryFolder)).filter((name) => name === 'Alone' || name === 'Made')).toEqual(['Alone']);
  });

  test('every file that yt-dlp wrote for exactly this id is removed, and the owner’s notes stay', async () => {
    for (const extension of ['mp4.part', 'live_chat.json', 'de.srt', '2.jpg', 'description', 'url']) await put(`${tideBase}.${extension}`, 'x');
    await put(`${tideBase} notes.txt`, 'mine');
    await put(`${tideBase}.txt`, 'mine, too');
    await put(`${tideBase}.webm`, anMp4({ mediaBytes: 50 }));
    await remove(`/api/video/${tideId}/`);
    // Files that another media file of the same name needs are not removed.
    expect((await files()).filter((file) => file.endsWith('.info.json'))).toHaveLength(1);
    await rm(path.join(server.libraryFolder, `${tideBase}.webm`));
    await trash.restore(onlyItemId());
    await remove(`/api/video/${tideId}/`);
    expect(await files()).toEqual([`${tideBase} notes.txt`, `${tideBase}.txt`]);
  });
});

describe('a deleted item', () => {
  test('comes back with every file, mark, position, comment and place in playlists', async () => {
    const customPlaylist = await device.json<WirePlaylist>('/api/playlist/custom/', { method: 'POST', body: { playlist_name: 'Mine' } });
    await put('Harbour Notes/Rop3sAndKn0.mp4', anMp4({ mediaBytes: 700 }));
    await importAll();
    for (const id of [tideId, 'Rop3sAndKn0'])
      await device.call(`/api/playlist/custom/${customPlaylist.playlist_id}/`, { method: 'POST', body: { action: 'create', video_id: id } });
    await device.call(`/api/video/${tideId}/progress/`, { method: 'POST', body: { position: 20 } });
    const [videoBefore, filesBefore, playlistBefore] = [
      await videoOf(tideId),
      await files(),
      await device.json<WirePlaylist>(`/api/playlist/${customPlaylist.playlist_id}/`),
    ];
    const timeBefore = (await stat(path.join(server.libraryFolder, `${tideBase}.mp4`))).mtimeMs;

    expect((await remove(`/api/video/${tideId}/`)).status).toBe(204);
    expect((await device.call(`/api/video/${tideId}/`)).status).toBe(404);
    expect((await device.call(`/api/video/${tideId}/progress/`, { method: 'POST', body: { position: 9 } })).status).toBe(404);
    expect((await device.json<WirePlaylist>(`/api/playlist/${customPlaylist.playlist_id}/`)).playlist_entries.map((entry) => entry.youtube_id)).toEqual([
      'Rop3sAndKn0',
    ]);
    expect((await files({ isTrash: true })).map((file) => path.basename(file))).toHaveLength(4);
    expect(await importAll()).toMatchObject({ added: 0, missing: 0 });

    expect(await trash.restore(onlyItemId())).toEqual({ kind: 'restored', title: 'Low tide at the old pier', items: 1, problems: [] });
    expect(await files()).toEqual(filesBefore);
    expect(await files({ isTrash: true })).toEqual([]);
    expect((await stat(path.join(server.libraryFolder, `${tideBase}.mp4`))).mtimeMs).toBe(timeBefore);
    expect(await videoOf(tideId)).toEqual(videoBefore);
    expect((await device.json<WirePlaylist>(`/api/playlist/${customPlaylist.playlist_id}/`)).playlist_entries).toEqual(playlistBefore.playlist_entries);
    expect((await device.call(`/api/video/${tideId}/comment/`)).status).toBe(200);
    expect(await importAll()).toMatchObject({ added: 0, missing: 0, updated: 1, unchanged: 1 });
  });

  test('that is a channel comes back with its row, its subscription, its playlists and all its videos', async () => {
    await put(
      'Harbour Notes/Harbour Notes - Videos.info.json',
      JSON.stringify(aCollectionInfo({ id: channelId, title: 'Harbour Notes - Videos', extractor: 'youtube:tab' })),
    );
    await importAll();
    await device.call(`/api/channel/${channelId}/`, { method: 'POST', body: { channel_subscribed: true, channel_overwrites: { autodelete_days: 3 } } });
    const [channelBefore, filesBefore] = [await device.json(`/api/channel/${channelId}/`), await files()];
    expect((await remove(`/api/channel/${channelId}/`)).status).toBe(204);
    expect(await files()).toEqual([]);
    const channelItem = trash.items.page(10, 0).find(({ kind }) => kind === 'channel');
    expect(await trash.restore(channelItem?.id ?? 0)).toMatchObject({ kind: 'restored', items: 2 });
    expect(await files()).toEqual(filesBefore);
    expect(await device.json(`/api/channel/${channelId}/`)).toEqual(channelBefore);
    expect((await device.json<WirePlaylist>(`/api/playlist/${playlistId}/`)).playlist_entries.map(({ downloaded }) => downloaded)).toEqual([true]);
    expect((await videoOf(tideId)).channel.channel_name).toBe('Harbour Notes');
  });

  test('that is a channel reports which of its videos stay in the trash, and why', async () => {
    await put('Harbour Notes/Rop3sAndKn0.mp4', anMp4({ mediaBytes: 700 }));
    await put('Harbour Notes/Rop3sAndKn0.info.json', JSON.stringify(anInfo({ id: 'Rop3sAndKn0', title: 'Ropes' })));
    await importAll();
    await remove(`/api/channel/${channelId}/`);
    await put('Harbour Notes/Rop3sAndKn0.mp4', 'another file');
    const channelItem = trash.items.page(10, 0).find(({ kind }) => kind === 'channel');
    const outcome = await trash.restore(channelItem?.id ?? 0);
    expect(restoreMessage(outcome)).toBe(
      'Harbour Notes is back, with 1 item that was deleted along with it. Ropes was not restored: Harbour Notes/Rop3sAndKn0.mp4 exists already. Move or rename it, then restore again.',
    );
    expect(trash.items.page(10, 0).map(({ title }) => title)).toEqual(['Ropes']);
  });

  test('that is one video of a deleted channel brings the channel back with it', async () => {
    await remove(`/api/channel/${channelId}/`);
    const videoItem = trash.items.page(10, 0).find(({ kind }) => kind === 'video');
    expect(await trash.restore(videoItem?.id ?? 0)).toMatchObject({ kind: 'restored', items: 1 });
    expect((await videoOf(tideId)).channel.channel_name).toBe('Harbour Notes');
    expect((await device.call(`/api/channel/${channelId}/`)).status).toBe(200);
  });

  test('that is a channel gets its subscription back, even if an import has already added the channel again', async () => {
    await device.call(`/api/channel/${channelId}/`, { method: 'POST', body: { channel_subscribed: true, channel_overwrites: { autodelete_days: 3 } } });
    const channelBefore = await device.json(`/api/channel/${channelId}/`);
    const description = await readFile(path.join(server.libraryFolder, `${tideBase}.info.json`), 'utf8');
    await remove(`/api/channel/${channelId}/`);
    await put('Elsewhere/Other.info.json', description.replaceAll(tideId, 'Rop3sAndKn0'));
    await put('Elsewhere/Other.mp4', anMp4({ mediaBytes: 700 }));
    await importAll();
    expect(await device.json(`/api/channel/${channelId}/`)).toMatchObject({ channel_subscribed: false });
    await trash.restoreAll();
    const { channel_subscribed, channel_overwrites } = await device.json<Record<string, unknown>>(`/api/channel/${channelId}/`);
    expect({ channel_subscribed, channel_overwrites }).toEqual({
      channel_subscribed: true,
      channel_overwrites: (channelBefore as Record<string, unknown>)['channel_overwrites'],
    });
  });

  test('that was deleted before its playlist returns to its place in the playlist', async () => {
    const customPlaylist = await device.json<WirePlaylist>('/api/playlist/custom/', { method: 'POST', body: { playlist_name: 'Mine' } });
    await put('Harbour Notes/Rop3sAndKn0.mp4', anMp4({ mediaBytes: 700 }));
    await importAll();
    for (const id of [tideId, 'Rop3sAndKn0'])
      await device.call(`/api/playlist/custom/${customPlaylist.playlist_id}/`, { method: 'POST', body: { action: 'create', video_id: id } });
    const playlistBefore = await device.json<WirePlaylist>(`/api/playlist/${customPlaylist.playlist_id}/`);
    await remove(`/api/video/${tideId}/`);
    await remove(`/api/playlist/${customPlaylist.playlist_id}/`);
    expect(await trash.restoreAll()).toEqual({ restored: 2, problems: [] });
    expect((await device.json<WirePlaylist>(`/api/playlist/${customPlaylist.playlist_id}/`)).playlist_entries).toEqual(playlistBefore.playlist_entries);
  });

  test('that is a person’s playlist comes back in its order', async () => {
    const customPlaylist = await device.json<WirePlaylist>('/api/playlist/custom/', { method: 'POST', body: { playlist_name: 'Mine' } });
    await device.call(`/api/playlist/custom/${customPlaylist.playlist_id}/`, { method: 'POST', body: { action: 'create', video_id: tideId } });
    const playlistBefore = await device.json<WirePlaylist>(`/api/playlist/${customPlaylist.playlist_id}/`);
    await remove(`/api/playlist/${customPlaylist.playlist_id}/`);
    expect(await trash.restoreAll()).toEqual({ restored: 1, problems: [] });
    expect(await device.json<WirePlaylist>(`/api/playlist/${customPlaylist.playlist_id}/`)).toEqual(playlistBefore);
  });

  test('stays in the trash if another file has taken its name', async () => {
    await remove(`/api/video/${tideId}/`);
    await put(`${tideBase}.mp4`, 'another file');
    expect(await trash.restore(onlyItemId())).toEqual({ kind: 'blocked', title: 'Low tide at the old pier', files: [`${tideBase}.mp4`] });
    expect(await readFile(path.join(server.libraryFolder, `${tideBase}.mp4`), 'utf8')).toBe('another file');
    expect(await files({ isTrash: true })).toHaveLength(4);
  });

  test('whose video has returned from another file stays in the trash, and the new video starts without marks', async () => {
    await device.call('/api/watched/', { method: 'POST', body: { id: tideId, is_watched: true } });
    await remove(`/api/video/${tideId}/`);
    await expect.poll(putNewFile).toBe(true);
    expect((await videoOf(tideId)).player.watched).toBe(false);
    expect(await trash.restore(onlyItemId())).toMatchObject({ kind: 'there-again' });
    expect(await files({ isTrash: true })).toHaveLength(4);
  });

  test('whose video was deleted twice comes back with its marks after the older item was permanently deleted', async () => {
    await remove(`/api/video/${tideId}/`);
    await expect.poll(putNewFile).toBe(true);
    await device.call('/api/watched/', { method: 'POST', body: { id: tideId, is_watched: true } });
    await remove(`/api/video/${tideId}/`);
    const [olderId, newerId] = trash.items.allIds();
    expect(await trash.remove(olderId ?? 0)).toBe(true);
    expect(await trash.restore(newerId ?? 0)).toMatchObject({ kind: 'restored' });
    expect((await videoOf(tideId)).player.watched).toBe(true);
    await remove(`/api/video/${tideId}/`);
    expect(await trash.empty()).toBe(1);
    expect(server.archive.database.prepare('SELECT count(*) AS n FROM video').get()).toEqual({ n: 0 });
  });

  test('that was deleted twice leaves no row behind when the disk of the older item is absent', async () => {
    await remove(`/api/video/${tideId}/`);
    // An older item (deleted_at is 0) that still waits to be purged, as when its disk is absent.
    server.archive.database.exec("INSERT INTO trash SELECT 99, kind, ref, title, parent, 'purging', 0, 0, 0, 0, '[]', '{}' FROM trash");
    await trash.empty();
    expect(server.archive.database.prepare('SELECT count(*) AS n FROM video').get()).toEqual({ n: 0 });
  });

  test('comes back even if a restored backup lists it as missing, or does not know it', async () => {
    const filesBefore = await files();
    await device.call('/api/watched/', { method: 'POST', body: { id: tideId, is_watched: true } });
    await remove(`/api/video/${tideId}/`);
    // The restore of a backup from before the deletion, followed by a scan of the library, leaves this state.
    server.archive.database.exec("UPDATE video SET absence = 'missing'; DELETE FROM removed_video");
    expect(await trash.restore(onlyItemId())).toMatchObject({ kind: 'restored' });
    expect([await files(), (await videoOf(tideId)).player.watched]).toEqual([filesBefore, true]);
    expect(await importAll()).toMatchObject({ added: 0, missing: 0 });

    await remove(`/api/video/${tideId}/`);
    // The restore of a backup from before the import leaves this state.
    removeVideoRows(server.archive.database, [tideId]);
    expect(await trash.restore(onlyItemId())).toMatchObject({ kind: 'restored' });
    expect(await importAll()).toMatchObject({ added: 1, missing: 0 });
    expect([await files(), (await videoOf(tideId)).youtube_id]).toEqual([filesBefore, tideId]);
  });

  test.each(['older', 'newer'])(
    'that was deleted again while its file was in the trash comes back with the file when the %s item is restored first',
    async (first) => {
      const filesBefore = await files();
      await remove(`/api/video/${tideId}/`);
      // The restore of a backup from before the deletion, followed by a scan of the library, leaves this state.
      server.archive.database.exec("UPDATE video SET absence = 'missing'; DELETE FROM removed_video");
      await remove(`/api/video/${tideId}/`);
      const itemIds = trash.items.allIds();
      expect(itemIds).toHaveLength(2);
      for (const id of first === 'older' ? itemIds : itemIds.toReversed()) expect(await trash.restore(id)).toMatchObject({ kind: 'restored' });
      expect([await files(), trash.items.allIds()]).toEqual([filesBefore, []]);
      expect((await videoOf(tideId)).missing_since).toBeUndefined();
    },
  );

  test('whose file is missing comes back as missing, and as present if its file has returned', async () => {
    const media = path.join(server.libraryFolder, `${tideBase}.mp4`);
    for (const isReturned of [false, true]) {
      await rename(media, `${media}.away`);
      server.archive.database.exec("UPDATE video SET absence = 'missing'");
      await remove(`/api/video/${tideId}/`);
      if (isReturned) await rename(`${media}.away`, media);
      expect(await trash.restore(onlyItemId())).toMatchObject({ kind: 'restored' });
      expect((await videoOf(tideId)).missing_since !== undefined).toBe(!isReturned);
      if (!isReturned) await rename(`${media}.away`, media);
    }
  });

  test('never overwrites files that another data folder, or an older database, left under the same item number', async () => {
    await put(`${trashFolderName}/1/0/Low tide [${tideId}].mp4`, 'the only copy');
    await remove(`/api/video/${tideId}/`);
    expect(await readFile(path.join(server.libraryFolder, trashFolderName, '1/0', `Low tide [${tideId}].mp4`), 'utf8')).toBe('the only copy');
    expect(await trash.restore(onlyItemId())).toMatchObject({ kind: 'restored' });
    expect(await files({ isTrash: true })).toEqual([`${trashFolderName}/1/0/Low tide [${tideId}].mp4`]);
  });

  test('is either back or gone when one person restores it while another empties the trash', async () => {
    const filesBefore = await files();
    await remove(`/api/video/${tideId}/`);
    const emptyCalls: Promise<number>[] = [];
    const absolute = (file: string): string => {
      if (emptyCalls.length === 0) emptyCalls.push(trash.empty());
      return server.library.absolute(file);
    };
    const otherTrash = createTrash({
      archive: server.archive,
      library: { ...server.library, absolute },
      libraryLock: createLibraryLock(),
      log: () => undefined,
    });
    const { kind } = await otherTrash.restore(onlyItemId());
    await Promise.all(emptyCalls);
    const isBack = kind === 'restored';
    expect([await files(), server.archive.videos.find(tideId) !== null]).toEqual([isBack ? filesBefore : [], isBack]);
  });

  test('is reported by a restore while its disk is absent, and an emptied trash deletes it once the disk is back', async () => {
    const filesBefore = await files();
    await remove(`/api/channel/${channelId}/`);
    const library = server.libraryFolder;
    await rename(library, `${library}-away`);
    await mkdir(library);
    expect(await trash.restoreAll()).toMatchObject({
      restored: 1,
      problems: [{ kind: 'absent', title: 'Low tide at the old pier', folder: null }],
    });
    await trash.empty();
    await rm(library, { recursive: true });
    await rename(`${library}-away`, library);
    await trash.recover();
    expect([filesBefore.length > 0, await files(), await files({ isTrash: true })]).toEqual([true, [], []]);
  });

  test('is permanently deleted immediately while the trash is switched off', async () => {
    server.archive.librarySettings.change({ trashDays: 0 });
    await remove(`/api/video/${tideId}/`);
    expect([await files(), await files({ isTrash: true }), trash.items.totals().items]).toEqual([[], [], 0]);
    expect(server.archive.database.prepare('SELECT count(*) AS n FROM video').get()).toEqual({ n: 0 });
    expect(await readdir(server.libraryFolder)).toEqual(['Harbour Notes']);
  });

  test('is permanently deleted once its days in the trash are over; a full disk deletes items earlier, those deleted automatically first', async () => {
    for (const [id, bytes] of [
      ['Rop3sAndKn0', 700],
      ['Gul1sAtTen0', 900],
    ] as const)
      await put(`Harbour Notes/${id}.mp4`, anMp4({ mediaBytes: bytes }));
    await importAll();
    await remove(`/api/video/${tideId}/`);
    await remove('/api/video/Gul1sAtTen0/');
    server.archive.database.exec("UPDATE trash SET is_automatic = 1 WHERE ref = 'Gul1sAtTen0'");
    expect(await trash.freeSpace(server.libraryFolder, 1)).toBeGreaterThan(0);
    expect(trash.items.page(10, 0).map(({ ref }) => ref)).toEqual([tideId]);
    expect(server.archive.librarySettings.trashEmptiedEarly()?.message).toMatch(/^The disk was almost full: 1 item /);
    trash.items.addKeptTime(6 * 86_400);
    expect(await trash.removeDue()).toBe(0);
    trash.items.addKeptTime(86_400);
    expect(await trash.removeDue()).toBe(1);
    expect(await files({ isTrash: true })).toEqual([]);
    server.logLines.length = 0;
  });
});

describe('a server that was killed', () => {
  test('and starts while the disk is absent finishes its moves once the disk is back', async () => {
    const filesBefore = await files();
    const awayFolder = `${server.libraryFolder}-away`;
    const takeAway = async (): Promise<void> => {
      await rename(server.libraryFolder, awayFolder);
      await mkdir(server.libraryFolder);
    };
    const bringBack = async (): Promise<void> => {
      await rm(server.libraryFolder, { recursive: true });
      await rename(awayFolder, server.libraryFolder);
    };
    for (const state of ['moving', 'restoring'] as const) {
      await remove(`/api/video/${tideId}/`);
      server.archive.database.exec(`UPDATE trash SET state = '${state}'`);
      await takeAway();
      await trash.recover();
      expect(trash.items.unfinished().map((item) => item.state)).toEqual([state]);
      await bringBack();
      await trash.recover();
      expect(await files()).toEqual(filesBefore);
      server.archive.database.exec('UPDATE video SET absence = NULL, absent_since = NULL');
    }
    await remove(`/api/video/${tideId}/`);
    await takeAway();
    trash.items.addKeptTime(30 * 86_400);
    expect(await trash.removeDue()).toBe(0);
    await bringBack();
    expect(await trash.removeDue()).toBe(1);
  });

  test('while files were moving into the trash undoes the deletion at its next start', async () => {
    const filesBefore = await files();
    const videoBefore = await videoOf(tideId);
    await remove(`/api/video/${tideId}/`);
    const item = trash.items.find(onlyItemId());
    // Just before the deletion is complete, the files have moved and the rows have not.
    server.archive.database.exec("UPDATE trash SET state = 'moving', rows = '{}'; UPDATE video SET absence = NULL; DELETE FROM removed_video");
    await trash.recover();
    expect([await files(), await files({ isTrash: true })]).toEqual([filesBefore, []]);
    expect(await videoOf(tideId)).toEqual(videoBefore);
    expect(trash.items.find(item?.id ?? 0)).toBeNull();
  });

  test('while files were moving back or being purged finishes the restore or the purge at its next start', async () => {
    const filesBefore = await files();
    await remove(`/api/video/${tideId}/`);
    server.archive.database.exec("UPDATE trash SET state = 'restoring'");
    await trash.recover();
    expect([await files(), (await videoOf(tideId)).youtube_id]).toEqual([filesBefore, tideId]);
    await remove(`/api/video/${tideId}/`);
    server.archive.database.exec("UPDATE trash SET state = 'purging'");
    await trash.recover();
    expect([await files({ isTrash: true }), trash.items.totals().items]).toEqual([[], 0]);
  });
});

test('a starting server answers while it finishes interrupted moves, and the first import waits for the moves', async () => {
  const filesBefore = await files();
  await remove(`/api/video/${tideId}/`);
  const libraryLock = createLibraryLock();
  const slowDisk = new EventEmitter();
  const lockHold = libraryLock.exclusive(() => once(slowDisk, 'done'));
  onTestFinished(() => void slowDisk.emit('done'));
  await server.kill();
  server.archive.database.exec("UPDATE trash SET state = 'restoring'");
  await server.start(libraryLock);
  expect((await device.call('/api/ping/')).status).toBe(200);
  const firstImport = libraryLock.runPass(new AbortController().signal, () => files());
  expect(await files()).toEqual([]);
  slowDisk.emit('done');
  expect(await firstImport).toEqual(filesBefore);
  await lockHold;
});

describe('a server that was killed, and starts while the disk is absent,', () => {
  test.each([
    ['moving', true],
    ['restoring', true],
    ['purging', false],
  ] as const)('finishes an item in the state %s once the disk is back', async (state, isBack) => {
    const filesBefore = await files();
    await remove(`/api/video/${tideId}/`);
    server.archive.database.prepare('UPDATE trash SET state = ?').run(state);
    if (state === 'moving') server.archive.database.exec("UPDATE trash SET rows = '{}'; UPDATE video SET absence = NULL; DELETE FROM removed_video");
    await rename(server.libraryFolder, `${server.libraryFolder}-away`);
    await mkdir(server.libraryFolder);
    await trash.recover();
    await rm(server.libraryFolder, { recursive: true });
    await rename(`${server.libraryFolder}-away`, server.libraryFolder);
    await trash.recover();
    expect([await files(), await files({ isTrash: true }), trash.items.unfinished()]).toEqual([isBack ? filesBefore : [], [], []]);
    server.logLines.length = 0;
  });
});

describe('a trash folder that somebody deleted by hand', () => {
  const deleteByHand = () => rm(path.join(server.libraryFolder, trashFolderName), { recursive: true });

  test('does not count as an absent disk: a restore reports the missing file, and the item can be deleted', async () => {
    await remove(`/api/video/${tideId}/`);
    await deleteByHand();
    expect(restoreMessage(await trash.restore(onlyItemId()))).toBe(`Low tide at the old pier was not restored: ${tideBase}.mp4 is no longer in the trash.`);
    expect([await trash.remove(onlyItemId()), trash.items.allIds(), trash.items.unfinished()]).toEqual([true, [], []]);
  });

  test.each(['moving', 'restoring', 'purging'] as const)('leaves no item in the state %s', async (state) => {
    await remove(`/api/video/${tideId}/`);
    server.archive.database.prepare('UPDATE trash SET state = ?').run(state);
    await deleteByHand();
    await trash.recover();
    expect([trash.items.unfinished(), trash.items.allIds()]).toEqual([[], state === 'purging' ? [] : [expect.any(Number)]]);
    expect(server.logLines).toEqual(
      state === 'purging' ? [] : [`Trash: the move of Low tide at the old pier is unfinished, and ${tideBase}.mp4 is no longer in the trash.`],
    );
    server.logLines.length = 0;
  });
});

describe('a power cut', () => {
  test('loses no item: the record is on the disk before the first file moves', async () => {
    const { database } = server.archive;
    const commits: string[] = [];
    const exec = database.exec.bind(database);
    const spy = vi.spyOn(database, 'exec').mockImplementation((sql) => {
      const isDurable = (database.prepare('PRAGMA synchronous').get() as { synchronous: number }).synchronous === 2;
      const [item] = database.prepare('SELECT state, files FROM trash').all() as { state: string; files: string }[];
      if (sql === 'COMMIT' && isDurable && item) {
        const moves = JSON.parse(item.files) as { place: string }[];
        const movedCount = moves.filter(({ place }) => existsSync(server.library.absolute(place))).length;
        commits.push(`${item.state}: ${movedCount} of ${moves.length} in the trash`);
      }
      exec(sql);
    });
    await remove(`/api/video/${tideId}/`);
    expect(await trash.restore(onlyItemId())).toMatchObject({ kind: 'restored' });
    spy.mockRestore();
    expect(commits).toEqual(['moving: 0 of 4 in the trash', 'restoring: 4 of 4 in the trash']);
  });
});

test('files in the trash that belong to no item in the database, as after the restore of an older database, are reported and left alone', async () => {
  await put('Harbour Notes/Rop3sAndKn0.mp4', anMp4({ mediaBytes: 700 }));
  await importAll();
  await remove(`/api/video/${tideId}/`);
  await remove('/api/video/Rop3sAndKn0/');
  await trash.scanForStrays();
  expect(trash.strays()).toEqual([]);
  server.archive.database.prepare('DELETE FROM trash WHERE ref = ?').run(tideId);
  const filesInTrash = await files({ isTrash: true });
  await trash.scanForStrays();
  await trash.scanForStrays();
  const strayFolder = path.join(server.libraryFolder, trashFolderName, '1');
  expect(trash.strays()).toEqual([{ folder: strayFolder, files: 4 }]);
  expect(server.logLines).toEqual([expect.stringContaining(`${strayFolder} contains 4 files of which Stowaway has no record.`)]);
  expect(await files({ isTrash: true })).toEqual(filesInTrash);
  await trash.empty();
  expect(await files({ isTrash: true })).toHaveLength(4);
  await rm(strayFolder, { recursive: true });
  await trash.scanForStrays();
  expect(trash.strays()).toEqual([]);
  server.logLines.length = 0;
});

test('a move that fails in the middle and cannot be undone immediately is undone later', async () => {
  const filesBefore = await files();
  await put('not-a-folder', '');
  let isBroken = false;
  // The media file moves last. From its move on, the disk accepts no more writes.
  const absolute = (file: string): string => {
    const isInTrash = file.includes(trashFolderName);
    isBroken ||= isInTrash && file.endsWith('.mp4');
    return isBroken && (file.endsWith('.mp4') || !isInTrash) ? path.join(server.libraryFolder, 'not-a-folder', file) : server.library.absolute(file);
  };
  const options = { archive: server.archive, libraryLock: createLibraryLock(), log: () => undefined };
  const failingTrash = createTrash({ ...options, library: { ...server.library, absolute } });
  const item = { kind: 'video' as const, ref: tideId, title: 'x', parent: null, isAutomatic: false, rows: {} };
  await expect(failingTrash.take(item, [...filesBefore.filter((file) => !file.endsWith('.mp4')), `${tideBase}.mp4`], () => ({}))).rejects.toThrow(
    'could not be deleted',
  );
  expect((await files({ isTrash: true })).length).toBeGreaterThan(0);
  await trash.recover();
  await rm(path.join(server.libraryFolder, 'not-a-folder'));
  expect([await files(), await files({ isTrash: true }), trash.items.unfinished()]).toEqual([filesBefore, [], []]);
});

describe('if a folder of the library is a separate disk', () => {
  const gull = 'Gulls/Gul1sAtTen0';
  let disk: SmallDisk | null;
  beforeEach(async () => {
    await mkdir(path.join(server.libraryFolder, 'Gulls'));
    disk = aSmallDisk(4, path.join(server.libraryFolder, 'Gulls'));
  });
  afterEach(() => disk?.remove());

  test('the files of a deleted item stay on their disks, and all of them come back', async ({ skip }) => {
    if (disk === null) return skip('no right to mount a file system');
    await put(`${gull}.mp4`, anMp4({ mediaBytes: 900 }));
    await importAll();
    const filesBefore = await files();
    // One item has files on both disks.
    const item = { kind: 'video' as const, ref: 'Gul1sAtTen0', title: 'Gulls', parent: null, isAutomatic: false, rows: {} };
    await trash.take(item, [`${tideBase}.webp`, `${gull}.mp4`], (rows) => rows.takeVideo('Gul1sAtTen0'));
    expect((await files({ isTrash: true })).map((file) => file.slice(0, file.indexOf(trashFolderName))).toSorted()).toEqual(['', 'Gulls/']);
    expect(await trash.restoreAll()).toEqual({ restored: 1, problems: [] });
    expect([await files(), await files({ isTrash: true })]).toEqual([filesBefore, []]);
  });

  test('a video deleted before the disk was mounted is restored by copying, and a copy left by a crash does not count as another file', async ({ skip }) => {
    if (disk === null) return skip('no right to mount a file system');
    disk.remove();
    await put(`${gull}.mp4`, anMp4({ mediaBytes: 900 }));
    await importAll();
    const filesBefore = await files();
    await remove('/api/video/Gul1sAtTen0/');
    await mkdir(path.join(server.libraryFolder, 'Gulls'), { recursive: true });
    disk = aSmallDisk(4, path.join(server.libraryFolder, 'Gulls'));
    const [fileInTrash = ''] = await files({ isTrash: true });
    // A crash between the copy and the removal of the old file leaves this state.
    await cp(path.join(server.libraryFolder, fileInTrash), path.join(server.libraryFolder, `${gull}.mp4`), { preserveTimestamps: true });
    server.archive.database.exec("UPDATE trash SET state = 'restoring'");
    await trash.recover();
    expect([await files(), await files({ isTrash: true }), trash.items.totals().items]).toEqual([filesBefore, [], 0]);
    expect((await videoOf('Gul1sAtTen0')).youtube_id).toBe('Gul1sAtTen0');
  });

  test('and the disk is full, a restore is refused with a message, and works once there is space', async ({ skip }) => {
    if (disk === null) return skip('no right to mount a file system');
    disk.remove();
    await put(`${gull}.mp4`, anMp4({ mediaBytes: 900_000 }));
    await importAll();
    await remove('/api/video/Gul1sAtTen0/');
    await mkdir(path.join(server.libraryFolder, 'Gulls'), { recursive: true });
    disk = aSmallDisk(2, path.join(server.libraryFolder, 'Gulls'));
    disk?.fill(65_536);
    expect(await trash.restore(onlyItemId())).toMatchObject({ kind: 'refused', why: 'the disk is full' });
    expect((await readdir(path.join(server.libraryFolder, 'Gulls'))).filter((name) => name !== 'filler')).toEqual([]);
    disk?.empty();
    expect(await trash.restore(onlyItemId())).toMatchObject({ kind: 'restored' });
    expect((await files()).filter((file) => file.startsWith('Gulls/G'))).toEqual([`${gull}.mp4`]);
  });
});

describe('a folder that is absent', () => {
  const [gull, tern] = ['Gul1sAtTen0', 'Ter2nAtTen0'];
  const gullsFolder = (): string => path.join(server.libraryFolder, 'Gulls');
  const absentText = (): string =>
    `${gull} was not restored: the folder ${gullsFolder()} is empty or missing, though the archive has videos in it. Connect its disk, or put any file into it if it should be empty.`;
  let asideFolder: string;
  beforeEach(async () => {
    for (const id of [gull, tern]) await put(`Gulls/${id}.mp4`, anMp4({ mediaBytes: 900 }));
    await importAll();
    asideFolder = `${server.libraryFolder}-aside`;
    await remove(`/api/video/${gull}/`);
  });
  /** Runs no import, because a starting server recovers the trash before its first import. */
  const takeAway = async (): Promise<void> => {
    await rename(gullsFolder(), asideFolder);
    await mkdir(gullsFolder());
  };
  const bringBack = async (): Promise<void> => {
    await rm(gullsFolder(), { recursive: true });
    await rename(asideFolder, gullsFolder());
  };

  test('gets no files and is reported by name, and its items stay until the folder is back', async () => {
    await takeAway();
    expect(restoreMessage(await trash.restore(onlyItemId()))).toBe(absentText());
    trash.items.addKeptTime(30 * 86_400);
    expect([await trash.removeDue(), await trash.freeSpace(server.libraryFolder, 1)]).toEqual([0, 0]);
    // A crash during a restore leaves this state; the user may restore the item again.
    server.archive.database.exec("UPDATE trash SET state = 'restoring'");
    await trash.recover();
    expect([await readdir(gullsFolder()), trash.items.totals().items, server.logLines.splice(0)]).toEqual([[], 1, [`Trash: ${absentText()}`]]);
    await bringBack();
    expect(await trash.restore(onlyItemId())).toMatchObject({ kind: 'restored' });
    expect((await videoOf(gull)).youtube_id).toBe(gull);
  });

  test('into which an item had moved back before a crash leaves the restore unfinished until the folder is back', async () => {
    const [{ place } = { place: '' }] = trash.items.find(onlyItemId())?.files ?? [];
    server.archive.database.exec("UPDATE trash SET state = 'restoring'");
    await rename(path.join(server.libraryFolder, place), path.join(gullsFolder(), `${gull}.mp4`));
    await takeAway();
    await trash.recover();
    expect(trash.items.unfinished()).toHaveLength(1);
    await bringBack();
    await trash.recover();
    expect([(await videoOf(gull)).youtube_id, trash.items.totals().items]).toEqual([gull, 0]);
    server.logLines.length = 0;
  });

  test('does not prevent an interrupted deletion from being undone; a folder that contains the trash of its own files does not count as absent', async () => {
    server.archive.database.exec("UPDATE trash SET state = 'moving', rows = '{}'; UPDATE video SET absence = NULL; DELETE FROM removed_video");
    await rm(path.join(gullsFolder(), `${tern}.mp4`));
    await trash.recover();
    expect([await readdir(gullsFolder()), trash.items.unfinished()]).toEqual([[`${gull}.mp4`], []]);
    await remove(`/api/video/${gull}/`);
    const [{ place } = { place: '' }] = trash.items.find(onlyItemId())?.files ?? [];
    const ownPlace = `Gulls/${trashFolderName}/9/0/${gull}.mp4`;
    await mkdir(path.join(server.libraryFolder, path.dirname(ownPlace)), { recursive: true });
    await rename(path.join(server.libraryFolder, place), path.join(server.libraryFolder, ownPlace));
    trash.items.setFiles(onlyItemId(), [{ file: `Gulls/${gull}.mp4`, place: ownPlace }]);
    expect(await trash.restore(onlyItemId())).toMatchObject({ kind: 'restored' });
  });
});

test('a restore interrupted after its files moved back keeps the marks, even if an import runs before the trash is recovered', async () => {
  await device.call('/api/watched/', { method: 'POST', body: { id: tideId, is_watched: true } });
  await remove(`/api/video/${tideId}/`);
  const movedFiles = trash.items.find(onlyItemId())?.files ?? [];
  // The deletion is dated back to make the restore clearly later, because file times come from a clock with coarse steps.
  server.archive.database.exec("UPDATE trash SET state = 'restoring'; UPDATE removed_video SET removed_ms = removed_ms - 1000");
  for (const { file, place } of movedFiles) await rename(path.join(server.libraryFolder, place), path.join(server.libraryFolder, file));
  await importAll();
  expect((await videoOf(tideId)).player.watched).toBe(true);
  await trash.recover();
  expect([(await videoOf(tideId)).player.watched, trash.items.totals().items]).toEqual([true, 0]);
});

test('two simultaneous deletions of one video make one item, which comes back complete', async () => {
  const filesBefore = await files();
  await Promise.all([remove(`/api/video/${tideId}/`), remove(`/api/video/${tideId}/`)]);
  expect(trash.items.allIds()).toHaveLength(1);
  expect(await trash.restoreAll()).toEqual({ restored: 1, problems: [] });
  expect(await files()).toEqual(filesBefore);
});

test('two simultaneous deletions of one channel or playlist make one item, which comes back complete', async () => {
  const filesBefore = await files();
  const customPlaylist = await device.json<WirePlaylist>('/api/playlist/custom/', { method: 'POST', body: { playlist_name: 'Mine' } });
  for (const address of [`/api/channel/${channelId}/`, `/api/playlist/${customPlaylist.playlist_id}/`]) {
    const answers = await Promise.all([remove(address), remove(address)]);
    expect(answers.every(({ status }) => status === 204 || status === 404)).toBe(true);
  }
  expect(trash.items.page(10, 0).map(({ kind }) => kind)).toEqual(['playlist', 'video', 'channel']);
  expect(await trash.restoreAll()).toEqual({ restored: 3, problems: [] });
  expect(await files()).toEqual(filesBefore);
});

test('an outdated page never acts on another item', async () => {
  await remove(`/api/video/${tideId}/`);
  const outdatedId = onlyItemId();
  await trash.restore(outdatedId);
  await remove(`/api/video/${tideId}/`);
  expect(await trash.remove(outdatedId)).toBe(false);
  expect(await trash.restore(onlyItemId())).toMatchObject({ kind: 'restored' });
});

test('an item that cannot be moved is refused with a message, and nothing changes', async () => {
  const filesBefore = await files();
  // With a file in place of the trash folder, not even root, who may write everywhere, can create the folder.
  await writeFile(path.join(server.libraryFolder, trashFolderName), '');
  const answer = await remove(`/api/video/${tideId}/`);
  expect([answer.status, await answer.json()]).toEqual([
    expect.any(Number),
    expect.objectContaining({ error: expect.stringContaining('could not be deleted') as string }),
  ]);
  await rm(path.join(server.libraryFolder, trashFolderName));
  expect(await files()).toEqual(filesBefore);
  expect((await videoOf(tideId)).youtube_id).toBe(tideId);
  expect(trash.items.totals().items).toBe(0);
});
