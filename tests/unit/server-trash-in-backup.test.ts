import { afterEach, beforeEach, expect, test } from 'vitest';
import { resolveTrashedVideos } from '../../server/backups/resolve-trashed.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/transaction.ts';
import { createTrashedRows } from '../../server/trash/trashed-rows.ts';
import { aChannel, aComment, aVideo } from '../builders/server-records.ts';

const channelId = 'UCharbourharbourharbour1';
let liveDatabase: Database;
let stagingDatabase: Database;
beforeEach(() => {
  liveDatabase = databaseWithVideos(['took-back-1', 'still-here1']);
  stagingDatabase = databaseWithVideos(['took-back-1', 'still-here1', 'deleted-001']);
  // A staged backup has its foreign keys off too (server/backups/staging.ts), so deletions do not cascade.
  stagingDatabase.exec('PRAGMA foreign_keys = OFF');
});
afterEach(() => {
  liveDatabase.close();
  stagingDatabase.close();
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

test('a video in the trash of a backup counts as deleted if it has since been deleted for good, and as missing if it has since been restored', () => {
  for (const videoId of ['took-back-1', 'deleted-001']) createTrashedRows(stagingDatabase).takeVideo(videoId);
  resolveTrashedVideos(liveDatabase, stagingDatabase);
  const rows = stagingDatabase.prepare('SELECT video_id AS id, absence FROM video ORDER BY 1').all();
  expect(rows).toEqual([
    { id: 'still-here1', absence: null },
    { id: 'took-back-1', absence: 'missing' },
  ]);
  expect(stagingDatabase.prepare('SELECT video_id AS id FROM removed_video').all()).toEqual([{ id: 'deleted-001' }]);
  expect(stagingDatabase.prepare('SELECT count(*) AS n FROM position').get()).toEqual({ n: 2 });
  expect(stagingDatabase.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
});

test('a video that will be deleted for good once its disk is back counts as deleted', () => {
  for (const database of [liveDatabase, stagingDatabase])
    database.exec(`
      INSERT INTO trash (id, kind, ref, title, state, is_automatic, deleted_at, size_bytes, files, rows)
      VALUES (1, 'video', 'deleted-001', 'Deleted', 'purging', 0, 0, 0, '[]', '{}'), (2, 'video', 'still-here1', 'In the trash', 'kept', 0, 0, 0, '[]', '{}')`);
  for (const videoId of ['deleted-001', 'still-here1']) createTrashedRows(stagingDatabase).takeVideo(videoId);
  resolveTrashedVideos(liveDatabase, stagingDatabase);
  expect(stagingDatabase.prepare('SELECT video_id AS id, absence FROM video ORDER BY 1').all()).toEqual([
    { id: 'still-here1', absence: 'trash' },
    { id: 'took-back-1', absence: null },
  ]);
});
