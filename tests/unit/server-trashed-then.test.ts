import { afterEach, beforeEach, expect, test } from 'vitest';
import { resolveTrashedVideos } from '../../server/backups/resolve-trashed.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/transaction.ts';
import { createTrashedRows } from '../../server/trash/trashed-rows.ts';
import { aChannel, aComment, aVideo } from '../builders/server-records.ts';

const channelId = 'UCharbourharbourharbour1';
let live: Database;
let staging: Database;
beforeEach(() => {
  live = databaseWithVideos(['took-back-1', 'still-here1']);
  staging = databaseWithVideos(['took-back-1', 'still-here1', 'deleted-001']);
  staging.exec('PRAGMA foreign_keys = OFF');
});
afterEach(() => {
  live.close();
  staging.close();
});

function databaseWithVideos(videoIds: string[]): Database {
  const database = openDatabase(':memory:');
  database.exec("INSERT INTO account (id, name, password_hash, is_staff, is_superuser, created_at) VALUES (1, 'mara', 'x', 1, 0, 0)");
  const catalogue = createSqliteCatalogue(database);
  catalogue.putChannels([aChannel({ channelId })]);
  catalogue.putVideos(videoIds.map((videoId) => aVideo({ videoId, channelId, comments: [aComment({ commentId: 'c' })] })));
  database.exec('INSERT INTO position SELECT 1, id, 30, id FROM video');
  return database;
}

test('a video in the trash of a backup stays deleted if it was deleted for good since; if it was restored, it is missing until its file returns', () => {
  for (const videoId of ['took-back-1', 'deleted-001']) createTrashedRows(staging).takeVideo(videoId);
  resolveTrashedVideos(live, staging);
  const rows = staging.prepare('SELECT video_id AS id, absence FROM video ORDER BY 1').all();
  expect(rows).toEqual([
    { id: 'still-here1', absence: null },
    { id: 'took-back-1', absence: 'missing' },
  ]);
  expect(staging.prepare('SELECT video_id AS id FROM removed_video').all()).toEqual([{ id: 'deleted-001' }]);
  expect(staging.prepare('SELECT count(*) AS n FROM position').get()).toEqual({ n: 2 });
  expect(staging.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
});

test('a video whose files will be deleted for good when their disk is back counts as deleted', () => {
  for (const database of [live, staging])
    database.exec(`
      INSERT INTO trash (id, kind, ref, title, state, is_automatic, deleted_at, size_bytes, files, rows)
      VALUES (1, 'video', 'deleted-001', 'Deleted', 'purging', 0, 0, 0, '[]', '{}'), (2, 'video', 'still-here1', 'In the trash', 'kept', 0, 0, 0, '[]', '{}')`);
  for (const videoId of ['deleted-001', 'still-here1']) createTrashedRows(staging).takeVideo(videoId);
  resolveTrashedVideos(live, staging);
  expect(staging.prepare('SELECT video_id AS id, absence FROM video ORDER BY 1').all()).toEqual([
    { id: 'still-here1', absence: 'trash' },
    { id: 'took-back-1', absence: null },
  ]);
});
