// The trash loses nothing if the database is full, after a crash at any point of a move, or if the server cannot undo a move at its next
// start. When a disk is almost full, the trash is emptied.
import { existsSync, writeFileSync } from 'node:fs';
import { link, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAlerts } from '../../server/alerts/alerts.ts';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { isDiskFull } from '../../server/database/disk-full.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/transaction.ts';
import { spaceOf } from '../../server/disk/free-space.ts';
import { createDiskWatch } from '../../server/disk/watch-disks.ts';
import { createLibraryPlaces, type LibraryPlaces } from '../../server/library/library-places.ts';
import { createLibraryLock } from '../../server/library/library-lock.ts';
import { createRemoval } from '../../server/removal/removal.ts';
import { NotRemovable, trashFolderName } from '../../server/trash/move-files.ts';
import { filesToTrash } from '../../server/trash/files-to-trash.ts';
import { createTrash, type Trash } from '../../server/trash/trash.ts';
import { aChannel, aVideo } from '../builders/server-records.ts';
import { aSmallDisk } from '../builders/small-disk.ts';
import { logInto } from '../doubles/log.ts';

const channelId = 'UCharbourharbourharbour1';
const videoId = 'pier-000001';
const mediaFile = 'Pier/Low tide.mp4';
const companions = ['Pier/Low tide.info.json', 'Pier/Low tide.webp', 'Pier/Low tide.en.vtt'];

let baseFolder: string;
let database: Database;
let archive: Archive;
let logLines: string[];
beforeEach(async () => {
  baseFolder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-faults-'));
  database = openDatabase(':memory:');
  archive = createArchive(database);
  logLines = [];
});
afterEach(async () => {
  database.close();
  await rm(baseFolder, { recursive: true, force: true });
});

async function aLibrary(folder = path.join(baseFolder, 'library'), mediaBytes = 5): Promise<{ library: LibraryPlaces; trash: Trash }> {
  const library = createLibraryPlaces({ libraryFolder: folder, isOwnersLibrary: false, dataFolder: baseFolder });
  await mkdir(path.join(folder, 'Pier'), { recursive: true });
  for (const file of companions) await writeFile(library.absolute(file), file);
  await writeFile(library.absolute(mediaFile), Buffer.alloc(mediaBytes, 1));
  const catalogue = createSqliteCatalogue(database);
  catalogue.putChannels([aChannel({ channelId })]);
  catalogue.putVideos([aVideo({ videoId, channelId, mediaFile, companions })]);
  return { library, trash: aTrash(library) };
}
const aTrash = (library: LibraryPlaces): Trash => createTrash({ archive, library, libraryLock: createLibraryLock(), log: (line) => void logLines.push(line) });
const item = { kind: 'video' as const, ref: videoId, title: 'Low tide', parent: null, isAutomatic: false, rows: {} };
const trashableFiles = (library: LibraryPlaces): Promise<string[]> => filesToTrash(library, { mediaFile, originalId: null, companions });
const moveToTrash = async (trash: Trash, library: LibraryPlaces): Promise<number> =>
  trash.take(item, await trashableFiles(library), (rows) => rows.takeVideo(videoId));
const isInArchive = (): boolean => archive.videos.find(videoId) !== null;
const filesIn = async (library: LibraryPlaces): Promise<string[]> => (await readdir(library.absolute('Pier'))).map((name) => `Pier/${name}`).toSorted();
const allFiles = [...companions, mediaFile].toSorted();

test('a nearly full disk does not empty the trash of a file that has another name elsewhere, because that would free nothing', async () => {
  const { library, trash } = await aLibrary(undefined, 10_000);
  const otherName = path.join(baseFolder, 'shared.mp4');
  await link(library.absolute(mediaFile), otherName);
  await moveToTrash(trash, library);
  expect(await trash.freeSpace(library.libraryFolder, 1)).toBe(0);
  expect(trash.items.totals().items).toBe(1);
  await rm(otherName);
  expect(await trash.freeSpace(library.libraryFolder, 1)).toBeGreaterThan(10_000);
  expect(trash.items.totals().items).toBe(0);
});

test('a video stays in the trash if another program takes the name of one of its companions while it is restored', async () => {
  const { library, trash } = await aLibrary();
  const id = await moveToTrash(trash, library);
  const takenFile = companions[1] ?? '';
  const takingLibrary: LibraryPlaces = {
    ...library,
    // Called between the check of the name and the move.
    rootFolderOf(file) {
      if (file === takenFile && existsSync(library.absolute(companions[0] ?? ''))) writeFileSync(library.absolute(file), 'of another program');
      return library.rootFolderOf(file);
    },
  };
  expect(await aTrash(takingLibrary).restore(id)).toMatchObject({ kind: 'blocked', files: [takenFile] });
  expect([await filesIn(library), isInArchive()]).toEqual([companions.toSorted(), false]);
  await rm(library.absolute(takenFile));
  expect(await aTrash(library).restore(id)).toMatchObject({ kind: 'restored' });
  expect([await filesIn(library), isInArchive()]).toEqual([allFiles, true]);
});

describe('a move that fails on a full database', () => {
  /** These rows are larger than the 20 pages by which a full database may still grow. */
  const largeRows = { learned: [{ info: 'x'.repeat(400_000) }] };
  const setCanGrow = (canGrow: boolean): void => {
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() as { page_count: number };
    database.prepare(`PRAGMA max_page_count = ${canGrow ? 1_000_000 : pages + 20}`).get();
  };

  test.each([
    ['failure before anything has moved', largeRows, {}],
    ['failure after everything has moved', {}, largeRows],
  ])('leaves the files where they were, and the video in the archive (%s)', async (_when, rowsBefore, rowsAfter) => {
    const { library, trash } = await aLibrary();
    setCanGrow(false);
    const files = await trashableFiles(library);
    const failure = await trash
      .take({ ...item, rows: rowsBefore }, files, (rows) => ({ ...rows.takeVideo(videoId), ...rowsAfter }))
      .catch((error: unknown) => error);
    expect(isDiskFull(failure)).toBe(true);
    expect([await filesIn(library), isInArchive(), trash.items.totals().items]).toEqual([allFiles, true, 0]);
    setCanGrow(true);
    await trash.recover();
    expect([await filesIn(library), isInArchive(), trash.items.unfinished()]).toEqual([allFiles, true, []]);
    await moveToTrash(trash, library);
    expect([await filesIn(library), isInArchive()]).toEqual([[], false]);
  });
});

test('an interrupted move that cannot be undone at the next start is reported with the reason, and undone by a later attempt', async () => {
  const { library, trash } = await aLibrary();
  await moveToTrash(trash, library);
  // This is the state that a kill halfway leaves.
  database.exec("UPDATE trash SET state = 'moving', rows = '{}'; UPDATE video SET absence = NULL; DELETE FROM removed_video");
  await rename(library.absolute('Pier'), library.absolute('Elsewhere'));
  await writeFile(library.absolute('Pier'), 'in the place of the folder');
  await trash.recover();
  expect(logLines).toEqual(['Trash: the move of Low tide is unfinished (a file of that name already exists). The move is tried again.']);
  expect(trash.items.unfinished()).toHaveLength(1);
  await rm(library.absolute('Pier'));
  await trash.recover();
  expect([await filesIn(library), trash.items.unfinished(), logLines.length]).toEqual([allFiles, [], 1]);
});

test('a video is not deleted while its folder cannot be read, because its file would stay but its rows would be lost', async () => {
  const { library, trash } = await aLibrary();
  await rename(library.absolute('Pier'), library.absolute('Elsewhere'));
  // The link points to itself, so reading it fails for every user, like a disk that answers with errors.
  await symlink('Pier', library.absolute('Pier'));
  const libraryLock = createLibraryLock();
  const removal = createRemoval({ archive, library, libraryLock, trash, forgetRendition: async () => undefined, log: () => undefined });
  const row = archive.videos.find(videoId);
  if (row === null) throw new Error('the video is not in the archive');
  await expect(removal.removeVideo(row)).rejects.toThrow(NotRemovable);
  expect([isInArchive(), trash.items.totals().items, trash.items.unfinished()]).toEqual([true, 0, []]);
  await rm(library.absolute('Pier'));
  await rename(library.absolute('Elsewhere'), library.absolute('Pier'));
  await removal.removeVideo(row);
  expect([await filesIn(library), isInArchive()]).toEqual([[], false]);
});

test('a video is deleted even if its renditions cannot be deleted, which is logged', async () => {
  const { library, trash } = await aLibrary();
  const forgetRendition = (): Promise<never> => Promise.reject(new Error('EACCES: permission denied'));
  const log = (line: string): void => void logLines.push(line);
  const removal = createRemoval({ archive, library, libraryLock: createLibraryLock(), trash, forgetRendition, log });
  await removal.removeChannel(channelId);
  expect([isInArchive(), archive.channels.find(channelId), trash.items.totals().items]).toEqual([false, null, 2]);
  expect(logLines).toEqual([expect.stringMatching(/^The renditions of .* could not be deleted: EACCES: permission denied$/)]);
});

test('a missing video whose path now belongs to another video is deleted without the files of the other video', async () => {
  const { library, trash } = await aLibrary();
  createSqliteCatalogue(database).putVideos([aVideo({ videoId: 'pier-000002', channelId, mediaFile, companions })]);
  const row = archive.videos.find(videoId);
  if (row === null) throw new Error('the video is not in the archive');
  expect([row.mediaFile, row.companions]).toEqual([`.moved/${videoId}`, companions]);
  const removal = createRemoval({ archive, library, libraryLock: createLibraryLock(), trash, forgetRendition: async () => undefined, log: () => undefined });
  await removal.removeVideo(row);
  expect([await filesIn(library), isInArchive(), archive.videos.find('pier-000002')?.mediaFile]).toEqual([allFiles, false, mediaFile]);
});

test('only the files that an import would use for a media file go into the trash, even if the row of the video lists others', async () => {
  const { library } = await aLibrary();
  const otherFiles = ['Pier/High tide.info.json', 'Pier/Low tide.mkv', 'Pier/Low tide.txt', 'Quay/Low tide.webp', 'Pier/Low tide.mp4.part'];
  const files = await filesToTrash(library, { mediaFile, originalId: null, companions: [...otherFiles, ...companions] });
  expect(files).toEqual([...companions, mediaFile]);
});

test('subtitles and pictures of a media file whose name continues that of the video stay, even if the row of the video lists them', async () => {
  const { library } = await aLibrary();
  const otherCompanions = ['Pier/Low tide.1.de.vtt', 'Pier/Low tide.1.webp', 'Pier/Low tide.en.vtt'];
  for (const file of ['Pier/Low tide.1.mp4', 'Pier/Low tide.en.mp4']) await writeFile(library.absolute(file), 'another');
  const files = await filesToTrash(library, { mediaFile, originalId: null, companions: [...otherCompanions, ...companions] });
  expect(files).toEqual([...companions.filter((file) => !otherCompanions.includes(file)), mediaFile]);
});

test('a video is not deleted while its folder cannot be listed, because another media file there may need the same files', async () => {
  const { library } = await aLibrary();
  await writeFile(library.absolute('Pier/Low tide.webm'), 'another');
  expect(await trashableFiles(library)).toEqual([mediaFile]);
  // The listing fails for every user, as on a system without a free file descriptor.
  const unlistableLibrary: LibraryPlaces = {
    ...library,
    absolute: (file) => (file === 'Pier' ? path.join(baseFolder, 'x'.repeat(300)) : library.absolute(file)),
  };
  await expect(trashableFiles(unlistableLibrary)).rejects.toThrow(NotRemovable);
});

test('a restore does not follow a folder that has become a link out of the library, and works once the link is a folder again', async () => {
  const { library, trash } = await aLibrary();
  const id = await moveToTrash(trash, library);
  await mkdir(path.join(baseFolder, 'elsewhere'));
  await rm(library.absolute('Pier'), { recursive: true });
  await symlink(path.join(baseFolder, 'elsewhere'), library.absolute('Pier'));
  expect(await trash.restore(id)).toEqual({ kind: 'refused', title: 'Low tide', why: 'the folder Pier leads out of the library' });
  expect([await readdir(path.join(baseFolder, 'elsewhere')), isInArchive(), trash.items.totals().items]).toEqual([[], false, 1]);
  await rm(library.absolute('Pier'));
  expect(await trash.restore(id)).toMatchObject({ kind: 'restored' });
  expect([await filesIn(library), isInArchive()]).toEqual([allFiles, true]);
});

test('a companion that still has both names after an interrupted restore does not block the next restore, but another program’s file under its name does', async () => {
  const { library, trash } = await aLibrary();
  const id = await moveToTrash(trash, library);
  const companion = trash.items.find(id)?.files[0];
  if (companion === undefined) throw new Error('the item has no files');
  await writeFile(library.absolute(companion.file), 'of another program');
  expect(await trash.restore(id)).toMatchObject({ kind: 'blocked', files: [companion.file] });
  await rm(library.absolute(companion.file));
  await link(library.absolute(companion.place), library.absolute(companion.file));
  expect(await trash.restore(id)).toMatchObject({ kind: 'restored' });
  expect([await filesIn(library), isInArchive(), existsSync(library.absolute(companion.place))]).toEqual([allFiles, true, false]);
});

test('the media file moves last, both into the trash and back, so that a crash at any point is harmless', async () => {
  const { library } = await aLibrary();
  const isIn = (file: string): boolean => existsSync(path.join(library.libraryFolder, file));
  const observedMoments: { media: boolean; companions: number }[] = [];
  const observedLibrary: LibraryPlaces = {
    ...library,
    absolute(file) {
      observedMoments.push({ media: isIn(mediaFile), companions: companions.filter(isIn).length });
      return library.absolute(file);
    },
  };
  const trash = aTrash(observedLibrary);
  const id = await moveToTrash(trash, observedLibrary);
  const momentsOfTrashing = observedMoments.splice(0);
  expect(await trash.restore(id)).toMatchObject({ kind: 'restored' });
  // In both directions the media file moves last.
  expect(momentsOfTrashing.filter((moment) => !moment.media && moment.companions > 0)).toEqual([]);
  expect(observedMoments.filter((moment) => moment.media && moment.companions < companions.length)).toEqual([]);
  // The test has seen both moves halfway.
  for (const moments of [momentsOfTrashing, observedMoments]) expect(new Set(moments.map((moment) => moment.companions)).size).toBeGreaterThan(2);
});

test('when a disk fills up, its trash is emptied before anybody is alerted', async ({ skip }) => {
  const disk = aSmallDisk(8);
  if (disk === null) return skip('no right to mount a file system');
  try {
    const { library, trash } = await aLibrary(path.join(disk.folder, 'library'), 3_000_000);
    await moveToTrash(trash, library);
    const alerts = createAlerts({ log: logInto(logLines), notify: () => undefined });
    const diskWatch = createDiskWatch({
      folders: [{ name: 'library', folder: () => library.libraryFolder }],
      onLow: (folder, bytes) => trash.freeSpace(folder, bytes),
      alerts,
      // This reports a disk a thousand times as large, because so small a disk is always low on space.
      measure: async (folder) => {
        const { freeBytes, totalBytes } = await spaceOf(folder);
        return { device: 1, freeBytes: freeBytes * 1000, totalBytes: totalBytes * 1000 };
      },
      log: (line) => void logLines.push(line),
    });
    await diskWatch.check();
    expect(trash.items.totals().items).toBe(1);
    disk.fill();
    await diskWatch.check();
    expect([trash.items.totals().items, existsSync(path.join(library.libraryFolder, trashFolderName))]).toEqual([0, false]);
    expect(archive.librarySettings.trashEmptiedEarly()?.message).toMatch(/^The disk was almost full: 1 item \(/);
    expect(alerts.list()).toEqual([]);
  } finally {
    disk.remove();
  }
});
