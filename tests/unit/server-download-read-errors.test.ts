// A disk that fails to read for a moment costs no download: complete and partial files stay, and the next try uses them. A download that
// is no longer needed ends, and leaves nothing.
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import type * as fileSystem from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import type { QueuedDownload } from '../../server/archive/download-runs.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { unfinishedName } from '../../server/disk/unfinished-name.ts';
import { stepMark } from '../../server/downloader/download-args.ts';
import { downloadVideo, type DownloadDeps, type DownloadOutcome } from '../../server/downloader/download-video.ts';
import { createFailure } from '../../server/downloader/failures.ts';
import { prepareDownloads } from '../../server/downloader/resume-downloads.ts';
import { stagingOf, stagingRoot } from '../../server/downloader/staging.ts';
import type { RunOptions } from '../../server/downloader/yt-dlp.ts';
import { videoIdOf } from '../../server/library/derived-ids.ts';
import { createLibraryLock } from '../../server/library/library-lock.ts';
import { createLibraryPlaces, type LibraryPlaces } from '../../server/library/library-places.ts';
import { createSpaceReservations } from '../../server/media-files/space-reservations.ts';
import { anInfo } from '../builders/library-folder.ts';
import { anMp4 } from '../builders/library-media.ts';
import { aChannel, aVideo } from '../builders/server-records.ts';
import { logInto } from '../doubles/log.ts';

const disk = vi.hoisted(() => ({ unreadableName: '', failingCalls: [] as string[], code: '' }));
const readCalls = ['open', 'readdir', 'readFile'];
vi.mock('node:fs/promises', async (importOriginal) => {
  const actualModule = await importOriginal<typeof fileSystem>();
  const failing = (name: 'open' | 'readdir' | 'readFile' | 'stat' | 'lstat') => async (file: string, options: never) => {
    if (disk.failingCalls.includes(name) && file.endsWith(`/${disk.unreadableName}`))
      throw Object.assign(new Error(disk.code), { code: disk.code, syscall: name });
    return (actualModule[name] as unknown as (file: string, options: never) => Promise<unknown>)(file, options);
  };
  const failingCalls = { open: failing('open'), readdir: failing('readdir'), readFile: failing('readFile'), stat: failing('stat'), lstat: failing('lstat') };
  return { ...actualModule, ...failingCalls };
});

const videoId = videoIdOf({ site: 'quay', id: 'a1' }).id;
const sourceUrl = 'https://quay.example/a1';
let base: string;
let archive: Archive;
let library: LibraryPlaces;
let folder: string;
beforeEach(async () => {
  makeReadable();
  base = await mkdtemp(path.join(os.tmpdir(), 'stowaway-read-errors-'));
  await mkdir(path.join(base, 'library'));
  library = createLibraryPlaces({ libraryFolder: path.join(base, 'library'), isOwnersLibrary: false, dataFolder: base });
  archive = createArchive(openDatabase(':memory:'));
  const entry = { title: 'Pier', channelId: '', channelName: '', duration: 0, publishedAt: null, kind: 'videos', pictureUrl: null } as const;
  archive.downloads.add({ ...entry, videoId, sourceUrl, expectedSize: null, listed: null }, { status: 'pending', isAutoStart: true, isForced: false });
  folder = path.join(await stagingRoot(stagingOf(archive, library)), videoId);
});
afterEach(async () => {
  archive.database.close();
  await rm(base, { recursive: true, force: true });
});

/** Lets the calls fail for a file or folder. */
function makeUnreadable(name: string, failingCalls = readCalls, code = 'EIO'): void {
  Object.assign(disk, { unreadableName: name, failingCalls, code });
}
function makeReadable(): void {
  makeUnreadable('', []);
}

function nextItem(): QueuedDownload {
  const item = archive.downloadRuns.next({ scope: 'started', triedIds: new Set(), heldSites: [], onlySites: null });
  if (item === null) throw new Error('the item is no longer in the queue');
  return item;
}

const run = vi.fn();
async function download(libraryLock = createLibraryLock(), item = nextItem()): Promise<DownloadOutcome> {
  const deps: Partial<DownloadDeps> = {
    archive,
    library,
    libraryLock,
    sourceClient: { withCredentials: (work) => work({ cookieFile: null, poToken: null }) } as DownloadDeps['sourceClient'],
    ytDlp: { run } as unknown as DownloadDeps['ytDlp'],
    ffmpeg: null,
    spaceReservations: createSpaceReservations(() => Promise.resolve({ device: 1, freeBytes: 1e12 })),
    log: logInto([]),
  };
  return downloadVideo(
    deps as DownloadDeps,
    item,
    new AbortController().signal,
    () => undefined,
    (work) => work(),
  );
}

/** Writes a complete download, as yt-dlp does. */
async function writeDownload(_args: unknown, _addresses: unknown, options: Pick<RunOptions, 'folder'>) {
  const info = anInfo({ id: 'a1', title: 'Pier', extractor: 'quay', channel: 'Quay', webpage_url: sourceUrl, channel_url: null, channel_id: 'quay' });
  await writeFile(path.join(options.folder, 'media-1.info.json'), JSON.stringify(info));
  await writeFile(path.join(options.folder, 'media-1.mp4'), anMp4({}));
  return { ok: true, warnings: [] };
}

test.each([
  ['media-1.mp4', readCalls],
  ['media-1.info.json', readCalls],
  [videoId, readCalls],
  ['media-1.mp4', ['stat']],
  ['media-1.info.json', ['stat']],
  ['media-1.mp4', ['lstat']],
])('a complete download stays if %s cannot be read (%j)', async (name, failingCalls) => {
  run.mockReset().mockImplementation(writeDownload);
  makeUnreadable(name, failingCalls);
  expect((await download()).kind).toBe('unusable');
  makeReadable();
  expect(await readdir(folder)).toEqual(expect.arrayContaining(['media-1.mp4']));
  expect((await download()).kind).toBe('in-library');
});

test('a complete download stays if its disk is absent only while its files are moved', async () => {
  run.mockReset().mockImplementation(writeDownload);
  const libraryLock = createLibraryLock();
  const moveWithoutDisk = async (work: () => Promise<unknown>): Promise<unknown> => {
    await rename(folder, `${folder}.away`);
    try {
      return await work();
    } finally {
      await rename(`${folder}.away`, folder);
    }
  };
  expect((await download({ ...libraryLock, exclusive: moveWithoutDisk as typeof libraryLock.exclusive })).kind).toBe('unusable');
  expect(await readdir(folder)).toContain('media-1.mp4');
  expect([(await download()).kind, run.mock.calls.length]).toEqual(['in-library', 1]);
});

test('the partial files of a download stay if the options with which they were made cannot be read', async () => {
  run.mockReset().mockImplementation(async (_args, _addresses, options: RunOptions) => {
    await writeFile(path.join(options.folder, 'media-1.mp4.part'), 'half');
    return { ok: false, failure: createFailure('unreachable', 'no connection') };
  });
  expect((await download()).kind).toBe('failed');
  makeUnreadable('.plan');
  expect([(await download()).kind, await readdir(folder), run.mock.calls.length]).toEqual(['unusable', ['.plan', 'media-1.mp4.part'], 1]);
});

test('a video is not downloaded again if the record of its moves cannot be read', async () => {
  run.mockReset().mockImplementation(writeDownload);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, '.moves.json'), '{}');
  makeUnreadable('.moves.json', readCalls, 'EACCES');
  expect([await download(), await readdir(folder), run.mock.calls.length]).toEqual([
    { kind: 'unusable', message: `The video could not be stored: the file ${path.join(folder, '.moves.json')} cannot be read: no permission.` },
    ['.moves.json'],
    0,
  ]);
});

test('if another program deletes the downloaded file during its move, the message says so', async () => {
  run.mockReset().mockImplementation(writeDownload);
  const libraryLock = createLibraryLock();
  async function moveWithoutFile(work: () => Promise<unknown>): Promise<unknown> {
    await rm(path.join(folder, 'media-1.mp4'));
    return work();
  }
  expect(await download({ ...libraryLock, exclusive: moveWithoutFile as typeof libraryLock.exclusive })).toEqual({
    kind: 'unusable',
    message: 'Another program deleted the downloaded file. Try again to download it anew.',
  });
});

test('a complete download is not downloaded again after a start with another downloads folder', async () => {
  run.mockReset().mockImplementation(writeDownload);
  const absentDisk = () => Promise.reject(new Error('The disk is absent'));
  expect((await download({ ...createLibraryLock(), exclusive: absentDisk })).kind).toBe('unusable');
  await writeFile(path.join(folder, '..', 'forgotten'), '');
  const downloadsFolder = path.join(base, 'downloads');
  await mkdir(downloadsFolder);
  library = createLibraryPlaces({ libraryFolder: path.join(base, 'library'), isOwnersLibrary: false, downloadsFolder, dataFolder: path.join(base, 'data') });
  await prepareDownloads({ archive, library });
  expect(await readdir(path.dirname(folder))).toEqual([videoId]);
  expect([(await download()).kind, run.mock.calls.length]).toEqual(['in-library', 1]);
  expect((await readdir(path.join(base, 'library'))).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a download of a video that is in the archive by now leaves no incomplete files in the library', async () => {
  const item = nextItem();
  const catalogue = createSqliteCatalogue(archive.database);
  catalogue.putChannels([aChannel({ channelId: 'quay' })]);
  catalogue.putVideos([aVideo({ videoId, channelId: 'quay' })]);
  const mediaFile = 'Quay/Pier.mp4';
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, '.moves.json'), JSON.stringify({ videoId, mediaFile, files: [['media-1.mp4', mediaFile]], replaced: [] }));
  await mkdir(library.absolute('Quay'));
  await writeFile(unfinishedName(library.absolute(mediaFile)), 'half');
  expect((await download(createLibraryLock(), item)).kind).toBe('was-there');
  expect(await readdir(library.libraryFolder, { recursive: true })).toEqual(['Quay']);
});

test('a running download ends within seconds after its item is removed, even if the clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const areAborted: boolean[] = [];
  run.mockReset().mockImplementation(async (_args, _addresses, { onLine, signal }: RunOptions) => {
    const reportAfterASecond = (): void => {
      vi.advanceTimersByTime(1_000);
      onLine?.(stepMark);
      areAborted.push(signal.aborted);
    };
    reportAfterASecond();
    archive.downloads.forget(videoId);
    vi.setSystemTime(Date.now() - 86_400_000);
    reportAfterASecond();
    return { ok: true, warnings: [] };
  });
  expect([(await download()).kind, areAborted]).toEqual(['not-wanted', [false, true]]);
});
