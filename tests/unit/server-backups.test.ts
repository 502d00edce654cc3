import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  createWriteStream,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import { toBackupProblem } from '../../server/backups/backup-problem.ts';
import { createBackupFolder } from '../../server/backups/backup-folder.ts';
import { backupTaskKinds } from '../../server/backups/backup-tasks.ts';
import { backupTables, jsonColumns, tableRoles } from '../../server/backups/contents.ts';
import { isSnapshotDue, nextSnapshotAt } from '../../server/backups/daily-snapshots.ts';
import { createFileStore } from '../../server/backups/file-store.ts';
import { pictureFolders } from '../../server/backups/picture-folders.ts';
import { readBackup } from '../../server/backups/read-backup.ts';
import { openZip } from '../../server/backups/read-zip.ts';
import { createSnapshots } from '../../server/backups/snapshots.ts';
import { fileOf, replaceViaStaging } from '../../server/backups/staging.ts';
import { manifestName, writeBackup, type Manifest } from '../../server/backups/write-backup.ts';
import type { ImportReport } from '../../server/catalogue/records.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { migrations } from '../../server/database/migrations.ts';
import { migrate, openDatabase } from '../../server/database/open-database.ts';
import { createLibraryPlaces } from '../../server/library/library-places.ts';
import { createTrashedRows } from '../../server/trash/trashed-rows.ts';
import type { Database } from '../../server/database/transaction.ts';
import { findProgram } from '../../server/renditions/run-ffmpeg.ts';
import { aChannel, aComment, aPlaylist, aVideo } from '../builders/server-records.ts';
import { casesToRun, longTest } from '../long-test.ts';

const harbourId = 'UCharbourharbourharbour1';
const taskOptions = { onProgress: () => undefined, signal: new AbortController().signal };

let folder: string;
let openedArchives: Archive[];
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-backups-'));
  openedArchives = [];
});
afterEach(() => {
  for (const { database } of openedArchives) if (database.isOpen) database.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a backup', () => {
  test('has a role for every table of the database', () => {
    const { database } = anArchive('one');
    const tables = (database.prepare('PRAGMA main.table_list').all() as { name: string; type: string }[]).filter(
      ({ name, type }) => type !== 'shadow' && !name.startsWith('sqlite_'),
    );
    expect(tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(tableRoles).toSorted());
  });

  test('contains no session, token, task or secret of the server', async () => {
    const archive = anArchive('one');
    fillTables(archive);
    archive.apiTokens.get(1);
    const { token: session } = archive.sessions.start(1, true, 'a lantern');
    archive.database.prepare("INSERT INTO task (id, name, input, added_at) VALUES ('t', 'secret-task', '{}', 0)").run();
    const text = (await linesOf(await backupOf(archive))).join('\n');
    const token = archive.apiTokens.get(1);
    for (const secret of [token, archive.castSecret, archive.archiveId, session, 'secret-task', 'a lantern']) expect(text).not.toContain(secret);
    expect(text).toContain('"password_hash":"hash of mara"');
  });

  test('is readable by its owner only, and nothing else is left in the folder', async () => {
    const archive = anArchive('one');
    const file = await backupOf(archive);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)]);
  });
});

test('everything in an archive is restored unchanged', async () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replace(/[\p{Surrogate}\0]/gu, ''));
  const video = fc.record({
    title: anyText,
    description: fc.option(anyText),
    tags: fc.array(anyText, { maxLength: 3 }),
    kind: fc.constantFrom('videos', 'shorts', 'streams'),
    isActive: fc.boolean(),
    viewCount: fc.nat(),
    averageRating: fc.double({ min: 0, max: 5, noNaN: true }),
    mediaModifiedMs: fc.nat(),
    publishedAt: fc.date({ min: new Date(0), max: new Date('2030-01-01'), noInvalidDate: true }).map((date) => date.toISOString()),
    comments: fc.option(
      fc.array(
        anyText.map((text) => aComment({ commentId: 'c', text })),
        { maxLength: 2 },
      ),
    ),
    seconds: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })),
    isWatched: fc.boolean(),
  });
  let runCount = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(video, { maxLength: 8 }), fc.array(anyText, { maxLength: 4 }), async (videos, names) => {
      runCount += 1;
      const archive = anArchive(`one-${runCount}`);
      const catalogue = createSqliteCatalogue(archive.database);
      catalogue.putChannels([aChannel({ channelId: harbourId, name: names[0] ?? 'Harbour', tags: names })]);
      videos.forEach(({ seconds, isWatched, ...facts }, index) => {
        const videoId = `video-${String(index).padStart(5, '0')}`;
        catalogue.putVideos([aVideo({ videoId, channelId: harbourId, ...facts })]);
        const { id } = archive.videos.find(videoId) ?? { id: 0 };
        if (isWatched) archive.database.prepare('UPDATE video SET is_watched = 1, watched_at = 5 WHERE id = ?').run(id);
        if (seconds !== null) archive.database.prepare('INSERT INTO position VALUES (?, ?, ?, ?)').run(1 + (index % 2), id, seconds, index);
      });
      for (const name of names) archive.customPlaylists.add(archive.customPlaylists.create(name || 'x'), 'video-00000');
      const picture = await fileStoreOf(archive).put('learned/pictures', Buffer.from('a harbour'), 'jpg');
      archive.learned.describe('channel', harbourId, { title: names[0] ?? 'Harbour' }, null);
      archive.learned.putPicture('channel', harbourId, 'avatar', picture, 'hash of the owner’s picture');
      const otherArchive = anArchive(`other-${runCount}`);
      await restore(otherArchive, await backupOf(archive));
      expect(dump(otherArchive)).toEqual(dump(archive));
      expect(otherArchive.learned.of('channel', harbourId)).toEqual(archive.learned.of('channel', harbourId));
      expect(readFileSync(fileStoreOf(otherArchive).fileOf('learned/pictures', picture) ?? '', 'utf8')).toBe('a harbour');
      for (const { database } of [archive, otherArchive]) database.close();
    }),
    { seed: 20_261_121, numRuns: Number(process.env['STOWAWAY_SEEDS'] ?? 25) / 5, endOnFailure: true },
  );
});

describe('people', () => {
  test('are merged by name: an existing person keeps id, roles and password, and gets settings and positions from the backup', async () => {
    const archive = anArchive('one');
    fillTables(archive);
    archive.userSettings.change(1, { grid_items: 6 });
    const otherArchive = anArchive('other', ['tove', 'ansgar', 'mara']);
    otherArchive.database.exec("UPDATE account SET password_hash = 'new of mara', is_superuser = 1 WHERE name = 'mara'");
    otherArchive.sessions.start(3, true, 'phone');
    await restore(otherArchive, await backupOf(archive));
    const accounts = otherArchive.database.prepare('SELECT id, name, password_hash AS hash, is_superuser AS isSuperuser FROM account ORDER BY id').all();
    expect(accounts).toEqual([
      { id: 1, name: 'tove', hash: 'hash of tove', isSuperuser: 0 },
      { id: 2, name: 'ansgar', hash: 'hash of ansgar', isSuperuser: 0 },
      { id: 3, name: 'mara', hash: 'new of mara', isSuperuser: 1 },
    ]);
    expect(otherArchive.userSettings.get(3).grid_items).toBe(6);
    expect(positions(otherArchive)).toEqual(positions(archive));
    expect(otherArchive.database.prepare('SELECT account_id AS id FROM session').all()).toEqual([{ id: 3 }]);
  });

  test('unknown to the backup keep their data; people unknown to this server are added with their password', async () => {
    const archive = anArchive('one');
    fillTables(archive);
    const otherArchive = anArchive('other', ['ansgar']);
    createSqliteCatalogue(otherArchive.database).putVideos([
      aVideo({ videoId: 'Dawn_walk-1', channelId: harbourId }),
      aVideo({ videoId: 'only-here-1', channelId: harbourId }),
    ]);
    for (const id of [1, 2]) otherArchive.database.prepare('INSERT INTO position VALUES (1, ?, 33, 1)').run(id);
    await restore(otherArchive, await backupOf(archive));
    expect(positions(otherArchive)).toEqual(
      [...positions(archive), { name: 'ansgar', video_id: 'Dawn_walk-1', seconds: 33 }].toSorted((left, right) => (left.name < right.name ? -1 : 1)),
    );
    expect(otherArchive.accounts.find('mara')).toMatchObject({ passwordHash: 'hash of mara', isStaff: true });
  });

  test('unknown to this server never get the id of a person who was deleted here', async () => {
    const archive = anArchive('one', ['mara']);
    const otherArchive = anArchive('other', ['tove', 'ansgar']);
    otherArchive.accounts.remove(2);
    await restore(otherArchive, await backupOf(archive));
    expect(otherArchive.accounts.list().map(({ id, name }) => [name, id])).toEqual([
      ['mara', 3],
      ['tove', 1],
    ]);
  });

  test('with the highest id that a backup may contain do not use up the ids', async () => {
    const archive = anArchive('one', ['mara']);
    archive.database.exec(`UPDATE account SET id = ${Number.MAX_SAFE_INTEGER}`);
    const otherArchive = anArchive('other', ['tove']);
    await restore(otherArchive, await backupOf(archive));
    expect(otherArchive.accounts.list().map(({ id, name }) => [name, id])).toEqual([
      ['mara', 2],
      ['tove', 1],
    ]);
  });

  test('unknown to this server are added as staff at most, because staff may upload any backup', async () => {
    const sourceArchive = anArchive('one', ['tove']);
    fillTables(sourceArchive);
    sourceArchive.database.exec('UPDATE account SET is_superuser = 1, is_staff = 0');
    const otherArchive = anArchive('other', ['mara']);
    await restore(otherArchive, await backupOf(sourceArchive));
    expect(otherArchive.accounts.find('tove')).toMatchObject({ isStaff: true, isSuperuser: false });
  });
});

test('a restore keeps the server’s identity, tokens and waiting tasks, except the task of the restore itself', async () => {
  const archive = anArchive('one');
  fillTables(archive);
  const otherArchive = anArchive('other');
  const { archiveId, castSecret } = otherArchive;
  const token = otherArchive.apiTokens.get(1);
  const addTask = otherArchive.database.prepare('INSERT INTO task (id, name, input, added_at) VALUES (?, ?, ?, 0)');
  for (const [id, name] of [
    ['a', 'check_reindex'],
    ['b', 'restore_backup'],
    ['c', 'restore_backup'],
  ] as const)
    addTask.run(id, name, '{}');
  await restore(otherArchive, await backupOf(archive));
  expect(otherArchive.database.prepare('SELECT id FROM task ORDER BY rowid').all()).toEqual([{ id: 'a' }, { id: 'c' }]);
  const reopenedArchive = createArchive(otherArchive.database);
  expect([reopenedArchive.archiveId, reopenedArchive.castSecret, reopenedArchive.apiTokens.get(1)]).toEqual([archiveId, castSecret, token]);
});

test('waiting links stay and request the whole list again, because the restored queue may lack the videos that they had added', async () => {
  const archive = anArchive('one');
  fillTables(archive);
  const otherArchive = anArchive('other');
  const options = { status: 'pending', isAutoStart: false, isForced: true, isFlat: false } as const;
  otherArchive.waitingLinks.keep({
    text: '@harbour',
    options: { ...options, broughtBefore: ['pier-000001'] },
    sinceMs: 1,
    consecutiveFailures: 2,
    retryAtMs: 3,
  });
  await restore(otherArchive, await backupOf(archive));
  expect(createArchive(otherArchive.database).waitingLinks.list()).toEqual([{ text: '@harbour', options, sinceMs: 1, consecutiveFailures: 2, retryAtMs: 3 }]);
});

test('a backup of an earlier version is converted to the present shape', async () => {
  const archive = anArchive('one');
  fillTables(archive);
  // Earlier versions did not have this column. Its values are read from the files.
  archive.database.exec('UPDATE video SET companions = NULL');
  const parts = await partsOf(await backupOf(archive));
  const manifest = JSON.parse(parts[manifestName] ?? '') as Manifest;
  // The migrations of the last version before schedules and automatic downloads.
  manifest.migrations = manifest.migrations.slice(0, 9);
  const earlierDatabase = new DatabaseSync(':memory:');
  migrate(earlierDatabase, manifest.migrations.length);
  const findTable = earlierDatabase.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  for (const table of Object.keys(manifest.tables).filter((name) => findTable.get(name) === undefined)) {
    delete manifest.tables[table];
    delete parts[`${table}.ndjson`];
  }
  for (const table of ['video', 'channel', 'playlist', 'removed_video']) {
    const columns = new Set((earlierDatabase.prepare('SELECT name FROM pragma_table_info(?)').all(table) as { name: string }[]).map(({ name }) => name));
    const rows = (parts[`${table}.ndjson`] ?? '').split('\n').filter(Boolean);
    const olderRows = rows.map((row) =>
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(row) as object).filter(([column]) => columns.has(column)))),
    );
    parts[`${table}.ndjson`] = olderRows.map((row) => `${row}\n`).join('');
  }
  earlierDatabase.close();
  manifest.tables['download'] = { rows: 0 };
  parts['download.ndjson'] = '';
  parts[manifestName] = JSON.stringify(manifest);
  const otherArchive = anArchive('other');
  await restore(otherArchive, await zipOf(parts));
  const newerTables = new Set(['schedule', 'download', 'download_list']);
  const withoutNewerTables = (rows: Record<string, unknown>): unknown => Object.fromEntries(Object.entries(rows).filter(([table]) => !newerTables.has(table)));
  expect(withoutNewerTables(dump(otherArchive))).toEqual(withoutNewerTables(dump(archive)));
  expect(otherArchive.database.prepare('SELECT name FROM migration ORDER BY name').all()).toHaveLength(migrations.length);
});

describe('a refused backup changes nothing, and the reason is given', () => {
  type Parts = Record<string, string>;
  const changeLine = (table: string, change: (row: Record<string, unknown>) => void) => (parts: Parts) => {
    const [firstLine = '{}', ...otherLines] = (parts[`${table}.ndjson`] ?? '').split('\n');
    const row = JSON.parse(firstLine) as Record<string, unknown>;
    change(row);
    parts[`${table}.ndjson`] = [JSON.stringify(row), ...otherLines].join('\n');
  };
  const changeManifest = (change: (manifest: Manifest & Record<string, unknown>) => void) => (parts: Parts) => {
    const fields = JSON.parse(parts[manifestName] ?? '') as Manifest & Record<string, unknown>;
    change(fields);
    parts[manifestName] = JSON.stringify(fields);
  };
  const cases: [what: string, change: (parts: Parts) => void, message: RegExp][] = [
    ['no manifest', (parts) => delete parts[manifestName], /This ZIP is not a backup of this program/],
    ['a manifest that is null', (parts) => (parts[manifestName] = 'null'), /not a backup of this program/],
    [
      'a backup of TubeArchivist',
      (parts) => (delete parts[manifestName], (parts['es_video-20260101-0.json'] = '')),
      /backup of TubeArchivist.*--import-tubearchivist/,
    ],
    ['a manifest that is no JSON', (parts) => (parts[manifestName] = '{'), /stowaway\.json is not JSON/],
    ['another format', changeManifest((fields) => ((fields as { format: string }).format = 'else')), /not a backup of this program/],
    ['a newer format', changeManifest((fields) => ((fields as { formatVersion: number }).formatVersion = 2)), /newer version/],
    ['newer tables', changeManifest((fields) => fields.migrations.push('999-of-tomorrow')), /newer version/],
    ['migrations out of order', changeManifest((fields) => fields.migrations.reverse()), /stowaway\.json is not valid/],
    ['a count that is not a number', changeManifest((fields) => (fields.tables['video'] = { rows: '1' as never })), /stowaway\.json is not valid/],
    ['an unknown table', changeManifest((fields) => (fields.tables['session'] = { rows: 0 })), /stowaway\.json is not valid/],
    ['a table that the manifest does not list', changeManifest((fields) => delete fields.tables['playlist_entry']), /playlist_entry/],
    [
      'fewer lines than were written',
      (parts) => (parts['video.ndjson'] = (parts['video.ndjson'] ?? '').split('\n').slice(1).join('\n')),
      /incomplete: video\.ndjson has \d of \d lines/,
    ],
    ['a file that is not part of a backup', (parts) => (parts['notes.txt'] = 'x'), /contains notes\.txt, which is not part/],
    ['a line that is no JSON', (parts) => (parts['channel.ndjson'] = '{"channel_id": '), /Line 1 of channel\.ndjson is not JSON/],
    ['a line that is no object', (parts) => (parts['channel.ndjson'] = '[]'), /Line 1 of channel\.ndjson is not an object/],
    ['an unknown field', changeLine('video', (row) => (row['__proto__x'] = 1)), /Line 1 of video\.ndjson has the unknown field __proto__x/],
    ['a missing field', changeLine('video', (row) => delete row['title']), /Line 1 of video\.ndjson has no title/],
    ['text for a number', changeLine('video', (row) => (row['duration'] = '60')), /duration is not a whole number/],
    ...(
      [
        ['video', 'id'],
        ['download', 'id'],
        ['download_list', 'id'],
        ['task_notification', 'id'],
        ['position', 'saved_order'],
        ['playlist_entry', 'idx'],
      ] as const
    ).map(([table, column]): (typeof cases)[number] => [
      `the highest possible number in ${table}.${column}`,
      changeLine(table, (row) => (row[column] = Number.MAX_SAFE_INTEGER)),
      new RegExp(`Line 1 of ${table}\\.ndjson: ${column} is a number out of range`),
    ]),
    ['a number for text', changeLine('video', (row) => (row['title'] = 60)), /title is not text/],
    ['null in a field that needs a value', changeLine('video', (row) => (row['title'] = null)), /Line 1 of video\.ndjson does not fit/],
    ['an object for a list', changeLine('video', (row) => (row['tags'] = {})), /tags is not an array/],
    [
      'a list nested too deeply to be stored',
      (parts) =>
        (parts['channel.ndjson'] = (parts['channel.ndjson'] ?? '')
          .replace('"tags":[', `"tags":[${'['.repeat(100_000)}${']'.repeat(100_000)},`)
          .replace(',]', ']')),
      /Line 1 of channel\.ndjson: tags is nested too deeply/,
    ],
    ['a path out of the library', changeLine('video', (row) => (row['media_file'] = '../../etc/passwd')), /media_file points outside the library/],
    [
      'a path from the root',
      changeLine('video', (row) => (row['media_file'] = '/etc/passwd')),
      /Line 1 of video\.ndjson: media_file points outside the library: \/etc\/passwd/,
    ],
    ['a picture from the root', changeLine('video', (row) => (row['thumb_file'] = '/etc/passwd')), /thumb_file points outside the library: \/etc\/passwd/],
    [
      'subtitles from the root',
      changeLine('video', (row) => (row['subtitles'] = [{ lang: 'en', name: 'English', source: 'user', file: '/etc/passwd' }])),
      /subtitles points outside the library: \/etc\/passwd/,
    ],
    ['a path on a drive', changeLine('channel', (row) => (row['thumb_file'] = 'C:\\secrets\\a.jpg')), /thumb_file points outside the library: C:/],
    ['file sizes that are not numbers', changeManifest((fields) => (fields.files = { x: 'y' as never })), /stowaway\.json is not valid/],
    ['a path with backslashes', changeLine('channel', (row) => (row['thumb_file'] = 'a\\..\\..\\b.jpg')), /thumb_file points outside the library/],
    ['a position in a video that is not there', changeLine('position', (row) => (row['video'] = 999)), /is inconsistent: 1 row of position belongs to a video/],
    [
      'the same video twice',
      (parts) => (parts['channel.ndjson'] = `${parts['channel.ndjson']}${parts['channel.ndjson']}`),
      /Line 2 of channel\.ndjson does not fit/,
    ],
    ['a secret as a setting', changeLine('archive', (row) => (row['key'] = 'cast-secret')), /Line 1 of archive\.ndjson is not a setting/],
  ];
  test.each(casesToRun(cases, 16))('%s', async (_what, change, message) => {
    const archive = anArchive('one');
    fillTables(archive);
    const parts = await partsOf(await backupOf(archive));
    change(parts);
    await expectRefusal(await zipOf(parts), message);
  });

  test('a file that is truncated anywhere, or has a wrong byte', { timeout: 60_000 }, async () => {
    const archive = anArchive('one');
    fillTables(archive);
    const wholeBytes = readFileSync(await backupOf(archive));
    const file = path.join(folder, 'cut.zip');
    for (const share of [0, 0.1, 0.5, 0.9, 0.999]) {
      writeFileSync(file, wholeBytes);
      truncateSync(file, Math.floor(wholeBytes.length * share));
      await expectRefusal(file, /not a ZIP, is incomplete, or is damaged/);
    }
    const uncompressedFile = await zipOf(await partsOf(await backupOf(archive)), false);
    const alteredBytes = readFileSync(uncompressedFile);
    alteredBytes.write('Slow talks', alteredBytes.indexOf('Slow walks'));
    writeFileSync(file, alteredBytes);
    await expectRefusal(file, /damaged: channel\.ndjson does not match its checksum/);
    const offset = wholeBytes.indexOf('video.ndjson') + 40;
    wholeBytes[offset] = (wholeBytes[offset] ?? 0) ^ 0xff;
    writeFileSync(file, wholeBytes);
    await expectRefusal(file, /damaged/);
  });

  test.each([
    ['out of the folder', '../../evil.ndjson'],
    ['from the root', '/etc/evil'],
    ['with backslashes', '..\\evil'],
  ])('a name that leads %s', async (_how, name) => {
    // yazl writes no such name, so a placeholder of the same length is replaced in the bytes.
    const placeholder = 'x'.repeat(name.length);
    const file = await zipOf({ [placeholder]: 'x' });
    const bytes = readFileSync(file);
    for (let offset = bytes.indexOf(placeholder); offset >= 0; offset = bytes.indexOf(placeholder)) bytes.write(name, offset);
    writeFileSync(file, bytes);
    await expectRefusal(file, /a name that points outside it/);
    expect(existsSync(path.join(folder, 'evil.ndjson'))).toBe(false);
  });

  longTest('a ZIP bomb: a file that claims to be larger than the disk, and a line without an end', async () => {
    const names = Array.from({ length: 1500 }, (_value, index) => `part-${index}`);
    const file = await zipOf(Object.fromEntries(names.map((name) => [name, 'x'])));
    const bytes = readFileSync(file);
    // The central directory then states a size of 4 GB for each file, 6 TB in all.
    for (let offset = bytes.indexOf('PK\u0001\u0002'); offset >= 0; offset = bytes.indexOf('PK\u0001\u0002', offset + 4))
      bytes.writeUInt32LE(0xff_ff_ff_f0, offset + 24);
    writeFileSync(file, bytes);
    await expectRefusal(file, /unpacks to [\d.]+ [kMGT]?B and needs [\d.]+ [kMGT]?B for a while; the disk has [\d.]+ [kMGT]?B left/);

    const endlessLineFile = await zipOf({ [manifestName]: ' '.repeat(1024 * 1024) });
    await expectRefusal(endlessLineFile, /longer than any line of a backup/);
  });

  test('a disk that becomes full is reported as full, not as a line that does not fit its table', async () => {
    const archive = anArchive('one');
    fillTables(archive);
    archive.database.exec('UPDATE video SET description = hex(zeroblob(100000))');
    const file = await backupOf(archive);
    const places = { live: anArchive('other').database, folder: path.join(folder, 'restore') };
    const restoration = replaceViaStaging(places, null, (staging) => {
      // After the first table, the database cannot grow.
      const onProgress = (): void => staging.exec('PRAGMA max_page_count = 1');
      return readBackup(staging, { file, fileStore: fileStoreOf(archive), pictureFolders: [], targetFolder: folder, ...taskOptions, onProgress });
    });
    expect(toBackupProblem(await restoration.catch((error: unknown) => error))).toMatchObject({ message: 'The disk is full. Nothing was changed.' });
  });

  async function expectRefusal(file: string, message: RegExp): Promise<void> {
    const otherArchive = anArchive(`other-${openedArchives.length}`);
    fillTables(otherArchive);
    otherArchive.database.exec("UPDATE video SET title = 'as it was'");
    const dumpBefore = dump(otherArchive);
    await expect(restore(otherArchive, file)).rejects.toThrow(message);
    expect(dump(otherArchive)).toEqual(dumpBefore);
    expect(existsSync(path.join(path.dirname(fileOf(otherArchive.database)), 'restore'))).toBe(false);
  }
});

test.each([
  [{ code: 'ENOSPC' }, 'The disk is full. Nothing was changed.'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, 'The disk is full. Nothing was changed.'],
  [{ code: 'EROFS' }, 'The server has no permission to write to its data folder. Nothing was changed.'],
  [{ code: 'EIO' }, 'as it was'],
])('the disk error %j is reported as “%s”', (facts, message) => {
  expect(toBackupProblem(Object.assign(new Error('as it was'), facts))).toMatchObject({ message });
});

test.each<[what: string, scan: () => Promise<Partial<ImportReport>>, line: string]>([
  [
    'the disk is full',
    () => Promise.reject(Object.assign(new Error('database or disk is full'), { errcode: 13 })),
    'The library was not scanned: the disk is full.',
  ],
  [
    'the library is absent',
    () => Promise.resolve({ found: 0, added: 0, missing: 0, awayFolders: [{ folder: '.', state: 'not-there', videos: 3 }], problems: [] }),
    'The library folder is empty, as when a disk is not mounted.',
  ],
])('a restore after which %s is still reported as complete, with what was left out', async (_what, scan, line) => {
  const kinds = backupTaskKinds({
    archive: anArchive('one'),
    libraryLock: { runPass: scan },
    onRestored: () => undefined,
    secondBackupFolder: { bringUpToDate: () => Promise.resolve({ kind: 'none' }) },
    restore: { backup: () => Promise.resolve(['The schedule of run_backup is not valid and was left out.']) },
    library: createLibraryPlaces({ libraryFolder: folder, isOwnersLibrary: false, dataFolder: folder }),
  } as unknown as Parameters<typeof backupTaskKinds>[0]);
  const { signal } = taskOptions;
  const work = { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal };
  const kind = kinds.find(({ name }) => name === 'restore_backup');
  expect(await kind?.run({ fileName: 'ta_backup-20260101.zip' }, work)).toEqual({
    level: 'error',
    lines: [
      'ta_backup-20260101.zip was restored.',
      'The schedule of run_backup is not valid and was left out.',
      line,
      'The previous state is kept as a snapshot.',
    ],
  });
});

describe('an exchange that cannot begin changes nothing, and the reason is given', () => {
  /** Checks an exchange that `hold` blocks. `hold` resolves to a function that ends the block. */
  async function expectBlocked(hold: (live: Archive) => Promise<() => Promise<void> | void>, message: RegExp, canWriteMeanwhile = true): Promise<void> {
    const archive = anArchive('one');
    fillTables(archive);
    const file = await backupOf(archive);
    archive.database.exec("UPDATE video SET title = 'since then'");
    const dumpBefore = dump(archive);
    let release: () => Promise<void> | void = () => undefined;
    const places = { live: archive.database, folder: path.join(folder, 'restore'), maxStartMs: 60 };
    const read = (staging: Database) =>
      readBackup(staging, { file, fileStore: fileStoreOf(archive), pictureFolders: [], targetFolder: folder, ...taskOptions });
    const exchange = async (work: () => Promise<void>): Promise<void> => {
      release = await hold(archive);
      await work();
    };
    await expect(replaceViaStaging(places, 'restore_backup', read, exchange)).rejects.toThrow(message);
    expect(dump(archive)).toEqual(dumpBefore);
    // This write is acknowledged, so it must survive even if the exchange gets a thread after all.
    if (canWriteMeanwhile) archive.database.exec("UPDATE video SET title = 'later still'");
    await release();
    if (!canWriteMeanwhile) archive.database.exec("UPDATE video SET title = 'later still'");
    expect(archive.database.prepare('SELECT DISTINCT title FROM video').all()).toEqual([{ title: 'later still' }]);
    await replaceViaStaging({ ...places, maxStartMs: 5_000 }, 'restore_backup', read);
    expect(archive.database.prepare("SELECT count(*) AS n FROM video WHERE title = 'later still'").get()).toEqual({ n: 0 });
  }

  test('while all threads are busy with something slow', async () => {
    await expectBlocked(async () => {
      const pipe = path.join(folder, 'pipe');
      spawnSync(findProgram('mkfifo') ?? '', [pipe]);
      // Each open of the pipe keeps a thread busy until the other end is opened.
      const readers = Array.from({ length: 4 }, () => open(pipe, 'r'));
      return async () => {
        const writer = openSync(pipe, constants.O_RDWR);
        for (const reader of await Promise.all(readers)) await reader.close();
        closeSync(writer);
        // Waits until all earlier work has had a thread.
        await Promise.all(Array.from({ length: 4 }, () => readdir(folder)));
      };
    }, /too busy to replace its data now\. Nothing was changed/);
  });

  test('while another program writes into the database', async () => {
    await expectBlocked(
      async ({ database }) => {
        const otherDatabase = new DatabaseSync(fileOf(database));
        otherDatabase.exec('BEGIN IMMEDIATE');
        return () => otherDatabase.close();
      },
      /Another program is writing to the database of this server\. Nothing was changed/,
      false,
    );
  });
});

test('an exchange waits for a thread as long as it may, even if the system’s clock jumps ahead meanwhile', async () => {
  const archive = anArchive('one');
  fillTables(archive);
  const file = await backupOf(archive);
  archive.database.exec("UPDATE video SET title = 'since then'");
  const pipe = path.join(folder, 'pipe');
  spawnSync(findProgram('mkfifo') ?? '', [pipe]);
  let readers: ReturnType<typeof open>[] = [];
  await replaceViaStaging(
    { live: archive.database, folder: path.join(folder, 'restore'), maxStartMs: 20_000 },
    'restore_backup',
    (staging) => readBackup(staging, { file, fileStore: fileStoreOf(archive), pictureFolders: [], targetFolder: folder, ...taskOptions }),
    async (exchange) => {
      // Each open of the pipe keeps a thread busy until the other program opens it too.
      readers = Array.from({ length: 4 }, () => open(pipe, 'r'));
      spawn('sh', ['-c', 'sleep 0.3; : > "$0"', pipe]);
      let nowMs = Date.now();
      const clock = vi.spyOn(Date, 'now').mockImplementation(() => (nowMs += 3_600_000));
      onTestFinished(() => clock.mockRestore());
      await exchange();
    },
  );
  for (const reader of await Promise.all(readers)) await reader.close();
  expect(archive.database.prepare("SELECT count(*) AS n FROM video WHERE title = 'since then'").get()).toEqual({ n: 0 });
});

describe('backup files', () => {
  const nameOf = (day: number, reason = '-auto'): string => `ta_backup-202602${String(day).padStart(2, '0')}${reason}.zip`;

  test('are listed by name, newest first, and other files are ignored', () => {
    for (const file of [
      nameOf(1),
      nameOf(3),
      nameOf(2, '-update'),
      nameOf(4, ''),
      'notes.zip',
      'ta_backup-auto.zip',
      'ta_backup-20260205-a-b.zip',
      `${nameOf(6)}.unfinished`,
    ])
      writeFileSync(path.join(folder, file), 'x');
    const backups = createBackupFolder(folder);
    expect(backups.list().map(({ fileName, reason }) => [fileName, reason])).toEqual([
      [nameOf(4, ''), null],
      [nameOf(3), 'auto'],
      [nameOf(2, '-update'), 'update'],
      [nameOf(1), 'auto'],
    ]);
    expect(existsSync(path.join(folder, `${nameOf(6)}.unfinished`))).toBe(false);
  });

  test('are rotated: the given number of the newest scheduled backups stays (0: all), and a backup made before an update stays', () => {
    for (let day = 1; day <= 6; day += 1) writeFileSync(path.join(folder, nameOf(day, day === 1 ? '-update' : '-auto')), 'x');
    const backups = createBackupFolder(folder);
    backups.rotate(0);
    expect(backups.list()).toHaveLength(6);
    backups.rotate(2);
    expect(backups.list().map(({ fileName }) => fileName)).toEqual([nameOf(6), nameOf(5), nameOf(1, '-update')]);
    backups.rotate(1);
    expect(backups.list().map(({ fileName }) => fileName)).toEqual([nameOf(6), nameOf(1, '-update')]);
  });

  test.each(['../stowaway.sqlite', '..', '', 'x.zip', 'ta_backup-20260201-auto.zip/..', 'ta_backup-20260201-../x.zip', 'ta_backup-20260209-auto.zip'])(
    'are found by their own names only, not by %j',
    (fileName) => {
      writeFileSync(path.join(folder, nameOf(1)), 'x');
      expect(createBackupFolder(folder).find(fileName)).toBeNull();
      expect(createBackupFolder(folder).find(nameOf(1))).toBe(path.join(folder, nameOf(1)));
    },
  );

  test('are deleted by remove if they are listed; remove deletes no other file', () => {
    const backups = createBackupFolder(path.join(folder, 'backups'));
    const { file, fileName } = backups.target('auto');
    writeFileSync(file, 'x');
    writeFileSync(path.join(folder, 'stowaway.sqlite'), 'x');
    for (const otherName of ['../stowaway.sqlite', `${fileName}.unfinished`, nameOf(7)]) expect(backups.remove(otherName)).toBe(false);
    expect([backups.remove(fileName), backups.remove(fileName), backups.list()]).toEqual([true, false, []]);
    expect(readdirSync(folder)).toContain('stowaway.sqlite');
  });
});

describe('snapshots', () => {
  test('contain the whole database, and a restore keeps the sessions that the server has now', async () => {
    const archive = anArchive('one');
    fillTables(archive);
    const snapshots = createSnapshots(path.join(folder, 'snapshots'));
    const id = snapshots.announce();
    expect(snapshots.list()).toMatchObject([{ id, state: 'IN_PROGRESS' }]);
    await snapshots.make(id, fileOf(archive.database));
    await snapshots.make(id, fileOf(archive.database));
    expect(snapshots.list()).toMatchObject([{ id, state: 'SUCCESS' }]);
    const dumpBefore = dump(archive);
    archive.database.exec("DELETE FROM video WHERE video_id = 'gulls-at-12'; UPDATE video SET title = 'later'; DELETE FROM playlist");
    archive.sessions.start(2, true, 'phone');
    await replaceViaStaging({ live: archive.database, folder: path.join(folder, 'restore') }, null, (staging, file) => snapshots.read(id, staging, file, []));
    expect(dump(archive)).toEqual(dumpBefore);
    expect(archive.database.prepare('SELECT count(*) AS n FROM session').get()).toEqual({ n: 1 });
  });

  test('that are damaged or unknown change nothing', async () => {
    const archive = anArchive('one');
    fillTables(archive);
    const snapshots = createSnapshots(path.join(folder, 'snapshots'));
    const id = snapshots.announce();
    await snapshots.make(id, fileOf(archive.database));
    const [name = ''] = readdirSync(path.join(folder, 'snapshots'));
    const file = path.join(folder, 'snapshots', name);
    const bytes = readFileSync(file);
    const dumpBefore = dump(archive);
    const restoreSnapshot = (snapshotId: string) =>
      replaceViaStaging({ live: archive.database, folder: path.join(folder, 'restore') }, null, (staging, stagingFile) =>
        snapshots.read(snapshotId, staging, stagingFile, []),
      );
    for (const damagedBytes of [
      bytes.subarray(0, 5000),
      Buffer.alloc(20_000, 7),
      Buffer.concat([bytes.subarray(0, 8192), Buffer.alloc(bytes.length - 8192, 1)]),
    ]) {
      writeFileSync(file, damagedBytes);
      await expect(restoreSnapshot(id)).rejects.toThrow(/damaged/);
    }
    await expect(restoreSnapshot(`ta_daily_-${'a'.repeat(22)}`)).rejects.toThrow('There is no such snapshot.');
    expect(dump(archive)).toEqual(dumpBefore);
  });

  test.each([
    ["UPDATE video SET published_at = 'yesterday'", 'published_at of a video is not a number.'],
    ["UPDATE channel SET name = x'00'", 'name of a channel is not text.'],
    ['UPDATE video SET id = 9007199254740991 WHERE id = 2', 'id of a video is a number out of range.'],
    ['UPDATE video SET view_count = 9007199254740993', 'view_count of a video is a number out of range.'],
    ["UPDATE video_total SET items = 'many'", 'items of a video_total is not a number.'],
  ])('with a value of another type are refused: %s', async (sql, message) => {
    const archive = anArchive('one');
    fillTables(archive);
    const snapshotFolder = path.join(folder, 'snapshots');
    const snapshots = createSnapshots(snapshotFolder);
    const id = snapshots.announce();
    await snapshots.make(id, fileOf(archive.database));
    const [name = ''] = readdirSync(snapshotFolder);
    const snapshot = new DatabaseSync(path.join(snapshotFolder, name), { enableForeignKeyConstraints: false });
    snapshot.exec(`PRAGMA journal_mode = DELETE; ${sql}`);
    snapshot.close();
    const dumpBefore = dump(archive);
    const restoration = replaceViaStaging({ live: archive.database, folder: path.join(folder, 'restore') }, null, (staging, file) =>
      snapshots.read(id, staging, file, []),
    );
    await expect(restoration).rejects.toThrow(message);
    expect(dump(archive)).toEqual(dumpBefore);
  });

  test('older than 30 days are removed, but at least five stay, and at most fifty', async () => {
    const archive = anArchive('one');
    const snapshotFolder = path.join(folder, 'snapshots');
    let now = 1_800_000_000;
    const snapshots = createSnapshots(snapshotFolder, { now: () => now });
    const make = () => snapshots.make(snapshots.announce(), fileOf(archive.database));
    for (let day = 0; day < 7; day += 1, now += 86_400) await make();
    expect(snapshots.list()).toHaveLength(7);
    now += 60 * 86_400;
    await make();
    expect(snapshots.list()).toHaveLength(5);
    for (let count = 0; count < 49; count += 1)
      writeFileSync(path.join(snapshotFolder, `ta_daily_-${String(count).padStart(22, '0')}.${now - count}-${now}.sqlite`), '');
    await make();
    expect(snapshots.list()).toHaveLength(50);
  });

  test('are deleted by remove if they succeeded or failed, but not while in progress; remove deletes no other file', async () => {
    const archive = anArchive('one');
    const snapshotFolder = path.join(folder, 'snapshots');
    const snapshots = createSnapshots(snapshotFolder);
    const id = snapshots.announce();
    expect([snapshots.remove(id), snapshots.list().length]).toEqual([false, 1]);
    await snapshots.make(id, fileOf(archive.database));
    writeFileSync(path.join(snapshotFolder, 'notes.txt'), 'mine');
    expect([snapshots.remove('notes.txt'), snapshots.remove(`ta_daily_-${'a'.repeat(22)}`)]).toEqual([false, false]);
    expect([snapshots.remove(id), snapshots.remove(id), snapshots.list(), readdirSync(snapshotFolder)]).toEqual([true, false, [], ['notes.txt']]);
    const failingId = snapshots.announce();
    writeFileSync(path.join(folder, 'no-database'), 'x'.repeat(5000));
    await expect(snapshots.make(failingId, path.join(folder, 'no-database'))).rejects.toThrow();
    expect([snapshots.list()[0]?.state, snapshots.remove(failingId), snapshots.list()]).toEqual(['FAILED', true, []]);
  });

  test('are due once a day at noon', () => {
    const noon = new Date(2026, 1, 16, 12, 0);
    const snapshotStartedAt = (startedAt: Date | null) => ({
      list: () =>
        startedAt
          ? [{ id: 'x', state: 'SUCCESS' as const, reason: { kind: 'daily' as const }, startedAt: startedAt.getTime() / 1000, endedAt: 0, sizeBytes: 0 }]
          : [],
    });
    expect(isSnapshotDue(snapshotStartedAt(null), noon)).toBe(true);
    expect(isSnapshotDue(snapshotStartedAt(new Date(2026, 1, 16, 11, 59)), noon)).toBe(true);
    expect(isSnapshotDue(snapshotStartedAt(noon), new Date(2026, 1, 17, 11, 59))).toBe(false);
    expect(isSnapshotDue(snapshotStartedAt(noon), new Date(2026, 1, 17, 12, 0))).toBe(true);
    expect(nextSnapshotAt(noon)).toBe(new Date(2026, 1, 17, 12, 0).getTime() / 1000);
    expect(nextSnapshotAt(new Date(2026, 1, 16, 9, 30))).toBe(noon.getTime() / 1000);
  });
});

function anArchive(name: string, people = ['mara', 'tove']): Archive {
  const database = openDatabase(path.join(folder, `${name}.sqlite`));
  const archive = createArchive(database);
  for (const person of people) archive.accounts.add({ name: person, passwordHash: `hash of ${person}`, isStaff: person === 'mara', isSuperuser: false });
  database.exec('UPDATE account SET created_at = 1771000000');
  openedArchives.push(archive);
  return archive;
}

/** Writes something into every table that a backup contains, except `learned` and `learned_picture`. */
function fillTables(archive: Archive): void {
  const { database } = archive;
  const catalogue = createSqliteCatalogue(database, () => 1_771_000_000);
  catalogue.putChannels([aChannel({ channelId: harbourId, thumbFile: 'Harbour/icon.jpg' })]);
  catalogue.putVideos([
    aVideo({
      videoId: 'Dawn_walk-1',
      channelId: harbourId,
      tags: ['quay', 'lanterns'],
      subtitles: [{ lang: 'en', name: 'English', source: 'user', file: 'Harbour/dawn.en.vtt' }],
      comments: [aComment({ commentId: 'c1' })],
      sponsorSegments: [],
    }),
    aVideo({ videoId: 'gulls-at-12', channelId: harbourId, streams: [] }),
    aVideo({ videoId: 'leftOut-old', channelId: harbourId }),
  ]);
  catalogue.putPlaylists([
    aPlaylist({ playlistId: 'PLwalkswalkswalkswalkswalkswalks34', entries: [{ videoId: 'Dawn_walk-1', title: 'Dawn', uploader: null, index: 0 }] }),
  ]);
  archive.customPlaylists.add(archive.customPlaylists.create('Mine'), 'gulls-at-12');
  createTrashedRows(database).takeVideo('leftOut-old');
  createTrashedRows(database).forgetVideo({ id: 1, ref: 'leftOut-old' });
  database.exec("INSERT INTO removed_playlist VALUES ('PLgone', NULL)");
  archive.downloads.command('notHereYet7', 'ignore-force');
  archive.channels.change(harbourId, { isSubscribed: true });
  archive.appSettings.change({ downloads: { format: 'best' } });
  database.exec("INSERT INTO task_notification (task_name, url) VALUES ('run_backup', 'https://hooks.example/x')");
  database.exec(`INSERT INTO download_list (playlist_id, description) VALUES ('PLwalks', '{"title":"Walks"}')`);
  const { id } = archive.videos.find('Dawn_walk-1') ?? { id: 0 };
  for (const account of [1, 2])
    if (archive.accounts.get(account)) database.prepare('INSERT INTO position VALUES (?, ?, ?, ?)').run(account, id, account * 61.25, account);
  database.exec('UPDATE video SET is_watched = 1, watched_at = 1771000100 WHERE id = 1');
}

const fileStoreOf = ({ database }: Archive) => createFileStore(path.join(folder, path.basename(fileOf(database), '.sqlite')));

async function backupOf(archive: Archive): Promise<string> {
  const { file, unfinishedFile } = createBackupFolder(path.join(folder, `backups-of-${path.basename(fileOf(archive.database))}`)).target('auto');
  await writeBackup({ databaseFile: fileOf(archive.database), file, unfinishedFile, fileStore: fileStoreOf(archive), version: '0.0.0', ...taskOptions });
  return file;
}

async function restore(archive: Archive, file: string): Promise<void> {
  const places = { live: archive.database, folder: path.join(path.dirname(fileOf(archive.database)), 'restore') };
  await replaceViaStaging(places, 'restore_backup', (staging) =>
    readBackup(staging, { file, fileStore: fileStoreOf(archive), pictureFolders: pictureFolders(archive.database), targetFolder: folder, ...taskOptions }),
  );
  expect(archive.database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  archive.database.exec("INSERT INTO name_words (name_words) VALUES ('integrity-check')");
}

/** Returns all rows that a backup contains, the rows that derive from them, and the words that a search finds. */
function dump({ database }: Archive): Record<string, unknown> {
  const rows = (sql: string): unknown => (database.prepare(sql).all() as Record<string, unknown>[]).map((row) => ({ ...row }));
  const tables = [...backupTables, 'video_height', 'video_total', 'download_day', 'subtitle_due'];
  const whereOf = (table: string): string =>
    table === 'archive' ? "WHERE key = 'app-settings'" : table === 'video_total' || table === 'download_day' ? 'WHERE items > 0' : '';
  const contents = tables.map((table) => {
    const contentRows = rows(`SELECT * FROM ${table} ${whereOf(table)}`) as Record<string, unknown>[];
    for (const row of contentRows) {
      delete row['changed'];
      // A restore sets this column to the present time, so that runs missed since the backup are not made up for.
      delete row['counted_from_ms'];
      for (const column of Object.keys(jsonColumns[table] ?? {})) row[column] = JSON.parse(String(row[column])) as unknown;
    }
    return [table, contentRows.map((row) => JSON.stringify(row)).toSorted()];
  });
  return {
    ...Object.fromEntries(contents),
    names: rows('SELECT kind, ref FROM name_key ORDER BY kind, ref'),
    words: rows('SELECT term, doc, cnt FROM video_word_counts ORDER BY term'),
    nameWords: rows('SELECT term, doc, cnt FROM name_word_counts ORDER BY term'),
  };
}

function positions({ database }: Archive): { name: string; video_id: string; seconds: number }[] {
  const rows = database
    .prepare('SELECT name, video_id, seconds FROM position JOIN account ON account.id = account_id JOIN video ON video.id = video ORDER BY name')
    .all();
  return (rows as { name: string; video_id: string; seconds: number }[]).map((row) => ({ ...row }));
}

async function partsOf(file: string): Promise<Record<string, string>> {
  const zip = await openZip(file, folder);
  const parts: Record<string, string> = {};
  for (const name of zip.names) {
    const lines: string[] = [];
    for await (const { line } of zip.lines(name)) lines.push(`${line}\n`);
    parts[name] = lines.join('');
  }
  zip.close();
  return parts;
}

async function linesOf(file: string): Promise<string[]> {
  return Object.values(await partsOf(file));
}

async function zipOf(parts: Record<string, string>, compress = true): Promise<string> {
  const file = path.join(folder, `made-${Object.keys(parts).length}-${Math.random()}.zip`);
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name, { compress });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
  return file;
}
