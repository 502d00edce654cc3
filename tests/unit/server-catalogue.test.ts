import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import type { Catalogue, KnownMedia } from '../../server/catalogue/records.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { removeVideoRows } from '../../server/catalogue/remove-video-rows.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/transaction.ts';
import { aChannel, aComment, aPlaylist, aVideo } from '../builders/server-records.ts';

const channelId = 'UCharbourharbourharbour1';

const aFoundVideo = {
  sourceUrl: 'https://videos.example/1',
  title: 'One',
  channelId,
  channelName: 'Harbour',
  duration: 60,
  publishedAt: null,
  kind: 'videos',
  expectedSize: null,
  pictureUrl: null,
  listed: null,
} as const;

let database: Database;
let archive: Archive;
let catalogue: Catalogue;
let accountId: number;
beforeEach(() => {
  database = openDatabase(':memory:');
  archive = createArchive(database);
  catalogue = createSqliteCatalogue(database);
  accountId = archive.accounts.add({ name: 'mara', passwordHash: 'none', isStaff: true, isSuperuser: false });
  catalogue.putChannels([aChannel({ channelId })]);
});
afterEach(() => database.close());

const findVideo = (videoId: string) => {
  const row = archive.videos.find(videoId);
  if (!row) throw new Error(`${videoId} is not there`);
  return row;
};

test('importing a video again keeps the watched mark, its date and the position, and replaces everything else', () => {
  catalogue.putVideos([aVideo({ videoId: 'video-one-1', channelId, comments: [aComment({ commentId: 'c1' })] })]);
  archive.watchState.setWatched(accountId, findVideo('video-one-1').id, true);
  const { id, watchedAt } = findVideo('video-one-1');
  archive.watchState.setWatched(accountId, id, false);
  archive.watchState.savePosition(accountId, findVideo('video-one-1'), 100);
  catalogue.putVideos([aVideo({ videoId: 'video-one-1', channelId, title: 'Renamed', viewCount: 5, comments: null })]);
  expect(findVideo('video-one-1')).toMatchObject({ id, title: 'Renamed', viewCount: 5, isWatched: false, watchedAt, commentCount: null });
  expect(archive.watchState.positionsOf(accountId, [id]).get(id)).toBe(100);
  expect(archive.comments.of('video-one-1')).toBeNull();
});

test('an imported video leaves the queue, unless its download is forced or ignored', () => {
  const addToQueue = (videoId: string, status: 'pending' | 'ignore', isForced: boolean) =>
    archive.downloads.add({ ...aFoundVideo, videoId }, { status, isAutoStart: false, isForced });
  catalogue.putVideos([aVideo({ videoId: 'video-old-1', channelId })]);
  addToQueue('video-one-1', 'pending', false);
  addToQueue('video-two-2', 'ignore', false);
  addToQueue('video-old-1', 'pending', true);
  catalogue.putVideos(['video-one-1', 'video-two-2', 'video-old-1'].map((videoId) => aVideo({ videoId, channelId })));
  const remainingItems = archive.downloads.page({ status: null, channelId: null, kind: null, hasError: null, phrase: null }, { limit: 10, offset: 0 });
  expect(remainingItems.map(({ videoId }) => videoId).toSorted()).toEqual(['video-old-1', 'video-two-2']);
});

test('a subscription survives a refresh of its channel', () => {
  database.exec('UPDATE channel SET is_subscribed = 1');
  catalogue.putChannels([aChannel({ channelId, name: 'Renamed' })]);
  expect(archive.channels.find(channelId)).toMatchObject({ name: 'Renamed', isSubscribed: true });
});

test('known media are read back as they were written, with their fingerprints', () => {
  catalogue.putVideos([aVideo({ videoId: 'video-one-1', channelId, mediaFile: 'a/one.mp4', mediaSizeBytes: 7, mediaModifiedMs: 1_771_063_212_123.75 })]);
  catalogue.rememberFingerprints(new Map([['video-one-1', 'hash']]));
  const knownMedia = {
    row: findVideo('video-one-1').id,
    videoId: 'video-one-1',
    mediaFile: 'a/one.mp4',
    sizeBytes: 7,
    modifiedMs: 1_771_063_212_123.75,
    fingerprint: 'hash',
    isMissing: false,
    sample: null,
  };
  expect([catalogue.mediaAt('a/one.mp4'), catalogue.mediaOf('video-one-1'), catalogue.mediaAt('a/two.mp4'), catalogue.mediaOf('video-two-2')]).toEqual([
    knownMedia,
    knownMedia,
    null,
    null,
  ]);
});

test('all known media are read page by page in the order of their paths, each once', () => {
  const names = ['b/2.mp4', 'a.mp4', 'b/1.mp4', 'ü.mp4', 'b.mp4'];
  catalogue.putVideos(names.map((mediaFile, index) => aVideo({ videoId: `video-one-${index}`, channelId, mediaFile })));
  catalogue.moveMedia('video-one-4', 'a.mp4'); // two videos under one path, for a moment
  const pages: string[][] = [];
  for (let lastMedia: KnownMedia | null = null; ;) {
    const page: KnownMedia[] = catalogue.mediaAfter(lastMedia, 2);
    if (page.length === 0) break;
    pages.push(page.map(({ mediaFile }) => mediaFile));
    lastMedia = page.at(-1) as KnownMedia;
  }
  expect(pages).toEqual([['a.mp4', 'a.mp4'], ['b/1.mp4', 'b/2.mp4'], ['ü.mp4']]);
  expect(catalogue.countMedia()).toEqual({ present: 5, missing: 0, undecided: 0 });
});

test('two videos can swap places on disk', () => {
  catalogue.putVideos([aVideo({ videoId: 'video-one-1', channelId, mediaFile: 'a.mp4' }), aVideo({ videoId: 'video-two-2', channelId, mediaFile: 'b.mp4' })]);
  catalogue.moveMedia('video-one-1', 'b.mp4');
  catalogue.moveMedia('video-two-2', 'a.mp4');
  expect([findVideo('video-one-1').mediaFile, findVideo('video-two-2').mediaFile]).toEqual(['b.mp4', 'a.mp4']);
});

test('missing videos that a person keeps are listed only on request', () => {
  catalogue.putVideos(['one', 'two', 'three'].map((name) => aVideo({ videoId: `video-${name}`, channelId, mediaFile: `${name}.mp4` })));
  catalogue.markMissing(['video-one', 'video-two']);
  archive.missing.keep('video-one');
  const idsOf = (withKept: boolean) => catalogue.missingAfter(null, 9, { withKept }).map(({ videoId }) => videoId);
  expect([idsOf(false), idsOf(true)]).toEqual([['video-two'], ['video-one', 'video-two']]);
});

test('another video under a known path replaces the previous video', () => {
  catalogue.putVideos([aVideo({ videoId: 'video-one-1', channelId, mediaFile: 'a.mp4' })]);
  catalogue.putVideos([aVideo({ videoId: 'video-two-2', channelId, mediaFile: 'a.mp4' })]);
  expect(findVideo('video-one-1')).toMatchObject({ mediaFile: '.moved/video-one-1', missingSince: expect.any(Number) as number });
  expect(findVideo('video-two-2')).toMatchObject({ mediaFile: 'a.mp4', missingSince: null });
});

test('a video whose path another video takes does not keep the picture and the subtitles beside that path', () => {
  const subtitles = [{ lang: 'en', name: 'English', source: 'file' as const, file: 'Pier/a.en.vtt' }];
  const facts = { channelId, mediaFile: 'Pier/a.mp4', subtitles };
  catalogue.putVideos([aVideo({ ...facts, videoId: 'video-one-1', thumbFile: 'Pier/a.jpg' })]);
  catalogue.putVideos([aVideo({ ...facts, videoId: 'video-two-2', thumbFile: '.learned/pictures/b.jpg' })]);
  expect(findVideo('video-one-1')).toMatchObject({ thumbFile: null, subtitles: [] });
  expect(findVideo('video-two-2')).toMatchObject({ thumbFile: '.learned/pictures/b.jpg', subtitles });
  catalogue.moveMedia('video-two-2', '.moved/video-two-2');
  expect(findVideo('video-two-2')).toMatchObject({ thumbFile: '.learned/pictures/b.jpg', subtitles: [] });
});

test('a removed video leaves nothing behind except its entry in regular playlists', () => {
  catalogue.putVideos(
    ['video-one-1', 'video-two-2'].map((videoId) => aVideo({ videoId, channelId, title: 'lantern', comments: [aComment({ commentId: videoId })] })),
  );
  catalogue.putPlaylists([aPlaylist({ playlistId: 'PLregular', entries: [{ videoId: 'video-one-1', title: 'One', uploader: null, index: 0 }] })]);
  database.exec("INSERT INTO playlist (playlist_id, name, name_order, kind, is_active, refreshed_at) VALUES ('TA_playlist_x', 'Mine', 'mine', 'custom', 0, 0)");
  for (const [idx, videoId] of ['video-one-1', 'video-two-2', 'video-one-1'].entries()) {
    database.prepare('INSERT INTO playlist_entry (playlist_id, idx, video_id, title) VALUES (?, ?, ?, ?)').run('TA_playlist_x', idx, videoId, 'x');
  }
  archive.watchState.savePosition(accountId, findVideo('video-one-1'), 100);
  removeVideoRows(database, ['video-one-1', 'never-there']);
  expect(archive.playlists.find('PLregular')?.entries).toMatchObject([{ videoId: 'video-one-1', title: 'One', isDownloaded: false }]);
  expect(archive.playlists.find('TA_playlist_x')?.entries).toMatchObject([{ idx: 0, videoId: 'video-two-2', isDownloaded: true }]);
  expect(archive.videoLists.hasPositions(accountId)).toBe(false);
  expect(archive.similarVideos.find('video-two-2')).toEqual([]);
  for (const table of ['video_comments', 'video_height', 'position']) {
    const { rowCount } = database
      .prepare(`SELECT count(*) AS rowCount FROM ${table} WHERE ${table === 'position' ? 1 : `video NOT IN (SELECT id FROM video)`}`)
      .get() as {
      rowCount: number;
    };
    expect([table, rowCount]).toEqual([table, 0]);
  }
});

test.each<[why: string, change: object, reason: RegExp]>([
  ['breaks a rule of the database', { title: null }, /breaks a rule/],
  ['has an impossible date', { downloadedAt: 1e15 }, /breaks a rule/],
  ['has NaN for a number', { viewCount: Number.NaN }, /its viewCount is not a number/],
  ['has a number too large to be exact', { mediaSizeBytes: 2 ** 62 }, /its mediaSizeBytes is not a number/],
])('a record that %s is refused and named; the other records of the same call are stored', (_why, change, reason) => {
  const brokenRecord = { ...aVideo({ videoId: 'video-two-2', channelId, comments: [aComment({ commentId: 'c1' })] }), ...change };
  const refusals = catalogue.putVideos([aVideo({ videoId: 'video-one-1', channelId }), brokenRecord, aVideo({ videoId: 'video-six-6', channelId })]);
  expect(refusals).toEqual([{ id: 'video-two-2', reason: expect.stringMatching(reason) as string }]);
  expect(['video-one-1', 'video-two-2', 'video-six-6'].map((id) => archive.videos.find(id)?.videoId)).toEqual(['video-one-1', undefined, 'video-six-6']);
});

test('a refused change leaves the existing record intact', () => {
  catalogue.putVideos([aVideo({ videoId: 'video-one-1', channelId, title: 'Named', comments: [aComment({ commentId: 'c1' })] })]);
  expect(catalogue.putVideos([{ ...aVideo({ videoId: 'video-one-1', channelId, title: 'Renamed', comments: [] }), downloadedAt: 1e15 }])).toHaveLength(1);
  expect([findVideo('video-one-1').title, archive.comments.of('video-one-1')]).toEqual(['Named', [expect.objectContaining({ commentId: 'c1' })]]);
});

test('channels and playlists are refused individually too', () => {
  const [badId, goodId] = ['UCbadbadbadbadbadbadbad1', 'UCgoodgoodgoodgoodgood11'];
  expect(catalogue.putChannels([aChannel({ channelId: badId, subscriberCount: Number.NaN }), aChannel({ channelId: goodId })])).toMatchObject([{ id: badId }]);
  const entries = [{ videoId: 'video-one-1', title: 'One', uploader: null, index: 2 ** 60 }];
  expect(catalogue.putPlaylists([aPlaylist({ playlistId: 'PLbad', entries }), aPlaylist({ playlistId: 'PLgood' })])).toMatchObject([{ id: 'PLbad' }]);
  expect([archive.channels.find(badId), archive.channels.find(goodId)?.channelId]).toEqual([null, goodId]);
  expect([archive.playlists.has('PLbad'), archive.playlists.has('PLgood')]).toEqual([false, true]);
});

test('without space nothing of the call is stored, and the call fails instead of refusing records', () => {
  const pageCount = (database.prepare('PRAGMA page_count').get() as { page_count: number }).page_count;
  database.prepare(`PRAGMA max_page_count = ${pageCount + 4}`).get();
  const bigVideo = aVideo({ videoId: 'video-two-2', channelId, description: 'x'.repeat(100_000) });
  expect(() => catalogue.putVideos([aVideo({ videoId: 'video-one-1', channelId }), bigVideo])).toThrow(/full/);
  expect([database.isTransaction, archive.videos.find('video-one-1')]).toEqual([false, null]);
});

test('a video with an unreadable date is stored', () => {
  catalogue.putVideos([aVideo({ videoId: 'video-one-1', channelId, publishedAt: 'some day' })]);
  expect(findVideo('video-one-1').publishedAt).toBe(0);
});

test('channels are sorted by name, whatever its case', () => {
  catalogue.putChannels(['Zebra', 'äpfel', 'apple', 'Ärger'].map((name, index) => aChannel({ channelId: `UC${String(index).padStart(22, '0')}`, name })));
  const names = archive.channels.page('all', { limit: 10, offset: 0 }).map((channel) => channel.name);
  expect(names.indexOf('apple')).toBeLessThan(names.indexOf('Zebra'));
});

test('only the last ten import reports are kept', () => {
  for (let count = 0; count < 15; count += 1) {
    catalogue.saveReport({
      startedAt: '',
      finishedAt: '',
      found: count,
      added: 0,
      updated: 0,
      moved: 0,
      missing: 0,
      returned: 0,
      unchanged: 0,
      problems: [],
      awayFolders: [],
    });
  }
  const reports = database.prepare('SELECT report FROM import_report ORDER BY id').all() as { report: string }[];
  expect(reports.map(({ report }) => (JSON.parse(report) as { found: number }).found)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
});

test('writes of another connection can be noticed, as after a restore, and own writes do not count as such', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-catalogue-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [ownDatabase, otherDatabase] = [1, 2].map(() => openDatabase(path.join(folder, 'x.sqlite'))) as [Database, Database];
  onTestFinished(() => [ownDatabase, otherDatabase].forEach((each) => each.close()));
  const ownCatalogue = createSqliteCatalogue(ownDatabase);
  const versionBefore = ownCatalogue.otherWritesVersion();
  ownCatalogue.putChannels([aChannel({ channelId })]);
  expect(ownCatalogue.otherWritesVersion()).toBe(versionBefore);
  createSqliteCatalogue(otherDatabase).putChannels([aChannel({ channelId: 'UCotherotherotherother01' })]);
  expect(ownCatalogue.otherWritesVersion()).not.toBe(versionBefore);
});
