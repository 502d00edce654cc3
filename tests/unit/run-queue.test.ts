import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import os from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { runQueue, type QueueDeps } from '../../server/downloader/run-queue.ts';
import { createRunningDownloadStore } from '../../server/downloader/running-download.ts';
import { createLibraryLock } from '../../server/library/library-lock.ts';
import { createLibraryPlaces } from '../../server/library/library-places.ts';
import { createSpaceReservations } from '../../server/media-files/space-reservations.ts';
import { anInfo } from '../builders/library-folder.ts';
import { anMp4 } from '../builders/library-media.ts';
import { aVideo } from '../builders/server-records.ts';
import { logInto } from '../doubles/log.ts';

test('a run that is ending continues if a download is set to start meanwhile', async () => {
  const archive = createArchive(openDatabase(':memory:'));
  onTestFinished(() => archive.database.close());
  archive.database
    .prepare(
      "INSERT INTO removed_video (video_id, removed_ms, title, channel_id, channel_name, duration, published_at, kind) VALUES (?, 0, 'Wind', 'UC', 'Quay', 60, 0, 'videos')",
    )
    .run('wind');
  archive.downloads.command('wind', 'ignore-force');
  const libraryFolder = path.join(os.tmpdir(), 'stowaway-a-disk-that-is-away');
  let afterRunCallCount = 0;
  const queueDeps: Partial<QueueDeps> = {
    archive,
    library: createLibraryPlaces({ libraryFolder, isOwnersLibrary: false, downloadsFolder: null, dataFolder: libraryFolder }),
    sourceClient: { state: () => Promise.resolve({ kind: 'ready' }), pause: () => Promise.resolve() } as unknown as QueueDeps['sourceClient'],
    runningDownload: createRunningDownloadStore(),
    afterRun: () => {
      afterRunCallCount += 1;
      if (afterRunCallCount === 1) archive.downloads.command('wind', 'priority');
      return Promise.resolve();
    },
    log: logInto([]),
  };
  const { signal } = new AbortController();
  const outcome = await runQueue(
    queueDeps as QueueDeps,
    { scope: 'started', sites: null },
    { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal },
  );
  expect([outcome.lines.at(-1), afterRunCallCount]).toEqual([`The folder ${libraryFolder} was not found. Downloads wait until it exists.`, 2]);
});

const diskFullError = Object.assign(new Error('database or disk is full'), { errcode: 13 });
const noSourceFailure = { message: 'The source of this video is not known. Forget the item, then add its link.' };
const otherWriterError = Object.assign(new Error('database is locked'), { errcode: 5 });

test.each<
  [step: string, spyOnWrite: (archive: Archive) => { mockImplementationOnce(write: () => never): unknown }, error?: Error, itemFailure?: { message: string }]
>([
  ['making holds due', ({ downloadHolds }) => vi.spyOn(downloadHolds, 'tryNow')],
  ['making waiting links due', ({ waitingLinks }) => vi.spyOn(waitingLinks, 'shorten')],
  ['filling in sites', ({ downloadRuns }) => vi.spyOn(downloadRuns, 'fillInSites')],
  ['shortening holds', ({ downloadHolds }) => vi.spyOn(downloadHolds, 'shorten')],
  ['clearing the last warnings', ({ downloadHolds }) => vi.spyOn(downloadHolds, 'clearWarnings')],
  ['releasing an item', ({ downloadRuns }) => vi.spyOn(downloadRuns, 'release')],
  ['dropping holds without items', ({ downloadHolds }) => vi.spyOn(downloadHolds, 'dropIdle')],
  ['lifting a hold that was due', ({ downloadHolds }) => vi.spyOn(downloadHolds, 'lift')],
  ['ending the run', ({ downloadRuns }) => vi.spyOn(downloadRuns, 'end'), diskFullError, noSourceFailure],
  ['ending the run, while another program writes to the database', ({ downloadRuns }) => vi.spyOn(downloadRuns, 'end'), otherWriterError, noSourceFailure],
])('a run continues if a database write fails once: %s', async (_step, spyOnWrite, error = diskFullError, itemFailure) => {
  const archive = createArchive(openDatabase(':memory:'));
  onTestFinished(() => {
    vi.restoreAllMocks();
    archive.database.close();
  });
  const libraryFolder =
    itemFailure === undefined ? path.join(os.tmpdir(), 'stowaway-a-disk-that-is-away') : mkdtempSync(path.join(os.tmpdir(), 'stowaway-a-disk-'));
  if (itemFailure !== undefined) onTestFinished(() => rmSync(libraryFolder, { recursive: true }));
  addWind(archive);
  if (itemFailure !== undefined) archive.database.exec('UPDATE download SET source_url = NULL');
  archive.downloadHolds.hold({ site: 'quay.example', kind: 'blocked', details: [], sinceMs: 0, consecutiveFailures: 1, retryAtMs: 1, scope: 'started' });
  const queueDeps: Partial<QueueDeps> = {
    archive,
    library: createLibraryPlaces({ libraryFolder, isOwnersLibrary: false, downloadsFolder: null, dataFolder: libraryFolder }),
    sourceClient: { state: () => Promise.resolve({ kind: 'ready' }), pause: () => Promise.resolve() } as unknown as QueueDeps['sourceClient'],
    runningDownload: createRunningDownloadStore(),
    afterRun: () => Promise.resolve(),
    log: logInto([]),
    diskRetryMs: 1,
  };
  const failingWrite = spyOnWrite(archive);
  failingWrite.mockImplementationOnce(() => {
    throw error;
  });
  const shownLines: string[] = [];
  const { signal } = new AbortController();
  const outcome = await runQueue(
    queueDeps as QueueDeps,
    { scope: 'started', sites: null, isByHand: true },
    { update: (lines) => void shownLines.push(lines.at(-1) ?? ''), checkpoint: () => undefined, signal, shutdownSignal: signal },
  );
  expect(failingWrite).toHaveBeenCalledTimes(2);
  const reason =
    error === diskFullError
      ? 'The disk is full. The download continues by itself when there is space.'
      : 'Another program is writing to the database. The download continues by itself after that.';
  expect(shownLines).toContain(reason);
  expect(outcome.lines.at(-1)).toBe(
    itemFailure === undefined ? `The folder ${libraryFolder} was not found. Downloads wait until it exists.` : `wind: ${itemFailure.message}`,
  );
  const rows = archive.database.prepare('SELECT is_begun, auto_start FROM download').all();
  // An item that waits for the disk remains set to start.
  expect([rows, archive.downloadHolds.list()]).toEqual([[{ is_begun: 0, auto_start: itemFailure === undefined ? 1 : 0 }], []]);
});

test.each([
  ['the disk is absent', 'ready', 'The folder '],
  ['yt-dlp is absent', 'missing', 'yt-dlp is not installed.'],
])('if %s, a run ends, and its items remain set to start', async (_what, kind, line) => {
  const archive = createArchive(openDatabase(':memory:'));
  onTestFinished(() => archive.database.close());
  addWind(archive);
  const libraryFolder = path.join(os.tmpdir(), 'stowaway-a-disk-that-is-away');
  const onNoDiskOrYtDlp = vi.fn();
  const queueDeps: Partial<QueueDeps> = {
    archive,
    library: createLibraryPlaces({ libraryFolder, isOwnersLibrary: false, downloadsFolder: null, dataFolder: libraryFolder }),
    sourceClient: { state: () => Promise.resolve({ kind, message: line }), pause: () => Promise.resolve() } as unknown as QueueDeps['sourceClient'],
    runningDownload: createRunningDownloadStore(),
    afterRun: () => Promise.resolve(),
    onNoDiskOrYtDlp,
    log: logInto([]),
  };
  const { signal } = new AbortController();
  const work = { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal };
  const outcome = await runQueue(queueDeps as QueueDeps, { scope: 'started', sites: null }, work);
  expect([outcome.level, outcome.lines.at(-1)?.startsWith(line)]).toEqual(['error', true]);
  expect(archive.database.prepare('SELECT is_begun, auto_start FROM download').all()).toEqual([{ is_begun: 0, auto_start: 1 }]);
  expect(onNoDiskOrYtDlp).toHaveBeenCalledTimes(1);
});

test('if the disk is absent when a person stops a run, nothing starts again automatically', async () => {
  const archive = createArchive(openDatabase(':memory:'));
  onTestFinished(() => archive.database.close());
  addWind(archive);
  const libraryFolder = path.join(os.tmpdir(), 'stowaway-a-disk-that-is-away');
  const onNoDiskOrYtDlp = vi.fn();
  const stopController = new AbortController();
  const runningDownload = createRunningDownloadStore();
  const queueDeps: Partial<QueueDeps> = {
    archive,
    library: createLibraryPlaces({ libraryFolder, isOwnersLibrary: false, downloadsFolder: null, dataFolder: libraryFolder }),
    sourceClient: { state: () => Promise.resolve({ kind: 'ready' }), pause: () => Promise.resolve() } as unknown as QueueDeps['sourceClient'],
    runningDownload: {
      ...runningDownload,
      set(progress) {
        runningDownload.set(progress);
        stopController.abort();
      },
    },
    afterRun: () => Promise.resolve(),
    onNoDiskOrYtDlp,
    log: logInto([]),
  };
  const work = { update: () => undefined, checkpoint: () => undefined, signal: stopController.signal, shutdownSignal: new AbortController().signal };
  const outcome = await runQueue(queueDeps as QueueDeps, { scope: 'started', sites: null }, work);
  expect(outcome.lines).toEqual(['0 videos downloaded.', 'Stopped.', `The folder ${libraryFolder} was not found. Downloads wait until it exists.`]);
  expect(archive.database.prepare('SELECT is_begun, auto_start FROM download').all()).toEqual([{ is_begun: 0, auto_start: 0 }]);
  expect(onNoDiskOrYtDlp).not.toHaveBeenCalled();
});

test('if a person stops a run while it checks for yt-dlp, which is missing, nothing starts again automatically', async () => {
  const archive = createArchive(openDatabase(':memory:'));
  onTestFinished(() => archive.database.close());
  addWind(archive);
  const onNoDiskOrYtDlp = vi.fn();
  const stopController = new AbortController();
  const state = () => {
    stopController.abort();
    return Promise.resolve({ kind: 'missing', message: 'yt-dlp is not installed.' });
  };
  const queueDeps = { archive, sourceClient: { state }, onNoDiskOrYtDlp, log: logInto([]) } as unknown as QueueDeps;
  const work = { update: () => undefined, checkpoint: () => undefined, signal: stopController.signal, shutdownSignal: new AbortController().signal };
  expect(await runQueue(queueDeps, { scope: 'started', sites: null }, work)).toEqual({ level: 'error', lines: ['yt-dlp is not installed.'] });
  expect(archive.database.prepare('SELECT is_begun, auto_start FROM download').all()).toEqual([{ is_begun: 0, auto_start: 0 }]);
  expect(onNoDiskOrYtDlp).not.toHaveBeenCalled();
});

test('an item whose video was already imported when its run resumes is removed from the queue, even without a downloads folder', async () => {
  const archive = createArchive(openDatabase(':memory:'));
  const libraryFolder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-no-downloads-'));
  onTestFinished(() => {
    archive.database.close();
    rmSync(libraryFolder, { recursive: true });
  });
  mkdirSync(path.join(libraryFolder, 'Pier'));
  addWind(archive);
  archive.downloadRuns.begin('wind');
  createSqliteCatalogue(archive.database).putVideos([aVideo({ videoId: 'wind', channelId: 'UCharbourharbourharbour1' })]);
  const queueDeps: Partial<QueueDeps> = {
    archive,
    library: createLibraryPlaces({ libraryFolder, isOwnersLibrary: true, downloadsFolder: null, dataFolder: path.join(libraryFolder, 'Pier') }),
    sourceClient: { state: () => Promise.resolve({ kind: 'ready' }), pause: () => Promise.resolve() } as unknown as QueueDeps['sourceClient'],
    runningDownload: createRunningDownloadStore(),
    afterRun: () => Promise.resolve(),
    log: logInto([]),
  };
  const { signal } = new AbortController();
  const work = { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal };
  expect(await runQueue(queueDeps as QueueDeps, { scope: 'started', sites: null }, work)).toEqual({ level: 'info', lines: ['0 videos downloaded.'] });
  expect(archive.database.prepare('SELECT count(*) AS n FROM download').get()).toEqual({ n: 0 });
});

test('when a run ends because the disk is full, the downloads that are set to start wait for space too, except those of a site on hold', async () => {
  const archive = createArchive(openDatabase(':memory:'));
  const libraryFolder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-a-full-disk-'));
  onTestFinished(() => {
    archive.database.close();
    rmSync(libraryFolder, { recursive: true });
  });
  const addItem = (videoId: string, host: string, isAutoStart: boolean, expectedSize: number | null): void => {
    const entry = { videoId, title: videoId, channelId: '', channelName: '', duration: 0, publishedAt: null, kind: 'videos', pictureUrl: null } as const;
    archive.downloads.add(
      { ...entry, listed: null, sourceUrl: `https://${host}/${videoId}`, expectedSize },
      { status: 'pending', isAutoStart, isForced: false },
    );
  };
  addItem('wreck', 'quay.example', true, 9_000_000);
  addItem('pier', 'quay.example', true, 7_000_000);
  addItem('gull', 'quay.example', true, null);
  addItem('rope', 'quay.example', false, 5_000_000);
  addItem('kelp', 'held.example', true, 5_000_000);
  archive.downloadHolds.hold({
    site: 'held.example',
    kind: 'blocked',
    details: [],
    sinceMs: 0,
    consecutiveFailures: 1,
    retryAtMs: Date.now() + 3_600_000,
    scope: 'started',
  });
  const queueDeps: Partial<QueueDeps> = {
    archive,
    library: createLibraryPlaces({ libraryFolder, isOwnersLibrary: false, downloadsFolder: null, dataFolder: libraryFolder }),
    sourceClient: { state: () => Promise.resolve({ kind: 'ready' }), pause: () => Promise.resolve() } as unknown as QueueDeps['sourceClient'],
    spaceReservations: createSpaceReservations(() => Promise.resolve({ device: 1, freeBytes: 0 })),
    runningDownload: createRunningDownloadStore(),
    afterRun: () => Promise.resolve(),
    log: logInto([]),
  };
  const { signal } = new AbortController();
  await runQueue(
    queueDeps as QueueDeps,
    { scope: 'started', sites: null },
    { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal },
  );
  const rows = archive.database
    .prepare("SELECT title, coalesce(message, '') <> '' AS waits, auto_start AS isAutoStart, needs_room AS bytes FROM download")
    .all();
  expect(rows).toEqual([
    { title: 'wreck', waits: 1, isAutoStart: 0, bytes: 9_000_000 },
    { title: 'pier', waits: 1, isAutoStart: 0, bytes: 7_000_000 },
    { title: 'gull', waits: 1, isAutoStart: 0, bytes: 0 },
    { title: 'rope', waits: 0, isAutoStart: 0, bytes: null },
    { title: 'kelp', waits: 0, isAutoStart: 1, bytes: null },
  ]);
  expect(archive.downloadRuns.spaceNeeded()).toEqual([0, 7_000_000, 9_000_000]);
});

test.each<[step: string, spyOnWrite: (archive: Archive) => { mockImplementationOnce(write: () => never): unknown }]>([
  ['the files are moved', ({ createdFolders }) => vi.spyOn(createdFolders, 'add')],
  ['the video is imported', ({ database }) => vi.spyOn(database, 'exec')],
])('a download is completed although another program writes to the database while %s', async (_step, spyOnWrite) => {
  const archive = createArchive(openDatabase(':memory:'));
  const libraryFolder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-another-writer-'));
  onTestFinished(() => {
    vi.restoreAllMocks();
    archive.database.close();
    rmSync(libraryFolder, { recursive: true });
  });
  addWind(archive);
  const library = createLibraryPlaces({ libraryFolder, isOwnersLibrary: false, downloadsFolder: null, dataFolder: libraryFolder });
  const stagingFolder = path.join(libraryFolder, '.stowaway-downloads', archive.archiveId, 'wind');
  mkdirSync(stagingFolder, { recursive: true });
  const video = { videoId: 'w1nD_wind-0', mediaFile: 'Quay/Wind [w1nD_wind-0].mp4' };
  const moves = { ...video, files: [['wind.mp4', video.mediaFile]], replaced: [] };
  writeFileSync(path.join(stagingFolder, '.moves.json'), JSON.stringify(moves));
  writeFileSync(path.join(stagingFolder, 'wind.mp4'), anMp4());
  const failingWrite = spyOnWrite(archive);
  const queueDeps: Partial<QueueDeps> = {
    archive,
    library,
    libraryLock: createLibraryLock(),
    sourceClient: { state: () => Promise.resolve({ kind: 'ready' }), pause: () => Promise.resolve() } as unknown as QueueDeps['sourceClient'],
    runningDownload: createRunningDownloadStore(),
    afterDownload: () => Promise.resolve(),
    afterRun: () => Promise.resolve(),
    log: logInto([]),
    diskRetryMs: 1,
  };
  const originalBegin = archive.downloadRuns.begin;
  vi.spyOn(archive.downloadRuns, 'begin').mockImplementation((videoId) => {
    originalBegin(videoId);
    failingWrite.mockImplementationOnce(() => {
      throw otherWriterError;
    });
  });
  const shownLines: string[] = [];
  const { signal } = new AbortController();
  const outcome = await runQueue(
    queueDeps as QueueDeps,
    { scope: 'started', sites: null },
    { update: (lines) => void shownLines.push(lines.at(-1) ?? ''), checkpoint: () => undefined, signal, shutdownSignal: signal },
  );
  expect(shownLines).toContain('Another program is writing to the database. The download continues by itself after that.');
  expect(outcome).toEqual({ level: 'info', lines: ['1 video downloaded.'] });
  expect([archive.videos.find(video.videoId)?.mediaFile, archive.createdFolders.has('Quay')]).toEqual([video.mediaFile, true]);
});

test('a forced item is not downloaded again if the server is killed after the new file has replaced the old one', async () => {
  const archive = createArchive(openDatabase(':memory:'));
  const libraryFolder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-forced-'));
  onTestFinished(() => {
    archive.database.close();
    rmSync(libraryFolder, { recursive: true });
  });
  // An empty library would count as an absent disk.
  mkdirSync(path.join(libraryFolder, 'Pier'));
  const video = { videoId: 'w1nD_wind-0', mediaFile: 'Quay/Wind [w1nD_wind-0].mp4' };
  createSqliteCatalogue(archive.database).putVideos([aVideo({ ...video, channelId: 'UCharbourharbourharbour1' })]);
  const entry = { title: 'wind', channelId: '', channelName: '', duration: 0, publishedAt: null, kind: 'videos', pictureUrl: null } as const;
  archive.downloads.add(
    { ...entry, videoId: video.videoId, sourceUrl: 'https://quay.example/wind', expectedSize: null, listed: null },
    { status: 'pending', isAutoStart: true, isForced: true },
  );
  const stagingFolder = path.join(libraryFolder, '.stowaway-downloads', archive.archiveId, video.videoId);
  mkdirSync(stagingFolder, { recursive: true });
  writeFileSync(path.join(stagingFolder, '.moves.json'), JSON.stringify({ ...video, files: [['wind.mp4', video.mediaFile]], replaced: [] }));
  writeFileSync(path.join(stagingFolder, 'wind.mp4'), anMp4());
  let reportPlaced = (): void => undefined;
  let endFirstRun = (): void => undefined;
  const isPlaced = new Promise<void>((resolve) => (reportPlaced = resolve));
  const run = vi.fn();
  const queueDeps: Partial<QueueDeps> = {
    archive,
    library: createLibraryPlaces({ libraryFolder, isOwnersLibrary: false, downloadsFolder: null, dataFolder: libraryFolder }),
    libraryLock: createLibraryLock(),
    sourceClient: {
      state: () => Promise.resolve({ kind: 'ready' }),
      pause: () => Promise.resolve(),
      withCredentials: (work: (credentials: { cookieFile: null; poToken: null }) => Promise<unknown>) => work({ cookieFile: null, poToken: null }),
    } as unknown as QueueDeps['sourceClient'],
    ytDlp: { run } as unknown as QueueDeps['ytDlp'],
    ffmpeg: null,
    spaceReservations: createSpaceReservations(),
    runningDownload: createRunningDownloadStore(),
    afterDownload() {
      reportPlaced();
      return new Promise<void>((resolve) => (endFirstRun = resolve));
    },
    afterRun: () => Promise.resolve(),
    log: logInto([]),
  };
  const { signal } = new AbortController();
  const work = { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal };
  const killedRun = runQueue(queueDeps as QueueDeps, { scope: 'started', sites: null }, work);
  await isPlaced;
  // The run of the next start. For it the first run has been killed.
  const outcome = await runQueue(queueDeps as QueueDeps, { scope: 'started', sites: null }, work);
  endFirstRun();
  await killedRun;
  expect([outcome.lines, run.mock.calls.length, archive.downloadRuns.pendingIds()]).toEqual([['0 videos downloaded.'], 0, []]);
});

test('a video that a person restores from the trash, or adds, while it is being downloaded is not replaced', async () => {
  const archive = createArchive(openDatabase(':memory:'));
  const libraryFolder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-restored-meanwhile-'));
  onTestFinished(() => {
    archive.database.close();
    rmSync(libraryFolder, { recursive: true });
  });
  addWind(archive);
  const video = { videoId: 'w1nD_wind-0', channelId: 'UCharbourharbourharbour1', mediaFile: 'Quay/Wind.mp4' };
  const queueDeps: Partial<QueueDeps> = {
    archive,
    library: createLibraryPlaces({ libraryFolder, isOwnersLibrary: false, downloadsFolder: null, dataFolder: libraryFolder }),
    libraryLock: createLibraryLock(),
    sourceClient: {
      state: () => Promise.resolve({ kind: 'ready' }),
      pause: () => Promise.resolve(),
      withCredentials: (work: (credentials: { cookieFile: null; poToken: null }) => Promise<unknown>) => work({ cookieFile: null, poToken: null }),
    } as unknown as QueueDeps['sourceClient'],
    ytDlp: {
      run(_args: unknown, _addresses: unknown, { folder }: { folder: string }) {
        writeFileSync(path.join(folder, 'media-1.info.json'), JSON.stringify(anInfo({ id: video.videoId, webpage_url: 'https://quay.example/wind' })));
        writeFileSync(path.join(folder, 'media-1.mp4'), anMp4());
        mkdirSync(path.join(libraryFolder, 'Quay'));
        writeFileSync(path.join(libraryFolder, video.mediaFile), 'the restored file');
        createSqliteCatalogue(archive.database).putVideos([aVideo(video)]);
        return Promise.resolve({ ok: true, warnings: [] });
      },
    } as unknown as QueueDeps['ytDlp'],
    ffmpeg: null,
    spaceReservations: createSpaceReservations(),
    runningDownload: createRunningDownloadStore(),
    afterDownload: () => Promise.resolve(),
    afterRun: () => Promise.resolve(),
    log: logInto([]),
  };
  const { signal } = new AbortController();
  const work = { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal };
  const outcome = await runQueue(queueDeps as QueueDeps, { scope: 'started', sites: null }, work);
  expect(readFileSync(path.join(libraryFolder, video.mediaFile), 'utf8')).toBe('the restored file');
  expect([outcome.lines, readdirSync(libraryFolder)]).toEqual([['0 videos downloaded.'], ['Quay']]);
  expect(archive.database.prepare('SELECT count(*) AS n FROM download').get()).toEqual({ n: 0 });
});

/** Adds the queue item `wind`, which is set to start. */
function addWind(archive: Archive): void {
  const entry = {
    title: 'wind',
    channelId: '',
    channelName: '',
    duration: 0,
    publishedAt: null,
    kind: 'videos',
    pictureUrl: null,
    expectedSize: null,
  } as const;
  archive.downloads.add(
    { ...entry, videoId: 'wind', sourceUrl: 'https://quay.example/wind', listed: null },
    { status: 'pending', isAutoStart: true, isForced: false },
  );
}
