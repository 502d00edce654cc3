// A run of downloads starts automatically when there is space on the disk, or when a site's next attempt is due. A run starts
// only if it has something to do, because otherwise every check would start another run.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { createDownloader, type DownloaderOptions } from '../../server/downloader/downloader.ts';
import { resumeDownloads } from '../../server/downloader/resume-downloads.ts';
import { reserveDownloadSpace } from '../../server/downloader/reserve-space.ts';
import { createRunningDownloadStore } from '../../server/downloader/running-download.ts';
import { createLibraryPlaces, type LibraryPlaces } from '../../server/library/library-places.ts';
import { createSpaceReservations, type SpaceReservations } from '../../server/media-files/space-reservations.ts';
import { logInto } from '../doubles/log.ts';

const mib = 1024 * 1024;
let folder: string;
let archive: Archive;
let library: LibraryPlaces;
let freeBytes: number;
let checkCount: number;
let isUsable: boolean;
let isWaitingForDiskOrYtDlp: boolean;
let spaceReservations: SpaceReservations;
let startInputs: unknown[];
let stop: () => void;
const database = () => openDatabase(path.join(folder, 'stowaway.sqlite'));

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-go-on-'));
  archive = createArchive(database());
  library = createLibraryPlaces({ libraryFolder: folder, isOwnersLibrary: false, downloadsFolder: null, dataFolder: folder });
  [freeBytes, checkCount, isUsable, isWaitingForDiskOrYtDlp, startInputs, stop] = [40 * mib, 0, true, false, [], () => undefined];
  spaceReservations = createSpaceReservations(() => Promise.resolve({ device: 1, freeBytes }));
});
afterEach(async () => {
  stop();
  archive.database.close();
  await rm(folder, { recursive: true, force: true });
});

function resume(onStart: () => void = () => undefined): void {
  const checkUsable = (): Promise<boolean> => {
    checkCount += 1;
    return Promise.resolve(isUsable);
  };
  const startDownloads = (input: unknown): void => {
    startInputs.push(input);
    onStart();
  };
  const addWaitingLinks = (): void => undefined;
  const isRunning = (): boolean => false;
  ({ stop } = resumeDownloads({
    archive,
    library,
    spaceReservations,
    isYtDlpUsable: checkUsable,
    isWaitingForDiskOrYtDlp: () => isWaitingForDiskOrYtDlp,
    startDownloads,
    isRunning,
    addWaitingLinks,
    log: () => undefined,
    checkMs: 5,
  }));
}

/** Adds an item whose download failed because the disk had no space for `bytes`. */
function addWithoutSpace(bytes: number, videoId = 'pier'): void {
  const entry = { videoId, title: videoId, channelId: '', channelName: '', duration: 0, publishedAt: null, kind: 'videos' as const };
  archive.downloads.add(
    { ...entry, sourceUrl: `https://quay.example/${videoId}`, expectedSize: null, pictureUrl: null, listed: null },
    { status: 'pending', isAutoStart: false, isForced: false },
  );
  archive.downloadRuns.failDiskFull(videoId, 'The disk is full.', bytes);
}

const poll = <Value>(read: () => Value) => expect.poll(read, { interval: 5 });

test.each([0, 30 * mib, 3_000 * mib])('downloads continue only once the disk has space for a video of %i bytes', async (bytes) => {
  addWithoutSpace(bytes);
  freeBytes = bytes + 40 * mib;
  expect((await reserveDownloadSpace(spaceReservations, folder, bytes)).ok).toBe(false);
  resume();
  await poll(() => checkCount).toBeGreaterThan(3);
  expect(startInputs).toEqual([]);
  freeBytes = bytes + 64 * mib;
  await poll(() => startInputs).toEqual([{ scope: 'started' }]);
  expect((await reserveDownloadSpace(spaceReservations, folder, bytes)).ok).toBe(true);
});

/** The items that a run would download, in order. */
function itemsOfRun(): string[] {
  const triedIds = new Set<string>();
  const nextId = () => archive.downloadRuns.next({ scope: 'started', triedIds, heldSites: [], onlySites: null })?.videoId;
  for (let videoId = nextId(); videoId !== undefined; videoId = nextId()) triedIds.add(videoId);
  return [...triedIds];
}

test('items that wait for space are tried if they fit, the smallest first', async () => {
  for (const [videoId, bytes] of Object.entries({ wreck: 3_000 * mib, pier: 30 * mib, gull: 0, quay: 20 * mib, harbour: 50 * mib }))
    addWithoutSpace(bytes, videoId);
  freeBytes = (64 + 30) * mib;
  resume();
  await poll(() => startInputs.length).toBe(1);
  expect(itemsOfRun()).toEqual(['gull', 'quay', 'pier']);
  stop();
  freeBytes = 4_000 * mib;
  // A stopped check that is under way may still hold a reservation for a moment.
  spaceReservations = createSpaceReservations(() => Promise.resolve({ device: 1, freeBytes }));
  resume();
  await poll(() => startInputs.length).toBe(2);
  expect(itemsOfRun()).toEqual(['gull', 'quay', 'pier', 'harbour', 'wreck']);
});

test('a check that is under way when the downloads are stopped starts no download', async () => {
  addWithoutSpace(30 * mib);
  let answerDisk = (): void => undefined;
  let requestCount = 0;
  const slowDisk = (): Promise<{ device: number; freeBytes: number }> => {
    requestCount += 1;
    return new Promise((resolve) => (answerDisk = () => resolve({ device: 1, freeBytes: 4_000 * mib })));
  };
  spaceReservations = createSpaceReservations(slowDisk);
  resume();
  await poll(() => requestCount).toBe(1);
  stop();
  answerDisk();
  await new Promise((resolve) => setImmediate(resolve));
  expect([startInputs, archive.downloadRuns.spaceNeeded()]).toEqual([[], [30 * mib]]);
});

test('space that is reserved for other files does not count as free', async () => {
  addWithoutSpace(0);
  freeBytes = 1_000 * mib;
  const otherReservation = await spaceReservations.reserve({ folder, bytes: 960 * mib, spareBytes: 0 });
  resume();
  await poll(() => checkCount).toBeGreaterThan(3);
  expect(startInputs).toEqual([]);
  if (otherReservation.ok) otherReservation.reservation.release();
  await poll(() => startInputs.length).toBe(1);
});

test('a disk that has space but accepts nothing, for instance because of a quota, is tried at ever longer intervals', async () => {
  freeBytes = 1_000 * mib;
  addWithoutSpace(0);
  const checksAtStarts: number[] = [];
  resume(() => {
    checksAtStarts.push(checkCount);
    addWithoutSpace(0);
  });
  await poll(() => startInputs.length).toBe(5);
  expect(checksAtStarts.slice(1).map((count, index) => count - (checksAtStarts[index] ?? 0))).toEqual([1, 2, 4, 8]);
});

test('no retry begins while yt-dlp is missing or broken, and one begins once yt-dlp works', async () => {
  const hold = { kind: 'blocked', details: [], sinceMs: 0, consecutiveFailures: 1, retryAtMs: 1, scope: 'all' } as const;
  archive.downloadHolds.hold({ site: 'quay.example', ...hold, details: [] });
  isUsable = false;
  resume();
  await poll(() => checkCount).toBeGreaterThan(3);
  expect(startInputs).toEqual([]);
  isUsable = true;
  await poll(() => startInputs[0]).toEqual({ scope: 'all', sites: ['quay.example'] });
});

test('items set to start that waited for yt-dlp and for the disk are started once both are available', async () => {
  addSetToStart();
  const disk = path.join(folder, 'disk');
  library = createLibraryPlaces({ libraryFolder: disk, isOwnersLibrary: false, downloadsFolder: null, dataFolder: folder });
  [isUsable, isWaitingForDiskOrYtDlp] = [false, true];
  resume(() => void (isWaitingForDiskOrYtDlp = false));
  await poll(() => checkCount).toBeGreaterThan(3);
  isUsable = true;
  const checksBefore = checkCount;
  await poll(() => checkCount).toBeGreaterThan(checksBefore + 3);
  expect(startInputs).toEqual([]);
  await mkdir(disk);
  await poll(() => startInputs).toEqual([{ scope: 'started' }]);
});

test('a yt-dlp that tells its version but does not start is tried at ever longer intervals', async () => {
  addSetToStart();
  isWaitingForDiskOrYtDlp = true;
  const { calls: checks } = vi.spyOn(archive.waitingLinks, 'shorten').mock;
  const checksAtStarts: number[] = [];
  resume(() => checksAtStarts.push(checks.length));
  await poll(() => startInputs.length).toBe(5);
  expect(checksAtStarts.slice(1).map((count, index) => count - (checksAtStarts[index] ?? 0))).toEqual([1, 2, 4, 8]);
});

test('items that still wait for the disk or yt-dlp when the server stops are started after the next start', async () => {
  addSetToStart();
  const downloader = createDownloader(downloaderOptions());
  downloader.start();
  stop = () => downloader.stop();
  await poll(() => startInputs).toEqual([{ scope: 'started' }]);
});

test('a start that the database cannot record is repeated at the next check', async () => {
  addSetToStart();
  const downloader = createDownloader(
    downloaderOptions(() => {
      if (startInputs.length === 1) throw Object.assign(new Error('database is locked'), { errcode: 5 });
    }),
  );
  const { signal } = new AbortController();
  isUsable = false;
  await downloader.kinds
    .find(({ name }) => name === 'download_pending')
    ?.run({ scope: 'started' }, { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal });
  isUsable = true;
  downloader.start();
  stop = () => downloader.stop();
  await poll(() => startInputs).toEqual([{ scope: 'started' }, { scope: 'started' }]);
});

function addSetToStart(): void {
  const entry = { videoId: 'pier', title: 'pier', channelId: '', channelName: '', duration: 0, publishedAt: null, kind: 'videos' as const };
  const source = { sourceUrl: 'https://quay.example/pier', expectedSize: null, pictureUrl: null, listed: null };
  archive.downloads.add({ ...entry, ...source }, { status: 'pending', isAutoStart: true, isForced: false });
}

function downloaderOptions(onStart: () => void = () => undefined): DownloaderOptions {
  const options: Partial<DownloaderOptions> = {
    archive,
    library,
    spaceReservations,
    sourceClient: { state: () => Promise.resolve(isUsable ? { kind: 'ready' } : { kind: 'missing', message: 'yt-dlp is not installed.' }) } as never,
    runningDownload: createRunningDownloadStore(),
    isPending: () => false,
    startTask(_name, input) {
      startInputs.push(input);
      onStart();
    },
    log: logInto([]),
    diskRetryMs: 5,
  };
  return options as DownloaderOptions;
}
