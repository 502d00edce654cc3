// Disks that are or became read-only, as after an error of their file system. Only root can mount such a disk, so the calls that write are
// replaced.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type * as files from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createArchive } from '../../server/archive/archive.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { unusableDiskMessage } from '../../server/downloader/absent-disk.ts';
import { runQueue, type QueueDeps } from '../../server/downloader/run-queue.ts';
import { createRunningDownloadStore } from '../../server/downloader/running-download.ts';
import { createLibraryPlaces } from '../../server/library/library-places.ts';
import { createSpaceReservations } from '../../server/media-files/space-reservations.ts';
import { moveToTrash, planMoves } from '../../server/trash/move-files.ts';
import { logInto } from '../doubles/log.ts';

const disk = vi.hoisted(() => ({ isReadOnly: true }));
vi.mock('node:fs/promises', async (importOriginal) => {
  const actualModule = await importOriginal<typeof files>();
  const failWith = (code: string): never => {
    throw Object.assign(new Error(code), { code });
  };
  return {
    ...actualModule,
    // Node 20 reports ENOENT if folders are created recursively on a read-only disk.
    mkdir: async (folder: string, options?: { recursive: true }) =>
      disk.isReadOnly ? failWith(options?.recursive === true || !existsSync(path.dirname(folder)) ? 'ENOENT' : 'EROFS') : actualModule.mkdir(folder, options),
    mkdtemp: async (prefix: string) => (disk.isReadOnly ? failWith('EROFS') : actualModule.mkdtemp(prefix)),
  };
});

beforeEach(() => void (disk.isReadOnly = true));

test('a deletion in a read-only library says that the file system is read-only, and changes nothing', async () => {
  const libraryFolder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-read-only-'));
  onTestFinished(() => rmSync(libraryFolder, { recursive: true }));
  writeFileSync(path.join(libraryFolder, 'walk.mp4'), 'a video');
  const library = createLibraryPlaces({ libraryFolder, isOwnersLibrary: true, dataFolder: path.join(libraryFolder, '.data') });
  const moves = await planMoves(library, 1, ['walk.mp4'], 'top');
  await expect(moveToTrash(library, moves)).rejects.toThrow('walk.mp4 could not be deleted: the file system is read-only.');
  expect(readdirSync(libraryFolder)).toEqual(['walk.mp4']);
  disk.isReadOnly = false;
  expect(await moveToTrash(library, moves)).toEqual({ kind: 'moved' });
  expect(readdirSync(libraryFolder)).toEqual(['.stowaway-trash']);
});

test('while the disk for downloads is read-only, no item of the queue gets an error, and all of them wait', async () => {
  const baseFolder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-read-only-'));
  const archive = createArchive(openDatabase(':memory:'));
  onTestFinished(() => {
    archive.database.close();
    rmSync(baseFolder, { recursive: true });
  });
  const [libraryFolder, downloadsFolder] = [path.join(baseFolder, 'library'), path.join(baseFolder, 'downloads')];
  for (const folder of [libraryFolder, downloadsFolder]) mkdirSync(folder);
  const library = createLibraryPlaces({ libraryFolder, isOwnersLibrary: true, downloadsFolder, dataFolder: path.join(baseFolder, 'data') });
  for (const videoId of ['wind', 'rain']) {
    const entry = { title: videoId, channelId: '', channelName: '', duration: 0, publishedAt: null, kind: 'videos', pictureUrl: null } as const;
    archive.downloads.add(
      { ...entry, videoId, sourceUrl: `https://quay.example/${videoId}`, expectedSize: null, listed: null },
      { status: 'pending', isAutoStart: true, isForced: false },
    );
  }
  const onNoDiskOrYtDlp = vi.fn();
  const queueDeps: Partial<QueueDeps> = {
    archive,
    library,
    sourceClient: { state: () => Promise.resolve({ kind: 'ready' }), pause: () => Promise.resolve() } as unknown as QueueDeps['sourceClient'],
    ffmpeg: null,
    spaceReservations: createSpaceReservations(),
    runningDownload: createRunningDownloadStore(),
    afterRun: () => Promise.resolve(),
    onNoDiskOrYtDlp,
    log: logInto([]),
  };
  const { signal } = new AbortController();
  const work = { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal };
  const outcome = await runQueue(queueDeps as QueueDeps, { scope: 'started', sites: null }, work);
  const message = `The file system of the folder ${downloadsFolder} is read-only. Downloads wait until it can be written to.`;
  expect(outcome).toEqual({ level: 'error', lines: ['0 videos downloaded.', message] });
  const items = archive.database.prepare("SELECT is_begun, auto_start, coalesce(message, '') AS message FROM download").all();
  expect(items).toEqual(Array(2).fill({ is_begun: 0, auto_start: 1, message: '' }));
  // Every 30 s the server checks whether they can be started again.
  expect([onNoDiskOrYtDlp.mock.calls.length, await unusableDiskMessage(archive, library)]).toEqual([1, message]);
  disk.isReadOnly = false;
  expect([await unusableDiskMessage(archive, library), readdirSync(downloadsFolder)]).toEqual([null, []]);
});
