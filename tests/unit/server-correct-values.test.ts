// A restore leaves invalid values out of a backup that somebody has altered.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createArchive } from '../../server/archive/archive.ts';
import { correctValues } from '../../server/backups/correct-values.ts';
import { fillDerived } from '../../server/backups/fill-derived.ts';
import { checkPaths } from '../../server/backups/library-paths.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { videoDocuments } from '../../server/http/documents/video-document.ts';
import { aChannel, aVideo } from '../builders/server-records.ts';

const channelId = 'UCharbourharbourharbour1';

function anArchive(file = ':memory:') {
  const archive = createArchive(openDatabase(file));
  onTestFinished(() => archive.database.close());
  archive.accounts.add({ name: 'mara', passwordHash: '', isStaff: true, isSuperuser: false });
  const catalogue = createSqliteCatalogue(archive.database);
  catalogue.putChannels([aChannel({ channelId, thumbFile: 'Harbour/harbour.jpg' })]);
  const subtitles = [{ lang: 'en', name: 'English', source: 'file' as const, file: 'Harbour/pier.en.vtt' }];
  catalogue.putVideos([aVideo({ videoId: 'pier', channelId, mediaFile: 'Harbour/pier.mp4', thumbFile: 'Harbour/pier.webp', subtitles })]);
  archive.userSettings.change(1, { page_size: 24, hide_watched: false });
  archive.appSettings.change({ downloads: { limit_speed: 500, format: 'best' }, subscriptions: { channel_size: null, auto_start: true } });
  archive.librarySettings.change({ trashDays: 3 });
  archive.schedules.save('check_reindex', '0 12 *', { days: 30 });
  return archive;
}

async function aDatabaseFile(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-correct-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return path.join(folder, 'stowaway.sqlite');
}

const readAllRows = (archive: ReturnType<typeof anArchive>) =>
  ['account', 'archive', 'schedule', 'channel', 'video'].map((table) => archive.database.prepare(`SELECT * FROM ${table}`).all());

test('a backup without invalid values stays as it is', async () => {
  const archive = anArchive();
  const rowsBefore = readAllRows(archive);
  expect(await correctValues(archive.database)).toEqual([]);
  expect(readAllRows(archive)).toEqual(rowsBefore);
});

test('every value that the API accepts stays', async () => {
  const archive = anArchive();
  archive.appSettings.change({ downloads: { comment_sort: null, sleep_interval: null }, subscriptions: { channel_size: 0 } });
  archive.schedules.save('check_reindex', null, { days: 0 });
  archive.schedules.save('run_backup', '0 18 0', { rotate: 0 });
  archive.schedules.save('rescan_filesystem', '0 4 *', {});
  const rowsBefore = readAllRows(archive);
  expect(await correctValues(archive.database)).toEqual([]);
  expect(readAllRows(archive)).toEqual(rowsBefore);
});

test('a missing video whose path another video took stays, with its marks', async () => {
  const archive = anArchive();
  const catalogue = createSqliteCatalogue(archive.database);
  archive.database.exec('INSERT INTO position SELECT 1, id, 5, 1 FROM video');
  catalogue.putVideos([aVideo({ videoId: 'wind', channelId, mediaFile: 'Harbour/pier.mp4' })]);
  expect(archive.database.prepare("SELECT media_file, absence FROM video WHERE video_id = 'pier'").get()).toEqual({
    media_file: '.moved/pier',
    absence: 'missing',
  });
  const rowsBefore = readAllRows(archive);
  expect(await correctValues(archive.database)).toEqual([]);
  expect(readAllRows(archive)).toEqual(rowsBefore);
  expect(archive.database.prepare('SELECT count(*) AS n FROM position').get()).toEqual({ n: 1 });
});

test('settings of the wrong type are left out, and reported', async () => {
  const archive = anArchive();
  const setJson = (sql: string, value: unknown): void => void archive.database.prepare(sql).run(JSON.stringify(value));
  setJson('UPDATE account SET settings = ?', { page_size: 'many', sort_by: 'published; --', grid_items: 4 });
  setJson("UPDATE archive SET value = ? WHERE key = 'app-settings'", { downloads: { limit_speed: 'fast', format: 'best' }, subscriptions: 7, other: {} });
  setJson("UPDATE archive SET value = ? WHERE key = 'keeper-settings'", { trashDays: 'never', writesBesideOwner: true });
  expect(await correctValues(archive.database)).toEqual([
    'Settings of mara that are not valid were left out.',
    'Settings of the archive that are not valid were left out.',
    'Settings of the archive that are not valid were left out.',
  ]);
  expect(archive.userSettings.get(1)).toMatchObject({ page_size: 12, sort_by: 'published', grid_items: 4 });
  expect(archive.appSettings.get()).toMatchObject({ downloads: { limit_speed: null, format: 'best' }, subscriptions: { channel_size: 50 } });
  expect(archive.librarySettings.get()).toMatchObject({ trashDays: 7, writesBesideOwner: true });
});

test('settings that are not JSON are left out', async () => {
  const archive = anArchive();
  archive.database.exec("UPDATE archive SET value = 'none' WHERE key = 'app-settings'");
  expect(await correctValues(archive.database)).toHaveLength(1);
  expect(archive.appSettings.get().downloads.format).toBe(null);
});

test('an invalid schedule is left out, and reported', async () => {
  const archive = anArchive();
  const insert = archive.database.prepare('INSERT INTO schedule (task_name, form, config, counted_from_ms) VALUES (?, ?, ?, 0)');
  insert.run('no_such_task', '0 12 *', '{}');
  archive.database.exec("DELETE FROM schedule WHERE task_name IN ('run_backup', 'check_reindex', 'version_check')");
  insert.run('run_backup', 'every now and then', '{}');
  insert.run('version_check', '0 */30 *', '{}');
  insert.run('check_reindex', '0 12 *', '{"days": "soon"}');
  expect((await correctValues(archive.database)).toSorted()).toEqual([
    'The configuration of the schedule of check_reindex is not valid and was left out.',
    'The schedule of no_such_task is not valid and was left out.',
    'The schedule of run_backup is not valid and was left out.',
    'The schedule of version_check is not valid and was left out.',
  ]);
  expect(archive.schedules.find('check_reindex')?.config).toEqual({});
  expect([archive.schedules.find('run_backup'), archive.schedules.find('no_such_task')]).toEqual([null, null]);
});

test('videos, pictures and subtitles whose files are of the wrong kind are left out, and reported', async () => {
  const archive = anArchive();
  createSqliteCatalogue(archive.database).putVideos([
    aVideo({ videoId: 'diary', channelId, mediaFile: 'Harbour/diary.txt' }),
    // Paths are relative to the library.
    aVideo({ videoId: 'gull', channelId, mediaFile: '/Harbour/gull.mp4' }),
  ]);
  archive.database.exec('INSERT INTO position SELECT 1, id, 5, 1 FROM video');
  archive.database.exec("UPDATE channel SET thumb_file = 'Harbour/diary.txt'");
  archive.database.exec(
    `UPDATE video SET subtitles = '[{"lang":"en","file":"Harbour/diary.txt"},{"lang":"de","file":"Harbour/pier.de.VTT"}]' WHERE video_id = 'pier'`,
  );
  expect(await correctValues(archive.database)).toEqual([
    'Left out, because their files are not media files: 2 videos.',
    'Pictures and subtitles whose files are of another kind were left out.',
  ]);
  expect(archive.videos.allIds()).toEqual(['pier']);
  expect(archive.videos.find('pier')).toMatchObject({ thumbFile: 'Harbour/pier.webp', subtitles: [{ lang: 'de' }] });
  expect(archive.channels.find(channelId)?.thumbFile).toBe(null);
  expect(archive.database.prepare('SELECT count(*) AS n FROM position').get()).toEqual({ n: 1 });
});

test('rows whose ids would lead out of a folder are left out, with what belongs to them, and reported', async () => {
  const archive = anArchive();
  const playlistId = archive.customPlaylists.create('Walks');
  archive.customPlaylists.add(playlistId, 'pier');
  createSqliteCatalogue(archive.database).putVideos([
    aVideo({ videoId: '../..', channelId, mediaFile: 'Harbour/wind.mp4' }),
    aVideo({ videoId: 'gull', channelId: 'a/b', mediaFile: 'Harbour/gull.mp4' }),
  ]);
  archive.database.exec('INSERT INTO position SELECT 1, id, 5, 1 FROM video');
  const entry = { title: 'Wind', channelId: '', channelName: '', duration: 0, publishedAt: null, kind: 'videos', expectedSize: null, listed: null } as const;
  for (const videoId of ['kelp', '..', '../../..', '/rope', ''])
    archive.downloads.add(
      { ...entry, videoId, sourceUrl: 'https://quay.example/', pictureUrl: null },
      { status: 'pending', isAutoStart: true, isForced: false },
    );
  archive.learned.putPicture('video', 'pier', 'plain', `${'0'.repeat(64)}.jpg`, null);
  archive.learned.putPicture('channel', channelId, 'plain', '../../stowaway.sqlite', null);
  archive.database.exec(`PRAGMA foreign_keys = OFF; UPDATE playlist SET playlist_id = '../Walks'; UPDATE playlist_entry SET playlist_id = '../Walks'`);
  expect(await correctValues(archive.database)).toEqual([
    'Videos, channels, playlists, pictures and queue items whose ids or names are not valid were left out.',
  ]);
  expect([archive.videos.allIds(), archive.downloadRuns.pendingIds()]).toEqual([['pier'], ['kelp']]);
  const countRows = (table: string) => (archive.database.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;
  expect(['position', 'playlist', 'playlist_entry', 'learned_picture'].map(countRows)).toEqual([1, 0, 0, 1]);
});

test.each([
  [
    'items that are not objects',
    '["Harbour/pier.en.vtt",null,7,{"lang":"en","name":"English","source":"file","file":"Harbour/pier.en.vtt"},{"file":3}]',
    ['en'],
  ],
  // With such an item, every answer about the video would fail.
  ['items without a language', '[{"file":"Harbour/pier.en.vtt"},{"lang":7,"file":"Harbour/pier.en.vtt"},{"lang":"de","file":"Harbour/pier.de.vtt"}]', ['de']],
  ['text that is not JSON', 'none', []],
  ['an object', '{"file":"Harbour/pier.en.vtt"}', []],
])('subtitles with %s are left out, and reported', async (_what, subtitles, keptLanguages) => {
  const file = await aDatabaseFile();
  const archive = anArchive(file);
  archive.database.prepare('UPDATE video SET subtitles = ?').run(subtitles);
  await checkPaths(archive.database, file, []);
  expect(await correctValues(archive.database)).toEqual(['Pictures and subtitles whose files are of another kind were left out.']);
  expect(archive.videos.find('pier')?.subtitles.map(({ lang }) => lang)).toEqual(keptLanguages);
});

test('the server does other work while the paths of a snapshot are checked', async () => {
  const file = await aDatabaseFile();
  const archive = anArchive(file);
  let hasWorked = false;
  setImmediate(() => (hasWorked = true));
  await checkPaths(archive.database, file, []);
  expect(hasWorked).toBe(true);
});

test('paths of pictures outside the picture folders are left out', async () => {
  const file = await aDatabaseFile();
  const archive = anArchive(file);
  archive.database.exec("UPDATE video SET thumb_file = '/elsewhere/pier.webp'; UPDATE channel SET thumb_file = '/pictures/harbour.jpg'");
  await checkPaths(archive.database, file, ['/pictures']);
  expect([archive.videos.find('pier')?.thumbFile, archive.channels.find(channelId)?.thumbFile]).toEqual([null, '/pictures/harbour.jpg']);
});

const stream = { index: 0, type: 'video', codec: 'h264', codecString: null, bitrate: 1, width: 1920, height: 1080 };
const segment = { uuid: 'u', actionType: 'skip', category: 'sponsor', startSeconds: 1, endSeconds: 2, votes: 0, isLocked: false };

test.each([
  ['streams', [stream]],
  ['chapters', [{ title: 'Pier', startSeconds: 3 }]],
  ['sponsor_segments', [segment]],
  ['tags', ['sea']],
  ['categories', ['Travel']],
  ['companions', ['Harbour/pier.info.json']],
])('invalid items of %s are left out, and reported; answers about the video do not fail', async (column, validItems) => {
  const archive = anArchive();
  const put = archive.database.prepare(`UPDATE video SET ${column} = ?`);
  const documentOf = () => {
    const rows = [archive.videos.find('pier')].filter((row) => row !== null);
    return JSON.stringify(videoDocuments({ archive, renditions: { isOffered: () => false } }, rows, null));
  };
  put.run(JSON.stringify(validItems));
  expect(await correctValues(archive.database)).toEqual([]);
  const validDocument = documentOf();
  put.run(JSON.stringify([null, 7, {}, ['text'], ...(typeof validItems[0] === 'string' ? [] : ['text']), ...validItems]));
  await fillDerived(archive.database, new AbortController().signal);
  expect(await correctValues(archive.database)).toEqual(['Details of videos, channels and playlists that are not valid were left out.']);
  expect(documentOf()).toBe(validDocument);
  for (const invalidText of ['none', '{}', '7']) {
    put.run(invalidText);
    expect(await correctValues(archive.database)).toHaveLength(1);
    expect(archive.database.prepare(`SELECT coalesce(${column}, '[]') AS list FROM video`).get()).toEqual({ list: '[]' });
    documentOf();
  }
});

test('a channel’s overwrites, a playlist’s order and comments that are not JSON are left out', async () => {
  const archive = anArchive();
  archive.customPlaylists.create('Walks');
  archive.database.exec("UPDATE channel SET overwrites = 'none'; UPDATE playlist SET full_order = 'none'");
  archive.database.exec(`INSERT OR REPLACE INTO video_comments SELECT id, '[{"commentId":"c"}]' FROM video`);
  expect(await correctValues(archive.database)).toEqual(['Details of videos, channels and playlists that are not valid were left out.']);
  expect(archive.channels.find(channelId)?.overwrites).toBe(null);
  expect(archive.comments.of('pier')).toEqual([]);
  expect(archive.database.prepare('SELECT full_order AS list FROM playlist').get()).toEqual({ list: null });
});
