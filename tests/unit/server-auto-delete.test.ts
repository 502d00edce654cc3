// Watched videos are deleted automatically after a number of days. A channel's own number takes precedence over the archive's.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/transaction.ts';
import { deleteWatched } from '../../server/downloader/auto-delete.ts';
import { createLibraryLock } from '../../server/library/library-lock.ts';
import { createLibraryPlaces } from '../../server/library/library-places.ts';
import { createRemoval } from '../../server/removal/removal.ts';
import { NotRemovable } from '../../server/trash/move-files.ts';
import { createTrash } from '../../server/trash/trash.ts';
import { aChannel, aVideo } from '../builders/server-records.ts';

const nowSeconds = 1_771_000_000;
const channels = { plain: 'UCplainplainplainplain01', early: 'UCearlyearlyearlyearly02', never: 'UCnevernevernevernever03' };

let database: Database;
let archive: Archive;
beforeEach(() => {
  database = openDatabase(':memory:');
  archive = createArchive(database);
  const catalogue = createSqliteCatalogue(database);
  catalogue.putChannels(Object.values(channels).map((channelId) => aChannel({ channelId })));
  catalogue.putVideos(Object.entries(channels).flatMap(([name, channelId]) => [5, 40].map((days) => aVideo({ videoId: `${name}-${days}`, channelId }))));
  for (const days of [5, 40]) {
    // Each video was watched this number of days and one minute ago, so that the last day is over.
    database.prepare(`UPDATE video SET is_watched = 1, watched_at = ? WHERE video_id LIKE '%-${days}'`).run(nowSeconds - days * 86_400 - 60);
  }
  archive.channels.change(channels.early, { overwrites: { autodelete_days: 3 } });
  archive.channels.change(channels.never, { overwrites: { autodelete_days: 0 } });
});
afterEach(() => database.close());

test.each([
  [30, ['early-40', 'early-5', 'plain-40']],
  [3, ['early-40', 'early-5', 'plain-40', 'plain-5']],
  // Automatic deletion is off for the archive, but on for one channel.
  [null, ['early-40', 'early-5']],
  [0, ['early-40', 'early-5']],
])('watched videos are due after %j days by the archive’s setting, after 3 for one channel and never for another', (days, expected) => {
  expect(archive.downloadRuns.watchedLongAgo(days, nowSeconds).toSorted()).toEqual(expected);
});

async function createTrashSetup() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-auto-delete-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const library = createLibraryPlaces({ libraryFolder: folder, isOwnersLibrary: false, downloadsFolder: null, dataFolder: folder });
  const libraryLock = createLibraryLock();
  const trash = createTrash({ archive, library, libraryLock, log: () => undefined });
  const removal = createRemoval({ archive, library, libraryLock, trash, forgetRendition: () => Promise.resolve(), log: () => undefined });
  return { library, libraryLock, trash, removal };
}

test('a video that is marked unwatched again is not due, although its date is kept', () => {
  database.exec("UPDATE video SET is_watched = 0 WHERE video_id = 'plain-40'");
  expect(archive.downloadRuns.watchedLongAgo(30, nowSeconds).toSorted()).toEqual(['early-40', 'early-5']);
});

test('a video that is marked unwatched while an earlier video is being deleted stays', async () => {
  const removedIds: string[] = [];
  const removeVideo: Parameters<typeof deleteWatched>[0]['removeVideo'] = async ({ videoId }) => {
    removedIds.push(videoId);
    database.exec("UPDATE video SET is_watched = 0 WHERE video_id LIKE 'early-%'");
    return true;
  };
  const library = { find: async (file: string) => file };
  await deleteWatched({ archive, library, removeVideo, log: () => undefined }, new AbortController().signal);
  expect(removedIds).toEqual(['early-40']);
});

test('a video is not deleted while its disk is absent, because its file could not be deleted', async () => {
  const removedIds: string[] = [];
  const removeVideo: Parameters<typeof deleteWatched>[0]['removeVideo'] = async ({ videoId }) => removedIds.push(videoId) > 0;
  const library = { find: async (file: string) => (file.includes('early-40') ? null : file) };
  await deleteWatched({ archive, library, removeVideo, log: () => undefined }, new AbortController().signal);
  expect(removedIds).toEqual(['early-5']);
});

test('a video that cannot be deleted, for example in a folder without write permission, does not keep later videos from being deleted', async () => {
  const removedIds: string[] = [];
  const logLines: string[] = [];
  const removeVideo: Parameters<typeof deleteWatched>[0]['removeVideo'] = async ({ videoId }) => {
    if (videoId === 'early-40') throw new NotRemovable('early-40.mp4 could not be deleted: Stowaway may not write there.');
    return removedIds.push(videoId) > 0;
  };
  const library = { find: async (file: string) => file };
  await deleteWatched({ archive, library, removeVideo, log: (line) => logLines.push(line) }, new AbortController().signal);
  expect(removedIds).toEqual(['early-5']);
  expect(logLines[0]).toBe('Automatic deletion of watched videos: early-40.mp4 could not be deleted: Stowaway may not write there.');
});

test('a video that is marked unwatched while its deletion waits for other work on the library stays', async () => {
  const { libraryLock, removal } = await createTrashSetup();
  const logLines: string[] = [];
  const stopController = new AbortController();
  let endOtherWork = (): void => undefined;
  const lockHolder = libraryLock.exclusive(() => new Promise<void>((resolve) => (endOtherWork = resolve)));
  await Promise.resolve(); // the other work begins
  const deletion = deleteWatched(
    {
      archive,
      library: { find: async (file: string) => file },
      removeVideo(row, isStillDue) {
        stopController.abort();
        const removed = removal.removeVideo(row, { isAutomatic: true, isStillDue });
        database.exec("UPDATE video SET is_watched = 0 WHERE video_id LIKE 'early-%'");
        endOtherWork();
        return removed;
      },
      log: (line) => logLines.push(line),
    },
    stopController.signal,
  );
  await deletion;
  endOtherWork(); // already done, unless no video was due
  await lockHolder;
  expect(stopController.signal.aborted, 'the deletion was requested').toBe(true);
  expect([archive.videos.find('early-40')?.videoId, logLines]).toEqual(['early-40', []]);
});

test('a video is deleted and ignored in one step, so the next scan does not queue the video again even if the server ends right after the deletion', async () => {
  const { library, removal } = await createTrashSetup();
  // A failure of the step after the deletion simulates a server that ends there.
  vi.spyOn(archive.createdFolders, 'has').mockImplementation(() => {
    throw new Error('ended');
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const [videoId = ''] = archive.downloadRuns.watchedLongAgo(null, Math.floor(Date.now() / 1000));
  const mediaPath = library.absolute(archive.videos.find(videoId)?.mediaFile ?? '');
  await mkdir(path.dirname(mediaPath));
  await writeFile(mediaPath, 'a video');
  const removeVideo: Parameters<typeof deleteWatched>[0]['removeVideo'] = (row) => removal.removeVideo(row, { isAutomatic: true });
  await expect(deleteWatched({ archive, library, removeVideo, log: () => undefined }, new AbortController().signal)).rejects.toThrow('ended');
  expect([archive.videos.find(videoId), archive.downloads.find(videoId)?.status]).toEqual([null, 'ignore']);
});

test('a video that a person restores from the trash is not deleted again before the days have passed once more', async () => {
  const { library, trash, removal } = await createTrashSetup();
  const row = archive.videos.find('plain-40');
  if (row === null) throw new Error('the video is not in the archive');
  await mkdir(path.dirname(library.absolute(row.mediaFile)));
  // An empty folder would count as an absent disk.
  for (const file of [row.mediaFile, row.mediaFile.replace('-40', '-5')]) await writeFile(library.absolute(file), 'a video');
  const isDue = (): boolean => archive.downloadRuns.watchedLongAgo(30, Math.floor(Date.now() / 1000)).includes('plain-40');
  expect([isDue(), await removal.removeVideo(row, { isAutomatic: true })]).toEqual([true, true]);
  expect(await trash.restore(trash.items.totals().lastId)).toMatchObject({ kind: 'restored' });
  expect([isDue(), archive.videos.find('plain-40')?.isWatched]).toEqual([false, true]);
});
