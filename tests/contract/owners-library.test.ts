// The owner's own library is only read: what a refresh learns is stored in the data folder, and files are written beside the owner's only
// where the owner allows it. A stand-in for yt-dlp answers instead of the sites.
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createImporter } from '../../server/library/import-pass.ts';
import { createLibraryLock } from '../../server/library/library-lock.ts';
import { createTrash } from '../../server/trash/trash.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import type { WireBackup, WireChannel, WireNotification, WirePlaylist, WireVideo } from '../../src/contract/names.ts';
import { openAdminBrowser } from '../builders/admin-browser.ts';
import { aCollectionInfo, anInfo } from '../builders/library-folder.ts';
import { aJpeg, anMp4 } from '../builders/library-media.ts';
import { startServerArchive, type ServerArchive, type ServerArchiveOptions } from '../builders/server-archive.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { aFakeYtDlp, type FakeYtDlp } from '../doubles/fake-yt-dlp.ts';
import { longTest } from '../long-test.ts';

const channelId = 'UCh4rb0urN0tesHarbNotes1';
const channelUrl = `https://www.youtube.com/channel/${channelId}`;
const playlistId = 'PLt1deTablesTideTablesTideTablesT1';
const playlistUrl = `https://www.youtube.com/playlist?list=${playlistId}`;
const pierId = 'Qx7vR2mKc-4';
/** A video without a description file. */
const ropeId = 'Rop3sAndKn0';
const watchUrl = (id: string): string => `https://www.youtube.com/watch?v=${id}`;
const oldDate = new Date(1_700_000_000_000);

let ytDlp: FakeYtDlp;
let servers: ServerArchive[];
let server: ServerArchive;
let device: ApiSession;
beforeEach(async () => {
  ytDlp = await aFakeYtDlp();
  servers = [];
  [server, device] = await anArchive();
  const playlistFields = { playlist_id: playlistId, playlist_title: 'Tide tables', playlist_webpage_url: playlistUrl, playlist_index: 1 };
  await put(`${pierId}.info.json`, anInfo({ id: pierId, title: 'Low tide', webpage_url: watchUrl(pierId), epoch: 1_699_999_000, ...playlistFields }));
  await put(`${pierId}.mp4`, anMp4({}));
  await put(`${pierId}.webp`, aJpeg('old'));
  await put(`Ropes [${ropeId}].mp4`, anMp4({ mediaBytes: 500 }));
  await importAll();
});
afterEach(async () => {
  for (const runningServer of servers) await runningServer.stop();
  await ytDlp.remove();
});

async function anArchive(options: Partial<ServerArchiveOptions> = {}): Promise<[ServerArchive, ApiSession]> {
  const startedServer = await startServerArchive({ fill: () => undefined, isOwnersLibrary: true, ytDlp: ytDlp.program, ...options });
  servers.push(startedServer);
  startedServer.archive.appSettings.change({ downloads: { sleep_interval: 0 } });
  return [startedServer, await startedServer.login()];
}
async function put(name: string, content: Buffer | Record<string, unknown>, modifiedAt = oldDate): Promise<void> {
  const file = path.join(server.libraryFolder, 'Harbour Notes', name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, Buffer.isBuffer(content) ? content : JSON.stringify(content));
  await utimes(file, modifiedAt, modifiedAt);
}
const importAll = (importingServer = server) =>
  createImporter({
    root: importingServer.library,
    catalogue: createSqliteCatalogue(importingServer.archive.database),
    log: () => undefined,
    recheckDelayMs: 0,
  }).run(new AbortController().signal);
const taskCount = (ofServer: ServerArchive) => ofServer.archive.database.prepare('SELECT count(*) AS n FROM task').get();
async function runTask(address: string, body?: unknown, runningServer = server, caller = device): Promise<WireNotification | undefined> {
  const { task_id } = await caller.json<{ task_id: string }>(address, { method: 'POST', ...(body === undefined ? {} : { body }) });
  await expect.poll(() => taskCount(runningServer), { timeout: 20_000 }).toEqual({ n: 0 });
  return (await caller.json<WireNotification[]>('/api/notification/')).find(({ id }) => id === task_id);
}
const refresh = (body: Record<string, string[]>) => runTask('/api/refresh/', body);
const video = (id: string, caller = device) => caller.json<WireVideo>(`/api/video/${id}/`);
const pictureOf = async (id: string, caller = device): Promise<string> => (await caller.call((await video(id, caller)).vid_thumb_url ?? '')).text();

/** Every file of the library with its bytes and times. */
async function stateOfLibrary(): Promise<Record<string, string>> {
  const state: Record<string, string> = {};
  for (const name of await readdir(server.libraryFolder, { recursive: true })) {
    const file = path.join(server.libraryFolder, name);
    const fileStat = await stat(file);
    const content = fileStat.isFile()
      ? createHash('sha256')
          .update(await readFile(file))
          .digest('hex')
      : 'folder';
    state[name] = `${content} ${fileStat.mtimeMs}`;
  }
  return state;
}

async function serveAll(changes: Record<string, unknown> = {}): Promise<void> {
  const entryOf = (id: string) => ({ _type: 'url', id, url: watchUrl(id), title: `${id} there`, ie_key: 'Youtube' });
  const infoOf = (id: string, title: string) => anInfo({ id, title, webpage_url: watchUrl(id), original_url: watchUrl(id), epoch: 1_790_000_000, ...changes });
  await ytDlp.serve({
    [watchUrl(pierId)]: { info: infoOf(pierId, 'High tide'), pictures: { '.jpg': 'new picture' } },
    [watchUrl(ropeId)]: { info: infoOf(ropeId, 'Ropes and knots'), pictures: { '.jpg': 'a knot' } },
    [channelUrl]: {
      info: aCollectionInfo({
        webpage_url: channelUrl,
        id: channelId,
        title: 'Harbour Notes - Videos',
        channel: 'Harbour Notes',
        description: 'Piers and ropes.',
      }),
      pictures: { '.avatar_uncropped.jpg': 'face', '.banner_uncropped.jpg': 'wide' },
    },
    [playlistUrl]: {
      info: {
        _type: 'playlist',
        id: playlistId,
        title: 'Tide tables, new',
        extractor: 'youtube:tab',
        webpage_url: playlistUrl,
        entries: [entryOf(ropeId), entryOf(pierId)],
      },
    },
  });
}
const wholeLibrary = { video: [pierId, ropeId], channel: [channelId], playlist: [playlistId] };

async function expectLearnedData(caller = device): Promise<void> {
  expect(await video(pierId, caller)).toMatchObject({ title: 'High tide', active: true, playlist: [playlistId] });
  expect(await video(ropeId, caller)).toMatchObject({ title: 'Ropes and knots', channel: { channel_id: channelId, channel_name: 'Harbour Notes' } });
  expect([await pictureOf(pierId, caller), await pictureOf(ropeId, caller)]).toEqual(['new picture', 'a knot']);
  const channel = await caller.json<WireChannel>(`/api/channel/${channelId}/`);
  expect(channel.channel_description).toBe('Piers and ropes.');
  expect(await (await caller.call(channel.channel_thumb_url ?? '')).text()).toBe('face');
  expect(await (await caller.call(channel.channel_banner_url ?? '')).text()).toBe('wide');
  const playlist = await caller.json<WirePlaylist>(`/api/playlist/${playlistId}/`);
  expect([playlist.playlist_name, playlist.playlist_entries.map(({ title }) => title)]).toEqual(['Tide tables, new', ['Ropes and knots', 'High tide']]);
}

test('a refresh changes neither bytes nor times of the owner’s files, and the archive serves the refreshed data, even after a restart', async () => {
  await device.call('/api/watched/', { method: 'POST', body: { id: pierId, is_watched: true } });
  const stateBefore = await stateOfLibrary();
  await serveAll();
  expect(await refresh(wholeLibrary)).toMatchObject({ level: 'info', messages: ['2 videos refreshed.'] });
  expect(await stateOfLibrary()).toEqual(stateBefore);
  await expectLearnedData();
  expect((await video(pierId)).player.watched).toBe(true);

  await server.kill();
  await server.start();
  expect(await importAll()).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
  server.archive.database.exec("UPDATE video SET sidecar_hash = ''");
  expect(await importAll()).toMatchObject({ updated: 2 });
  await expectLearnedData();
  expect(await stateOfLibrary()).toEqual(stateBefore);
});

longTest('a backup contains the data of a refresh and restores the data into another machine’s empty data folder', async () => {
  await serveAll();
  await refresh(wholeLibrary);
  await runTask('/api/task/by-name/run_backup/');
  const [backup] = await device.json<WireBackup[]>('/api/appsettings/backup/');

  const [otherServer, otherDevice] = await anArchive();
  await cp(server.libraryFolder, otherServer.libraryFolder, { recursive: true });
  await mkdir(path.join(otherServer.folder, 'backups'), { recursive: true });
  await cp(path.join(server.folder, 'backups', backup?.filename ?? ''), path.join(otherServer.folder, 'backups', backup?.filename ?? ''));
  // The copies have new times, but an unchanged file must not count as newer than what was learned.
  await runTask(`/api/appsettings/backup/${backup?.filename}/`, undefined, otherServer, otherDevice);
  await expectLearnedData(otherDevice);
});

longTest('files that the owner’s own tools write later take precedence over the data of a refresh', async () => {
  await serveAll();
  await refresh(wholeLibrary);
  const laterDate = new Date(Date.now() + 60_000);
  await put(`${pierId}.info.json`, anInfo({ id: pierId, title: 'Spring tide', webpage_url: watchUrl(pierId) }), laterDate);
  await put(`${pierId}.webp`, aJpeg('newer'), laterDate);
  await importAll();
  expect(await video(pierId)).toMatchObject({ title: 'Spring tide' });
  expect(await pictureOf(pierId)).toBe(aJpeg('newer').toString());
  await serveAll({ tags: ['moon'] });
  await refresh({ video: [pierId] });
  expect(await video(pierId)).toMatchObject({ title: 'High tide', tags: ['moon'] });
});

longTest('a video that disappears from its source and returns changes no file', async () => {
  const stateBefore = await stateOfLibrary();
  await ytDlp.serve({});
  await refresh({ video: [pierId, ropeId] });
  expect([await video(pierId), await video(ropeId)]).toMatchObject([
    { active: false, title: 'Low tide' },
    { active: false, title: 'Ropes' },
  ]);
  await serveAll({ availability: null });
  await refresh({ video: [pierId, ropeId] });
  await expect(Promise.all([video(pierId), video(ropeId)])).resolves.toMatchObject([{ active: true }, { active: true }]);
  expect(await stateOfLibrary()).toEqual(stateBefore);
});

test('where the owner allows it, a refresh writes files beside the owner’s, including data of earlier refreshes', async () => {
  await serveAll({ comments: [{ id: 'c1', parent: 'root', author: 'Ines', text: 'Still there?', timestamp: 1_700_000_100 }] });
  await refresh(wholeLibrary);
  server.archive.librarySettings.change({ writesBesideOwner: true });
  await serveAll();
  await refresh(wholeLibrary);
  await expectLearnedData();
  const writtenInfo = JSON.parse(await readFile(path.join(server.libraryFolder, 'Harbour Notes', `${pierId}.info.json`), 'utf8')) as { comments: unknown[] };
  expect(writtenInfo).toMatchObject({ title: 'High tide', playlist_id: playlistId, comments: [{ id: 'c1' }] });
  expect((await readdir(path.join(server.libraryFolder, 'Harbour Notes'))).toSorted()).toEqual(
    [
      `${pierId}.info.json`,
      `${pierId}.mp4`,
      `${pierId}.webp`,
      `${playlistId}.info.json`,
      `Ropes [${ropeId}].info.json`,
      `Ropes [${ropeId}].jpg`,
      `Ropes [${ropeId}].mp4`,
      `${channelId}.avatar_uncropped.jpg`,
      `${channelId}.banner_uncropped.jpg`,
      `${channelId}.info.json`,
    ].toSorted(),
  );
  // The new picture of the pier video stays in the data folder, because the owner’s own picture is not replaced.
  expect(server.archive.database.prepare('SELECT (SELECT count(*) FROM learned) + (SELECT count(*) FROM learned_picture) AS n').get()).toEqual({ n: 1 });
});

longTest('where the owner allows writing, existing pictures stay unchanged; the archive stores new pictures in the data folder and shows them', async () => {
  await put(`Ropes [${ropeId}].jpg`, aJpeg('drawn by hand'));
  await put(`${channelId}.avatar_uncropped.jpg`, aJpeg('the owner’s own face'));
  await importAll();
  const pictures = async () => Object.fromEntries(Object.entries(await stateOfLibrary()).filter(([name]) => /\.(jpg|webp)$/.test(name)));
  const picturesBefore = await pictures();
  server.archive.librarySettings.change({ writesBesideOwner: true });
  await serveAll();
  expect(await refresh(wholeLibrary)).toMatchObject({ level: 'info' });
  expect(await pictures()).toEqual(picturesBefore);
  await expectLearnedData();

  // An unreadable description is not replaced either.
  await put(`${playlistId}.info.json`, Buffer.from('{"title": "half'));
  expect(await refresh({ playlist: [playlistId] })).toMatchObject({ level: 'error' });
  expect(await readFile(path.join(server.libraryFolder, 'Harbour Notes', `${playlistId}.info.json`), 'utf8')).toBe('{"title": "half');
});

test('deleting a channel or a video removes its learned data, which a restore brings back', async () => {
  await serveAll();
  await refresh(wholeLibrary);
  const learnedRefs = (): string[] =>
    (server.archive.database.prepare('SELECT ref FROM learned UNION SELECT ref FROM learned_picture ORDER BY 1').all() as { ref: string }[]).map(
      ({ ref }) => ref,
    );
  expect(learnedRefs()).toEqual([playlistId, pierId, ropeId, channelId]);
  const trash = createTrash({ archive: server.archive, library: server.library, libraryLock: createLibraryLock(), log: () => undefined });
  expect((await device.call(`/api/channel/${channelId}/`, { method: 'DELETE' })).status).toBe(204);
  expect(learnedRefs()).not.toContain(channelId);
  expect(await trash.restoreAll()).toMatchObject({ problems: [] });
  expect(learnedRefs()).toEqual([playlistId, pierId, ropeId, channelId]);
  expect((await device.call(`/api/video/${pierId}/`, { method: 'DELETE' })).status).toBe(204);
  await trash.empty();
  expect(learnedRefs()).toEqual([playlistId, ropeId, channelId]);
});

test('the setting for writing is on the library page; while it is off, embedding skips the owner’s files and says so', async () => {
  // Embedding needs ffmpeg and ffprobe, which are not run here.
  const programFolder = path.join(server.folder, 'programs');
  await mkdir(programFolder);
  for (const name of ['ffmpeg', 'ffprobe']) await writeFile(path.join(programFolder, name), '', { mode: 0o755 });
  vi.stubEnv('PATH', `${programFolder}:${process.env['PATH']}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  await server.kill();
  await server.start();
  const browser = openAdminBrowser(server.url);
  browser.cookies.set('sessionid', server.archive.sessions.start(server.archive.accounts.find('mara')?.id ?? 0, false, 'a test').token);
  expect((await browser.open('/admin/library/')).text).toContain('Your files are only read.');
  const notification = await runTask('/api/task/by-name/resync_metadata/');
  expect(notification?.messages[1]).toBe('2 of your files were left as they are: writing into your files is off (Library, on /admin/).');
  expect((await browser.send('/admin/library/write-beside/', { writes: 'on' })).status).toBe(303);
  expect(server.archive.librarySettings.get().writesBesideOwner).toBe(true);
  expect((await browser.open('/admin/library/')).text).toContain('Only read my files');
});
