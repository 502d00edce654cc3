// The files of a finished download are moved into the library, even if the two are on different disks.
import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createArchive } from '../../server/archive/archive.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/transaction.ts';
import { executeMoves, type Moves } from '../../server/downloader/place-video.ts';
import { cleanStaging, stagingRoot } from '../../server/downloader/staging.ts';
import { isMoved, moveFile } from '../../server/disk/move-file.ts';
import { createLibraryPlaces, type LibraryPlaces } from '../../server/library/library-places.ts';
import { aSmallDisk, type SmallDisk } from '../builders/small-disk.ts';

const sharedMemory = '/dev/shm';
/** Whether shared memory and the folder for temporary files are on separate file systems, so that a rename between them fails. */
const isOtherFileSystem = existsSync(sharedMemory) && statSync(sharedMemory).dev !== statSync(os.tmpdir()).dev;
const mediaText = 'A film. '.repeat(10_000);
const mediaModifiedMs = Date.parse('2026-02-13T06:12:00Z');

let base: string;
let stagingFolder: string;
let library: LibraryPlaces;
let database: Database;
beforeEach(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'stowaway-move-'));
  stagingFolder = await mkdtemp(path.join(isOtherFileSystem ? sharedMemory : os.tmpdir(), 'stowaway-move-'));
  await mkdir(path.join(base, 'library'));
  library = createLibraryPlaces({ libraryFolder: path.join(base, 'library'), isOwnersLibrary: false, dataFolder: base });
  database = openDatabase(':memory:');
});
afterEach(async () => {
  database.close();
  for (const folder of [base, stagingFolder]) await rm(folder, { recursive: true, force: true });
});

const moves: Moves = {
  videoId: 'pier-000001',
  mediaFile: 'Pier/Low tide.mp4',
  files: [
    ['video.info.json', 'Pier/Low tide.info.json'],
    ['video.mp4', 'Pier/Low tide.mp4'],
  ],
  replaced: [],
};
const [unfinishedInfo, unfinishedMedia] = ['Pier/.Low tide.info.json.unfinished', 'Pier/.Low tide.mp4.unfinished'];

async function stage(folder = stagingFolder): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'video.info.json'), '{}');
  await writeFile(path.join(folder, 'video.mp4'), mediaText);
  await utimes(path.join(folder, 'video.mp4'), mediaModifiedMs / 1000, mediaModifiedMs / 1000);
}
const moveAll = (targetLibrary = library, sourceFolder = stagingFolder): Promise<void> =>
  executeMoves({ archive: createArchive(database), library: targetLibrary }, sourceFolder, moves);
const filesInLibrary = async (folder = library.libraryFolder): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted();
const bothFiles = ['Pier/Low tide.info.json', 'Pier/Low tide.mp4'];

describe.runIf(isOtherFileSystem)('a move to another file system', () => {
  test('moves complete files with their times, and leaves nothing at the old place', async () => {
    await stage();
    await moveAll();
    expect([await filesInLibrary(), await readdir(stagingFolder)]).toEqual([bothFiles, []]);
    expect(await readFile(library.absolute(moves.mediaFile), 'utf8')).toBe(mediaText);
    expect((await stat(library.absolute(moves.mediaFile))).mtimeMs).toBe(mediaModifiedMs);
  });

  test('counts as done if the copy equals the old file in every byte, whatever the time of the copy', async () => {
    await stage();
    const [source, target] = [path.join(stagingFolder, 'video.mp4'), path.join(library.libraryFolder, 'video.mp4')];
    await writeFile(target, mediaText);
    expect(await isMoved(source, target)).toBe(true);
    await utimes(target, mediaModifiedMs / 1000, mediaModifiedMs / 1000);
    await writeFile(target, `${mediaText.slice(0, -1)}?`);
    expect(await isMoved(source, target)).toBe(false);
    await writeFile(target, mediaText.slice(1));
    expect(await isMoved(source, target)).toBe(false);
    expect(await isMoved(source, source)).toBe(false);
  });

  test('fails if the target exists and must not be replaced, and changes neither file', async () => {
    await stage();
    const target = path.join(library.libraryFolder, 'video.mp4');
    await writeFile(target, 'put there by hand');
    await expect(moveFile(path.join(stagingFolder, 'video.mp4'), target, { replaces: false })).rejects.toMatchObject({ code: 'EEXIST' });
    expect([await readFile(target, 'utf8'), await filesInLibrary()]).toEqual(['put there by hand', ['video.mp4']]);
    expect(await readFile(path.join(stagingFolder, 'video.mp4'), 'utf8')).toBe(mediaText);
  });

  test('is done again if it was interrupted while copying, and replaces the unfinished file', async () => {
    await stage();
    await mkdir(path.join(library.libraryFolder, 'Pier'));
    await writeFile(library.absolute(unfinishedMedia), mediaText.slice(0, 999));
    await moveAll();
    expect([await filesInLibrary(), await readFile(library.absolute(moves.mediaFile), 'utf8')]).toEqual([bothFiles, mediaText]);
  });

  test('leaves each file once if it is repeated because the old files were not removed', async () => {
    await stage();
    await moveAll();
    await stage();
    await moveAll();
    expect([await filesInLibrary(), await readdir(stagingFolder)]).toEqual([bothFiles, []]);
  });

  test('leaves no unfinished files in the library if the download is no longer wanted', async () => {
    const downloads = path.join(stagingFolder, 'downloads');
    const staging = { folder: downloads, archiveId: 'quay' };
    await mkdir(downloads);
    const folder = path.join(await stagingRoot(staging), moves.videoId);
    await stage(folder);
    await writeFile(path.join(folder, '.moves.json'), JSON.stringify(moves));
    await mkdir(path.join(library.libraryFolder, 'Pier'));
    for (const file of [unfinishedInfo, unfinishedMedia]) await writeFile(library.absolute(file), 'half');
    await cleanStaging(library, staging, () => new Set([moves.videoId]));
    expect(await filesInLibrary()).toHaveLength(2);
    await cleanStaging(library, staging, () => new Set());
    expect([await filesInLibrary(), await readdir(downloads)]).toEqual([[], []]);
  });
});

test('if the record of one download’s moves cannot be read, the other unwanted downloads are deleted', async () => {
  const staging = { folder: stagingFolder, archiveId: 'quay' };
  const root = await stagingRoot(staging);
  for (const videoId of ['pier-000001', 'pier-000002']) await mkdir(path.join(root, videoId), { recursive: true });
  const [firstListed = ''] = await readdir(root);
  // A folder cannot be read as a file.
  await mkdir(path.join(root, firstListed, '.moves.json'));
  await expect(cleanStaging(library, staging, () => new Set())).rejects.toThrow('cannot be read');
  expect(await readdir(root)).toEqual([firstListed]);
});

describe('a move to a disk that is full', () => {
  let disk: SmallDisk | null;
  beforeEach(() => {
    disk = aSmallDisk(1);
  });
  afterEach(() => disk?.remove());

  test('leaves the video where it was, names the disk, and succeeds when there is space', async ({ skip }) => {
    if (disk === null) return skip('no right to mount a file system');
    const smallLibrary = createLibraryPlaces({ libraryFolder: path.join(disk.folder, 'library'), isOwnersLibrary: false, dataFolder: base });
    await mkdir(path.join(smallLibrary.libraryFolder, 'Pier'), { recursive: true });
    await stage();
    disk.fill(16_384);
    const failure = await moveAll(smallLibrary).catch((error: unknown) => error as NodeJS.ErrnoException);
    // The error has no code, because the code of a full disk would make the queue wait for space on the disk for downloads.
    expect(failure).toMatchObject({ message: 'The disk of the folder Pier is full.' });
    expect((failure as NodeJS.ErrnoException).code).toBeUndefined();
    expect((await readdir(stagingFolder)).includes('video.mp4')).toBe(true);
    expect((await filesInLibrary(smallLibrary.libraryFolder)).filter((file) => !bothFiles.slice(0, 1).includes(file))).toEqual([]);
    disk.empty();
    await moveAll(smallLibrary);
    expect([await filesInLibrary(smallLibrary.libraryFolder), await readdir(stagingFolder)]).toEqual([bothFiles, []]);
  });
});
