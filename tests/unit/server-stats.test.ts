import { afterEach, beforeEach, expect, test } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import { createStats } from '../../server/archive/stats.ts';
import type { Catalogue } from '../../server/catalogue/records.ts';
import { removeVideoRows } from '../../server/catalogue/remove-video-rows.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { migrate, openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/transaction.ts';
import { aChannel, aVideo } from '../builders/server-records.ts';
import { createTrashedRows } from '../../server/trash/trashed-rows.ts';

const [harbourId, kitchenId] = ['UCharbourharbourharbour1', 'UCkitchenkitchenkitchen2'];
/** Noon UTC: the same day from UTC−12 to UTC+11. */
const noonSeconds = 1_771_070_400;

let database: Database;
let archive: Archive;
let catalogue: Catalogue;
let accountId: number;
beforeEach(() => {
  database = openDatabase(':memory:');
  archive = createArchive(database);
  catalogue = createSqliteCatalogue(database);
  accountId = archive.accounts.add({ name: 'mara', passwordHash: 'none', isStaff: true, isSuperuser: false });
  catalogue.putChannels([aChannel({ channelId: harbourId, name: 'BBC of the Harbour' }), aChannel({ channelId: kitchenId })]);
  const aStoredVideo = (videoId: string, channelId: string, changes = {}) =>
    aVideo({ videoId, channelId, durationSeconds: 100, mediaSizeBytes: 1000, downloadedAt: noonSeconds, ...changes });
  catalogue.putVideos([
    aStoredVideo('video-one-1', harbourId),
    aStoredVideo('video-two-2', harbourId, { kind: 'shorts', isActive: false, downloadedAt: noonSeconds - 3 * 86_400 }),
    aStoredVideo('video-thr-3', kitchenId, { mediaSizeBytes: 5000, downloadedAt: noonSeconds - 20 * 86_400 }),
  ]);
});
afterEach(() => database.close());

/** Returns the totals that the triggers should have computed, counted from the videos themselves. */
function recount(): unknown[][] {
  return [
    database
      .prepare('SELECT channel_id, kind, is_active, is_watched, count(*), sum(media_size), sum(duration) FROM video WHERE absence IS NULL GROUP BY 1, 2, 3, 4')
      .all(),
    database.prepare("SELECT date(downloaded_at, 'unixepoch', 'localtime'), count(*), sum(media_size) FROM video WHERE absence IS NULL GROUP BY 1").all(),
  ].map((rows) => rows.map((row) => Object.values(row as object)));
}
function storedTotals(): unknown[][] {
  return ['SELECT * FROM video_total WHERE items <> 0', 'SELECT * FROM download_day WHERE items <> 0'].map((sql) =>
    database
      .prepare(sql)
      .all()
      .map((row) => Object.values(row as object)),
  );
}

test('the totals follow every change of a video', () => {
  const id = archive.videos.find('video-one-1')?.id ?? 0;
  const changes: (() => void)[] = [
    () => archive.watchState.setWatched(accountId, id, true),
    () => archive.watchState.setAllWatched(accountId, 'channel', harbourId, true),
    () => archive.watchState.setWatched(accountId, id, false),
    () => catalogue.putVideos([aVideo({ videoId: 'video-one-1', channelId: kitchenId, mediaSizeBytes: 7, durationSeconds: 8, kind: 'streams' })]),
    () => catalogue.putVideos([aVideo({ videoId: 'video-one-1', channelId: kitchenId, isActive: false, downloadedAt: noonSeconds - 86_400 })]),
    () => createTrashedRows(database).takeVideo('video-two-2'),
    () => catalogue.markMissing(['video-one-1']),
    () => archive.watchState.setWatched(accountId, id, true),
    () => catalogue.markFound(['video-one-1']),
    () => removeVideoRows(database, ['video-one-1', 'video-thr-3']),
  ];
  expect(storedTotals()).toEqual(recount());
  for (const change of changes) {
    change();
    expect(storedTotals()).toEqual(recount());
  }
  expect(storedTotals()).toEqual([[], []]);
});

test('an archive of an earlier version has its totals after the migration', () => {
  const totalsBefore = recount();
  for (const name of ['video_total_added', 'video_total_removed', 'video_total_changed', 'download_day_changed']) database.exec(`DROP TRIGGER ${name}`);
  database.exec("DROP TABLE video_total; DROP TABLE download_day; DELETE FROM migration WHERE name = '006-totals'");
  migrate(database);
  expect(storedTotals()).toEqual(totalsBefore);
});

test('the biggest channels are ordered as requested, under their own names', () => {
  expect(archive.stats.biggestChannels('doc_count').map(({ name, items }) => [name, items])).toEqual([
    ['BBC of the Harbour', 2],
    ['Channel kitche', 1],
  ]);
  expect(archive.stats.biggestChannels('media_size')[0]?.channelId).toBe(kitchenId);
});

test('the history covers eight days and no more', () => {
  const stats = createStats(database, () => noonSeconds);
  expect(stats.history().map(({ items }) => items)).toEqual([1, 1]);
  expect(createStats(database, () => noonSeconds + 7 * 86_400).history()).toHaveLength(1);
  expect(createStats(database, () => noonSeconds + 8 * 86_400).history()).toEqual([]);
});
