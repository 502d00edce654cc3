// Each server handles only its own partial downloads, even if two servers with separate data share a library. Partial downloads of
// an earlier version are continued if they are in the queue.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { resumeDownloads, prepareDownloads } from '../../server/downloader/resume-downloads.ts';
import { openStaging, removeStaging, stagingOf, stagingRoot } from '../../server/downloader/staging.ts';
import { createLibraryPlaces, type LibraryPlaces } from '../../server/library/library-places.ts';
import { createSpaceReservations } from '../../server/media-files/space-reservations.ts';

let folder: string;
let library: LibraryPlaces;
let archives: [own: Archive, other: Archive];
let programs: ChildProcess[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-staging-'));
  library = createLibraryPlaces({ libraryFolder: folder, isOwnersLibrary: false, downloadsFolder: null, dataFolder: folder });
  archives = [createArchive(openDatabase(':memory:')), createArchive(openDatabase(':memory:'))];
  programs = [];
});
afterEach(async () => {
  for (const program of programs) program.kill('SIGKILL');
  for (const { database } of archives) database.close();
  await rm(folder, { recursive: true, force: true });
});

function addToQueue(archive: Archive, videoId: string): void {
  const entry = { videoId, title: videoId, channelId: '', channelName: '', duration: 0, publishedAt: null, kind: 'videos' as const };
  archive.downloads.add(
    { ...entry, sourceUrl: `https://quay.example/${videoId}`, expectedSize: null, pictureUrl: null, listed: null },
    { status: 'pending', isAutoStart: false, isForced: false },
  );
}

async function writePartialDownload(place: string): Promise<string> {
  await mkdir(place, { recursive: true });
  await writeFile(path.join(place, 'media.mp4.part'), 'half');
  return place;
}

/** Starts a program that works in this folder, as yt-dlp does. */
function startProgramIn(cwd: string): ChildProcess {
  const program = spawn('sleep', ['300'], { cwd, stdio: 'ignore' });
  programs.push(program);
  return program;
}

test('unfinished files that cannot be moved and a list of moves that a power cut left empty do not prevent a start', async () => {
  const [ownArchive] = archives;
  addToQueue(ownArchive, 'wanted-one');
  const root = await stagingRoot(stagingOf(ownArchive, library));
  const legacyRoot = path.dirname(root);
  await writePartialDownload(path.join(legacyRoot, 'wanted-one'));
  await writeFile(root, 'in the place of the folder');
  await prepareDownloads({ archive: ownArchive, library });
  expect(await readdir(legacyRoot)).toContain('wanted-one');
  await rm(root);
  const forgottenFolder = await writePartialDownload(path.join(root, 'forgotten-3'));
  await writeFile(path.join(forgottenFolder, '.moves.json'), '');
  await prepareDownloads({ archive: ownArchive, library });
  expect(await readdir(root)).toEqual(['wanted-one']);
});

test('a server leaves the unfinished files and programs of another server alone, and cleans up its own, at its start and later', async () => {
  const [ownArchive, otherArchive] = archives;
  addToQueue(ownArchive, 'wanted-one');
  addToQueue(otherArchive, 'their-video');
  const ownRoot = await stagingRoot(stagingOf(ownArchive, library));
  const otherFolder = await writePartialDownload(path.join(await stagingRoot(stagingOf(otherArchive, library)), 'their-video'));
  const wantedFolder = await writePartialDownload(path.join(ownRoot, 'wanted-one'));
  await writePartialDownload(path.join(ownRoot, 'forgotten-1'));
  const [ownProgram, otherProgram] = [startProgramIn(wantedFolder), startProgramIn(otherFolder)];
  await prepareDownloads({ archive: ownArchive, library });
  await expect.poll(() => ownProgram.signalCode).toBe('SIGKILL');
  expect(await readdir(ownRoot)).toEqual(['wanted-one']);

  await writePartialDownload(path.join(ownRoot, 'forgotten-2'));
  const spaceReservations = createSpaceReservations();
  const { stop } = resumeDownloads({
    archive: ownArchive,
    library,
    spaceReservations,
    isYtDlpUsable: () => Promise.resolve(true),
    isWaitingForDiskOrYtDlp: () => false,
    startDownloads: () => undefined,
    addWaitingLinks: () => undefined,
    isRunning: () => false,
    log: () => undefined,
    checkMs: 5,
  });
  await expect.poll(() => readdir(ownRoot)).toEqual(['wanted-one']);
  stop();
  expect([otherProgram.signalCode, existsSync(path.join(otherFolder, 'media.mp4.part'))]).toEqual([null, true]);
});

test('unfinished files stay at a start if the default folder for downloads is a link to the chosen one', async () => {
  const [ownArchive] = archives;
  addToQueue(ownArchive, 'wanted-one');
  const downloadsFolder = path.join(folder, 'other disk');
  await mkdir(downloadsFolder);
  await symlink(downloadsFolder, path.join(folder, 'Downloaded by Stowaway'));
  library = createLibraryPlaces({ libraryFolder: folder, isOwnersLibrary: true, downloadsFolder, dataFolder: path.join(folder, 'data') });
  const ownRoot = await stagingRoot(stagingOf(ownArchive, library));
  for (const videoId of ['wanted-one', 'forgotten']) await writePartialDownload(path.join(ownRoot, videoId));
  await prepareDownloads({ archive: ownArchive, library });
  expect(await readdir(ownRoot)).toEqual(['wanted-one']);
});

test.each(['..', '../..', '../../Harbour', '.', ''])('a queue item with the id “%s” deletes nothing in the library', async (videoId) => {
  const place = stagingOf(archives[0], library);
  await mkdir(path.join(folder, 'Harbour'));
  await writeFile(path.join(folder, 'Harbour', 'pier.mp4'), 'the only copy');
  await expect(openStaging(place, videoId, 'plan')).rejects.toThrow('is not the id of a video');
  await expect(removeStaging(place, videoId)).rejects.toThrow('is not the id of a video');
  expect(await readFile(path.join(folder, 'Harbour', 'pier.mp4'), 'utf8')).toBe('the only copy');
});

test('downloads that an earlier version left unfinished continue if they are in the server’s own queue and no program is working on them', async () => {
  const [ownArchive] = archives;
  addToQueue(ownArchive, 'wanted-one');
  addToQueue(ownArchive, 'busy-video');
  const legacyRoot = path.join(folder, '.stowaway-downloads');
  await writePartialDownload(path.join(legacyRoot, 'wanted-one'));
  await writePartialDownload(path.join(legacyRoot, 'their-video'));
  const busyProgram = startProgramIn(await writePartialDownload(path.join(legacyRoot, 'busy-video')));
  await prepareDownloads({ archive: ownArchive, library });
  const ownRoot = await stagingRoot(stagingOf(ownArchive, library));
  expect(await readFile(path.join(ownRoot, 'wanted-one', 'media.mp4.part'), 'utf8')).toBe('half');
  expect((await readdir(legacyRoot)).toSorted()).toEqual([ownArchive.archiveId, 'busy-video', 'their-video'].toSorted());
  expect(busyProgram.signalCode).toBe(null);
});

test('items keep waiting for disk space if the database cannot store the start of their downloads', async () => {
  const [ownArchive] = archives;
  addToQueue(ownArchive, 'wanted-one');
  ownArchive.downloadRuns.failDiskFull('wanted-one', 'The disk is full.', 10);
  let startCount = 0;
  const { stop } = resumeDownloads({
    archive: ownArchive,
    library,
    spaceReservations: createSpaceReservations(() => Promise.resolve({ device: 1, freeBytes: 1e12 })),
    isYtDlpUsable: () => Promise.resolve(true),
    isWaitingForDiskOrYtDlp: () => false,
    startDownloads() {
      startCount += 1;
      if (startCount === 1) throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    },
    addWaitingLinks: () => undefined,
    isRunning: () => false,
    log: () => undefined,
    checkMs: 5,
  });
  await expect.poll(() => startCount).toBe(2);
  stop();
  expect(ownArchive.downloadRuns.spaceNeeded()).toEqual([]);
});
