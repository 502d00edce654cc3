import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createArchive } from '../../server/archive/archive.ts';
import { lockFolder } from '../../server/database/lock.ts';
import { migrations } from '../../server/database/migrations.ts';
import { migrate, NewerDatabase, openDatabase } from '../../server/database/open-database.ts';
import { inDurableTransaction, inTransaction, type Database } from '../../server/database/transaction.ts';
import { openDataFolder } from '../../server/start/data-folder.ts';
import { createTrashedRows } from '../../server/trash/trashed-rows.ts';
import { aSmallDisk } from '../builders/small-disk.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-database-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('every migration runs once, in order, from any version', () => {
  for (let appliedCount = 0; appliedCount <= migrations.length; appliedCount += 1) {
    const database = new DatabaseSync(':memory:');
    migrate(database, appliedCount);
    migrate(database);
    migrate(database);
    const appliedMigrations = database.prepare('SELECT name FROM migration ORDER BY rowid').all() as { name: string }[];
    expect(appliedMigrations.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
    database.close();
  }
});

test('a database that tests create in one step (tests/quick-databases.ts) equals one created by the migrations', () => {
  const [quickDatabase, migratedDatabase] = [openDatabase(':memory:'), new DatabaseSync(':memory:')];
  migrate(migratedDatabase);
  const contentOf = (database: Database): unknown => {
    const schema = database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all() as { type: string; name: string }[];
    const tables = schema.filter(({ type, name }) => type === 'table' && !['migration', 'sqlite_schema'].includes(name)).map(({ name }) => name);
    const rowsOf = (name: string): object[] => database.prepare(`SELECT * FROM "${name}"`).all() as object[];
    // The column counted_from_ms has the time at which the database was created.
    const isRecent = (ms: number): boolean => Math.abs(Date.now() - ms) < 60_000;
    const comparableRow = (row: { counted_from_ms?: number }): object =>
      row.counted_from_ms === undefined ? row : { ...row, counted_from_ms: isRecent(row.counted_from_ms) };
    return [schema, ...tables.map((name) => [name, rowsOf(name).map(comparableRow)])];
  };
  expect(contentOf(quickDatabase)).toEqual(contentOf(migratedDatabase));
  quickDatabase.close();
  migratedDatabase.close();
});

test('an archive of the first release keeps its contents through the migrations, and can be changed afterwards', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('PRAGMA foreign_keys = ON');
  migrate(database, 2);
  database.exec(`
    INSERT INTO account (id, name, password_hash, is_staff, is_superuser, created_at, settings) VALUES (7, 'mara', 'x', 1, 0, 0, '{"grid_items":5}');
    INSERT INTO channel (channel_id, name, name_order, subscriber_count, tags, refreshed_at) VALUES ('UCharbour', 'Harbour', 'harbour', 0, '[]', 0);
    INSERT INTO video (id, video_id, channel_id, title, kind, is_active, is_watched, published_at, downloaded_at, refreshed_at, duration, view_count,
      like_count, dislike_count, average_rating, width, height, media_file, media_size, media_modified_ms, tags, categories, streams, subtitles, chapters)
      VALUES (3, 'Dawn_walk-1', 'UCharbour', 'Dawn', 'videos', 1, 1, 0, 0, 0, 60, 0, 0, 0, 0, 0, 0, 'a.mp4', 1, 1, '[]', '[]', '[]', '[]', '[]');
    INSERT INTO video_words (rowid, title, tags) VALUES (3, 'Dawn', '');
    INSERT INTO playlist (playlist_id, name, name_order, channel_id, kind, is_active, refreshed_at) VALUES ('PLwalks', 'Walks', 'walks', 'UCharbour', 'regular', 1, 0);
    INSERT INTO playlist_entry (playlist_id, idx, video_id, title) VALUES ('PLwalks', 0, 'Dawn_walk-1', 'Dawn');
  `);
  migrate(database);
  const archive = createArchive(database);
  expect(archive.userSettings.get(7).grid_items).toBe(5);
  expect(archive.videos.find('Dawn_walk-1')).toMatchObject({ title: 'Dawn', isWatched: true });
  expect(archive.playlists.find('PLwalks')?.entries).toMatchObject([{ videoId: 'Dawn_walk-1', isDownloaded: true }]);
  expect(archive.channels.change('UCharbour', { isSubscribed: true })).toBe(true);
  const customPlaylistId = archive.customPlaylists.create('Mine');
  expect(archive.customPlaylists.add(customPlaylistId, 'Dawn_walk-1')).toBe(true);
  createTrashedRows(database).takeVideo('Dawn_walk-1');
  archive.removed.removeChannel('UCharbour');
  archive.downloads.command('Dawn_walk-1', 'ignore-force');
  expect([archive.channels.find('UCharbour'), archive.playlists.find('PLwalks'), archive.playlists.find(customPlaylistId)?.entries]).toEqual([null, null, []]);
  database.close();
});

test('a database of a newer version is refused', () => {
  const database = openDatabase(':memory:');
  database.exec("INSERT INTO migration VALUES ('999-from-the-future', 0)");
  expect(() => migrate(database)).toThrow(NewerDatabase);
  database.close();
});

test('the archive keeps its id when it is opened again', () => {
  const file = path.join(folder, 'x.sqlite');
  const idOf = (): string => {
    const database = openDatabase(file);
    const { archiveId } = createArchive(database);
    database.close();
    return archiveId;
  };
  expect(idOf()).toBe(idOf());
});

test('a transaction that throws is rolled back together with a transaction inside it', () => {
  const database = openDatabase(':memory:');
  const write = (key: string) => database.prepare("INSERT INTO archive VALUES (?, 'x')").run(key);
  expect(() =>
    inTransaction(database, () => {
      write('outer');
      inTransaction(database, () => write('inner'));
      throw new Error('after both');
    }),
  ).toThrow('after both');
  expect(database.prepare("SELECT count(*) AS n FROM archive WHERE value = 'x'").get()).toEqual({ n: 0 });
  database.close();
});

test('a locked folder cannot be locked again until it is released', () => {
  const file = path.join(folder, 'lock.sqlite');
  const lock = lockFolder(file);
  expect(lock).not.toBeNull();
  expect(lockFolder(file)).toBeNull();
  lock?.release();
  expect(lockFolder(file)).not.toBeNull();
});

test('a start on a disk without any free space says that the disk is full; an archive that was used before starts', ({ skip }) => {
  const disk = aSmallDisk(16);
  if (disk === null) return skip('an in-memory file system cannot be mounted here');
  onTestFinished(() => disk.remove());
  const folderOf = (name: string): string => path.join(disk.folder, name);
  mkdirSync(folderOf('new'));
  disk.fill();
  expect(() => openDataFolder(folderOf('new'), '1.0.0')).toThrow(/The database in \S+ cannot be opened: the disk is full\.$/);
  disk.empty();
  const firstStart = openDataFolder(folderOf('used'), '1.0.0');
  cpSync(folderOf('used'), folderOf('killed'), { recursive: true });
  // As in a running server, a statement exists.
  const statement = firstStart.database.prepare('SELECT 1');
  firstStart.close();
  disk.fill();
  for (const name of ['used', 'killed']) {
    const { database, close } = openDataFolder(folderOf(name), '1.0.0');
    expect(database.prepare('SELECT count(*) AS n FROM video').get()).toEqual({ n: 0 });
    close();
  }
  expect(() => statement.get()).toThrow();
});

test('a journal that grew in a large transaction shrinks after the next transaction', () => {
  const database = openDatabase(path.join(folder, 'archive.sqlite'));
  const journalMebibytes = (): number => Math.round(statSync(path.join(folder, 'archive.sqlite-wal')).size / 1024 ** 2);
  database.exec('CREATE TABLE large (content BLOB); INSERT INTO large VALUES (zeroblob(24 * 1024 * 1024))');
  expect(journalMebibytes()).toBeGreaterThanOrEqual(24);
  database.exec('INSERT INTO large VALUES (NULL)');
  expect(journalMebibytes()).toBe(16);
  database.close();
});

test('only a durable transaction waits for the disk', () => {
  const database = openDatabase(path.join(folder, 'archive.sqlite'));
  const syncLevel = (): unknown => (database.prepare('PRAGMA synchronous').get() as { synchronous: number }).synchronous;
  const [normalLevel, fullLevel] = [1, 2];
  expect([syncLevel(), inDurableTransaction(database, syncLevel), syncLevel()]).toEqual([normalLevel, fullLevel, normalLevel]);
  const fail = (): never => {
    throw new Error('in the middle');
  };
  expect(() => inDurableTransaction(database, fail)).toThrow('in the middle');
  expect(syncLevel()).toBe(normalLevel);
  expect(() => inTransaction(database, () => inDurableTransaction(database, syncLevel))).toThrow('within a transaction');
  database.close();
});
