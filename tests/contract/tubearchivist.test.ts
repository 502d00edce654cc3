// The command imports an archive of TubeArchivist, whose folders stay where they are. Later scans of the library keep the imported data.
import { existsSync, mkdirSync } from 'node:fs';
import { copyFile, mkdtemp, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createArchive } from '../../server/archive/archive.ts';
import { importArchive } from '../../server/backups/tubearchivist/import-archive.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/transaction.ts';
import { importAndReport } from '../../server/start/import-tubearchivist.ts';
import { serverWording } from '../../server/texts/wording.ts';
import type { WireAppSettings, WireChannel, WireComment, WireDownloadItem, WirePlaylist, WireVideo } from '../../src/contract/names.ts';
import { plantOwner } from '../builders/archive-people.ts';
import { startServerProcess, type ServerProcess } from '../builders/server-process.ts';
import { signedIn, type SessionCookies, type ApiSession } from '../builders/server-session.ts';
import {
  aTubeArchivistFolder,
  entriesOf,
  jpeg,
  importedChannel,
  importedCustomPlaylist,
  importedPlaylist,
  someDocuments,
  writeZip,
  type TubeArchivistFolder,
} from '../builders/tubearchivist-folder.ts';
import { longTest } from '../long-test.ts';

const longTimeout = { timeout: 90_000 };

let root: string;
let oldArchive: TubeArchivistFolder;
let server: ServerProcess | null;
let cookies: SessionCookies | null;
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'stowaway-moving-'));
  oldArchive = await aTubeArchivistFolder(root);
  server = null;
  cookies = null;
});
afterEach(async () => {
  await server?.waitForExit('SIGKILL');
  await rm(root, { recursive: true, force: true });
});

const dataFolder = (): string => path.join(root, 'data');
async function runCommand(from: string, library = oldArchive.media) {
  const importProcess = startServerProcess(['--data', dataFolder(), '--library', library, '--import-tubearchivist', from]);
  const { code } = await importProcess.waitForExit();
  return { code, stdout: importProcess.stdout(), stderr: importProcess.stderr() };
}
async function startServer(): Promise<ApiSession> {
  cookies ??= plantOwner(dataFolder());
  server = startServerProcess(['--port', '0', '--data', dataFolder(), '--library', oldArchive.media]);
  const url = /https?:\/\/[^/ ]+/.exec(await server.ready())?.[0] ?? '';
  return signedIn(url, cookies);
}

async function expectImportedData(device: ApiSession): Promise<void> {
  const { data } = await device.json<{ data: WireVideo[] }>('/api/video/');
  expect(data.map(({ youtube_id }) => youtube_id).toSorted()).toEqual(['Wind_mill-1', 'wind-mill_2']);
  expect(await device.json<WireVideo>('/api/video/Wind_mill-1/')).toMatchObject({
    title: 'The mill Wind_mill-1',
    description: 'Filmed on a dike.',
    published: '2026-01-21T12:53:20+00:00',
    tags: ['dike', 'mill'],
    active: true,
    comment_count: 2,
    channel: { channel_name: 'Wind Works', channel_subscribed: true },
    player: { watched: true },
    playlist: [importedPlaylist],
    sponsorblock: { is_enabled: true, segments: [{ UUID: 'u1', actionType: 'skip', segment: [1.5, 9], votes: 4 }] },
    stats: { view_count: 900, like_count: 40, dislike_count: 3 },
    subtitles: [{ lang: 'en', name: 'English (by hand)', source: 'user' }],
  });
  expect(await device.json<WireVideo>('/api/video/wind-mill_2/')).toMatchObject({
    active: false,
    vid_type: 'streams',
    published: '2026-01-20T00:00:00+00:00',
    player: { watched: false },
  });
  expect(await device.json<WireChannel>(`/api/channel/${importedChannel}/`)).toMatchObject({
    channel_name: 'Wind Works',
    channel_description: 'Mills, and what they grind.',
    channel_subs: 5150,
    channel_subscribed: true,
    channel_tags: ['mills', 'wind'],
    channel_overwrites: { autodelete_days: 12, index_playlists: true },
  });
}

test('the command imports videos, people’s marks, playlists, comments, subtitles, pictures and the queue, and media plays', longTimeout, async () => {
  const { code, stdout, stderr } = await runCommand(oldArchive.cache);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('Imported: 2 videos (1 watched), 1 channel, 2 playlists, 2 comments, 2 in the queue.');
  expect(stdout).toContain(`Skipped, because their files are not in the library: 1 (${importedChannel}/goneFromDsk.mp4).`);
  expect(stdout).toContain('Skipped, because required data is missing: 1 record.');
  expect(existsSync(path.join(dataFolder(), 'restore'))).toBe(false);

  let device = await startServer();
  await expectImportedData(device);
  const comments = await device.json<WireComment[]>('/api/video/Wind_mill-1/comment/');
  expect(comments).toMatchObject([
    { comment_id: 'c1', comment_text: 'Well ground.', comment_author_is_uploader: true, comment_replies: [{ comment_id: 'c1.a' }] },
  ]);
  const playlist = await device.json<WirePlaylist>(`/api/playlist/${importedPlaylist}/`);
  expect(playlist).toMatchObject({ playlist_name: 'All mills', playlist_subscribed: true, playlist_type: 'regular' });
  expect(playlist.playlist_entries.map(({ youtube_id, downloaded }) => [youtube_id, downloaded])).toEqual([
    ['Wind_mill-1', true],
    ['wind-mill_2', true],
    ['neverThere1', false],
  ]);
  expect(await device.json<WirePlaylist>(`/api/playlist/${importedCustomPlaylist}/`)).toMatchObject({
    playlist_name: 'For rainy days',
    playlist_type: 'custom',
  });
  const queueItems = async (filter: string) => (await device.json<{ data: WireDownloadItem[] }>(`/api/download/?filter=${filter}`)).data;
  expect(await queueItems('pending')).toMatchObject([{ youtube_id: 'waitsInLin1', title: 'Waits in line', duration: '1h 02m 03s' }]);
  expect(await queueItems('ignore')).toMatchObject([{ youtube_id: 'notWanted_1' }]);
  expect((await device.json<WireAppSettings>('/api/appsettings/config/')).downloads.subtitle_index).toBe(true);

  for (const picture of [
    'videos/w/Wind_mill-1',
    'videos/w/wind-mill_2',
    `channels/${importedChannel}_thumb`,
    `channels/${importedChannel}_banner`,
    `playlists/${importedPlaylist}`,
  ]) {
    const answer = await device.call(`/cache/${picture}.jpg`);
    expect([picture, answer.status, Buffer.from(await answer.arrayBuffer()).equals(jpeg)]).toEqual([picture, 200, true]);
  }
  expect((await device.call(`/youtube/${importedChannel}/Wind_mill-1.mp4`)).status).toBe(200);
  expect(await (await device.call(`/youtube/${importedChannel}/Wind_mill-1.en.vtt`)).text()).toContain('The sails turn slowly.');
  await expect.poll(async () => JSON.stringify(await device.json('/api/search/?query=full%3A%20sails')), { timeout: 20_000 }).toContain('Wind_mill-1');

  // A changed file, an added subtitle and a rescan make the server read the file; the data from TubeArchivist stays.
  await server?.waitForExit('SIGTERM');
  const file = path.join(oldArchive.media, importedChannel, 'Wind_mill-1.mp4');
  await utimes(file, new Date(), new Date());
  await writeFile(path.join(oldArchive.media, importedChannel, 'Wind_mill-1.de.vtt'), 'WEBVTT\n\n00:00.000 --> 00:09.000\nLangsam.\n');
  device = await startServer();
  await device.json('/api/appsettings/rescan-filesystem/', { method: 'POST', body: { ignore_error: false, prefer_local: false } });
  await expect.poll(async () => (await device.json<WireVideo>('/api/video/Wind_mill-1/')).subtitles?.length, { timeout: 20_000 }).toBe(2);
  const video = await device.json<WireVideo>('/api/video/Wind_mill-1/');
  expect(video).toMatchObject({
    title: 'The mill Wind_mill-1',
    description: 'Filmed on a dike.',
    comment_count: 2,
    player: { watched: true },
    channel: { channel_name: 'Wind Works' },
  });
  expect(video.subtitles?.map(({ lang, source }) => [lang, source])).toEqual([
    ['de', 'file'],
    ['en', 'user'],
  ]);
});

describe('in this process', () => {
  let liveDatabase: Database;
  beforeEach(() => {
    mkdirSync(dataFolder());
    liveDatabase = openDatabase(path.join(dataFolder(), 'stowaway.sqlite'));
    createArchive(liveDatabase);
  });
  afterEach(() => liveDatabase.close());
  const runImport = (from: string, libraryFolder = oldArchive.media) =>
    importArchive({ live: liveDatabase, stagingFolder: path.join(dataFolder(), 'restore'), from, libraryFolder, log: () => undefined });

  test('a repeated import keeps later changes by people, and an import accepts the ZIP alone', async () => {
    const zipAlone = path.join(root, 'alone.zip');
    await copyFile(oldArchive.zip, zipAlone);
    expect(await runImport(zipAlone)).toMatchObject({ videos: 2, watched: 1, pictureFolder: null });
    const archive = createArchive(liveDatabase);
    expect(archive.videos.find('Wind_mill-1')).toMatchObject({ title: 'The mill Wind_mill-1', isWatched: true, watchedAt: 1_770_700_000, thumbFile: null });
    liveDatabase.exec(
      "UPDATE video SET is_watched = 1, watched_at = 5 WHERE video_id = 'wind-mill_2'; UPDATE channel SET overwrites = '{\"autodelete_days\":3}'",
    );
    archive.downloads.forget('waitsInLin1');
    archive.accounts.add({ name: 'mara', passwordHash: 'x', isStaff: true, isSuperuser: false });
    liveDatabase.exec("INSERT INTO position SELECT 1, id, 7, 1 FROM video WHERE video_id = 'wind-mill_2'");
    expect(await runImport(oldArchive.zip)).toMatchObject({ videos: 2, pictureFolder: oldArchive.cache });
    expect(archive.videos.find('wind-mill_2')).toMatchObject({
      isWatched: true,
      watchedAt: 5,
      thumbFile: path.join(await realpath(oldArchive.cache), 'videos/w/wind-mill_2.jpg'),
    });
    expect(archive.channels.find(importedChannel)?.overwrites).toEqual({ autodelete_days: 3 });
    expect(liveDatabase.prepare('SELECT seconds FROM position').all()).toEqual([{ seconds: 7 }]);
  });

  test('a repeated import keeps what people changed in a custom playlist, and takes over what changed in TubeArchivist', async () => {
    const importEntries = async (...videoIds: string[]): Promise<void> => {
      const documents = someDocuments();
      const playlist = documents['playlist']?.find((each) => each['playlist_id'] === importedCustomPlaylist) ?? {};
      playlist['playlist_entries'] = videoIds.map((videoId, idx) => ({ youtube_id: videoId, idx, title: videoId, uploader: 'Wind Works' }));
      await writeZip(oldArchive.zip, entriesOf(documents));
      await runImport(oldArchive.zip);
    };
    const archive = createArchive(liveDatabase);
    const currentIds = (): string[] => (archive.playlists.find(importedCustomPlaylist)?.entries ?? []).map(({ videoId }) => videoId);
    await importEntries('sails_turn1', 'wind-mill_2', 'dike_walk_1');
    // Nobody changes the playlist in Stowaway, so the order in TubeArchivist is taken over.
    await importEntries('wind-mill_2', 'sails_turn1', 'dike_walk_1');
    expect(currentIds()).toEqual(['wind-mill_2', 'sails_turn1', 'dike_walk_1']);
    archive.customPlaylists.remove(importedCustomPlaylist, 'sails_turn1');
    archive.customPlaylists.add(importedCustomPlaylist, 'Wind_mill-1');
    archive.customPlaylists.move(importedCustomPlaylist, 'Wind_mill-1', 'top', false);
    await importEntries('wind-mill_2', 'sails_turn1', 'dike_walk_1');
    expect(currentIds()).toEqual(['Wind_mill-1', 'wind-mill_2', 'dike_walk_1']);
    await importEntries('wind-mill_2', 'sails_turn1', 'millstone_1');
    expect(currentIds()).toEqual(['Wind_mill-1', 'wind-mill_2', 'millstone_1']);
    // An earlier version did not record the imported entries.
    liveDatabase.exec('UPDATE playlist SET imported_entries = NULL');
    archive.customPlaylists.remove(importedCustomPlaylist, 'millstone_1');
    await importEntries('wind-mill_2', 'millstone_1');
    expect(currentIds()).toEqual(['Wind_mill-1', 'wind-mill_2', 'millstone_1']);
  });

  test.each<
    [description: string, from: () => string, hasLibrary: boolean, entries: (allEntries: Record<string, string>) => Record<string, string>, message: RegExp]
  >([
    ['a folder that is not there', () => path.join(root, 'nowhere'), true, (allEntries) => allEntries, /nowhere does not exist/],
    ['a folder without a backup', () => oldArchive.media, true, (allEntries) => allEntries, /There is no backup\/ta_backup-….zip in/],
    ['another library', () => oldArchive.zip, false, (allEntries) => allEntries, /None of its 3 videos is in the library/],
    ['another ZIP', () => oldArchive.zip, true, () => ({ 'notes.txt': 'x' }), /is not a backup of TubeArchivist: it contains no videos/],
    [
      'a broken line',
      () => oldArchive.zip,
      true,
      (allEntries) => ({ ...allEntries, 'es_playlist-20260214-0.json': '{"index": {"_index": "ta_playlist", "_id": "x"}}\n{"playlist_id"\n' }),
      /Line 2 of es_playlist-20260214-0\.json is not a JSON object/,
    ],
    [
      'a line without its action',
      () => oldArchive.zip,
      true,
      (allEntries) => ({ ...allEntries, 'es_download-20260214-0.json': '{"youtube_id": "x"}\n{}\n' }),
      /Line 1 of es_download-20260214-0\.json is not the action/,
    ],
    [
      'a file that ends in the middle',
      () => oldArchive.zip,
      true,
      (allEntries) => ({ ...allEntries, 'es_comment-20260214-0.json': '{"index": {"_index": "ta_comment", "_id": "x"}}\n' }),
      /incomplete: es_comment-20260214-0\.json ends in the middle/,
    ],
  ])('%s is refused with a message, and changes nothing', async (_description, from, hasLibrary, entries, message) => {
    liveDatabase.exec("INSERT INTO task_notification (task_name, url) VALUES ('run_backup', 'https://hooks.example/x')");
    await writeZip(oldArchive.zip, entries(entriesOf(someDocuments())));
    const rowsBefore = rowsOf(liveDatabase);
    await expect(runImport(from(), hasLibrary ? oldArchive.media : root)).rejects.toThrow(message);
    expect(rowsOf(liveDatabase)).toEqual(rowsBefore);
    expect(existsSync(path.join(dataFolder(), 'restore'))).toBe(false);
  });

  test('an import skips videos whose file or id leads outside the library, and subtitles whose file does', async () => {
    const documents = someDocuments();
    const [video] = documents['video'] ?? [];
    documents['video'] = [
      ...(documents['video'] ?? []),
      { ...video, youtube_id: 'leadsOutOf1', media_url: '../../etc/passwd' },
      { ...video, youtube_id: 'leadsOutOf2', media_url: '/etc/passwd' },
      { ...video, youtube_id: '../../../x', media_url: `${importedChannel}/Wind_mill-1.mp4` },
      { ...video, youtube_id: 'leadsOutOf3', media_url: `${importedChannel}/wind-mill_2.mp4`, subtitles: [{ lang: 'en', media_url: '../../secret.vtt' }] },
    ];
    await writeZip(oldArchive.zip, entriesOf(documents));
    expect(await runImport(oldArchive.cache)).toMatchObject({ unreadable: 4 });
    expect(createArchive(liveDatabase).videos.find('leadsOutOf3')).toMatchObject({ subtitles: [] });
  });

  test('the command reports a video and a channel that the database refuses, does not count them as imported, and leaves them unchanged', async () => {
    const otherChannel = 'UCrainRainRainRainRainRa';
    const documents = someDocuments();
    documents['channel'] = [...(documents['channel'] ?? []), { ...documents['channel']?.[0], channel_id: otherChannel }];
    await writeZip(oldArchive.zip, entriesOf(documents));
    await runImport(oldArchive.cache);
    liveDatabase.exec(`
      UPDATE video SET is_watched = 0, watched_at = NULL, sidecar_hash = 'read';
      UPDATE channel SET is_subscribed = 0;
      CREATE TRIGGER refuse_video BEFORE INSERT ON video WHEN new.video_id = 'Wind_mill-1' BEGIN SELECT RAISE(ABORT, 'refused'); END;
      CREATE TRIGGER refuse_channel BEFORE INSERT ON channel WHEN new.channel_id = '${otherChannel}' BEGIN SELECT RAISE(ABORT, 'refused'); END`);
    const logSpy = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    onTestFinished(() => logSpy.mockRestore());
    await importAndReport(liveDatabase, { from: oldArchive.cache, libraryFolder: oldArchive.media, dataFolder: dataFolder() }, serverWording);
    const lines = logSpy.mock.calls.map(([line]) => line as string);
    expect(lines).toContain('Imported: 1 video (0 watched), 1 channel, 2 playlists, 2 comments, 0 in the queue.');
    expect(lines).toContain(`Skipped, because the database could not store them: 2 (${otherChannel}, Wind_mill-1).`);
    expect(liveDatabase.prepare('SELECT video_id, is_watched, sidecar_hash FROM video ORDER BY video_id').all()).toEqual([
      { video_id: 'Wind_mill-1', is_watched: 0, sidecar_hash: 'read' },
      { video_id: 'wind-mill_2', is_watched: 0, sidecar_hash: '' },
    ]);
    expect(createArchive(liveDatabase).channels.find(otherChannel)?.isSubscribed).toBe(false);
  });

  test('an import with another library is refused, even if the database also refuses a channel', async () => {
    liveDatabase.exec("CREATE TRIGGER refuse_channel BEFORE INSERT ON channel BEGIN SELECT RAISE(ABORT, 'refused'); END");
    const rowsBefore = rowsOf(liveDatabase);
    await expect(runImport(oldArchive.zip, root)).rejects.toThrow('None of its 3 videos is in the library');
    expect(rowsOf(liveDatabase)).toEqual(rowsBefore);
  });

  test('an import accepts an old file with versions in its index names', async () => {
    const versionedEntries = Object.entries(entriesOf(someDocuments())).map(([name, text]) => [name, text.replace(/"ta_(\w+)"/g, '"ta_$1_v17"')]);
    await writeZip(oldArchive.zip, Object.fromEntries(versionedEntries) as Record<string, string>);
    expect(await runImport(oldArchive.cache)).toMatchObject({ videos: 2, playlists: 2, downloads: 2 });
  });
});

longTest('the command reports an error in one line', longTimeout, async () => {
  const { code, stderr } = await runCommand(path.join(root, 'nowhere'));
  expect([code, stderr.trim()]).toEqual([1, `stowaway: Nothing was imported. ${path.join(root, 'nowhere')} does not exist.`]);
});

function rowsOf(database: Database): unknown {
  return ['video', 'channel', 'playlist', 'playlist_entry', 'video_comments', 'download', 'archive', 'task_notification'].map((table) =>
    database.prepare(`SELECT * FROM ${table}`).all(),
  );
}
