// The tasks for pictures and embedding report correct counts, even if videos are added, deleted or not examined while the tasks run.
// tests/contract/media-work.test.ts runs these tasks with the installed ffmpeg.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import os from 'node:os';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import type { VideoRow } from '../../server/archive/video-rows.ts';
import { removeVideoRows } from '../../server/catalogue/remove-video-rows.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { createFailure } from '../../server/downloader/failures.ts';
import { createLibraryLock } from '../../server/library/library-lock.ts';
import { createLibraryPlaces } from '../../server/library/library-places.ts';
import { createFfmpegLimiter, type FfmpegLimiter } from '../../server/media-files/ffmpeg-limiter.ts';
import { mediaKinds, type MediaTaskDeps } from '../../server/tasks/media-kinds.ts';
import type { TaskEnd } from '../../server/tasks/tasks.ts';
import { anInfo } from '../builders/library-folder.ts';
import { aChannel, aVideo } from '../builders/server-records.ts';

const channelId = 'UCharbourharbourharbour1';

let archive: Archive;
let stopController: AbortController;
beforeEach(() => {
  archive = createArchive(openDatabase(':memory:'));
  stopController = new AbortController();
  createSqliteCatalogue(archive.database).putChannels([aChannel({ channelId })]);
  putVideos('pier', 'rope', 'kelp');
});
afterEach(() => archive.database.close());

function putVideos(...ids: string[]): void {
  createSqliteCatalogue(archive.database).putVideos(ids.map((videoId) => aVideo({ videoId, channelId })));
}

function runTask(name: string, changes: Partial<MediaTaskDeps>): Promise<TaskEnd> {
  const libraryFolder = path.join(os.tmpdir(), 'stowaway-a-disk-that-is-away');
  const deps: Partial<MediaTaskDeps> = {
    archive,
    library: createLibraryPlaces({ libraryFolder, isOwnersLibrary: false, dataFolder: libraryFolder }),
    libraryLock: createLibraryLock(),
    metadataWriter: { mayWriteBeside: () => true } as unknown as MediaTaskDeps['metadataWriter'],
    workFolder: '',
    ffmpeg: null,
    ffprobe: null,
    ...changes,
  };
  const { signal } = stopController;
  const kind = mediaKinds(deps as MediaTaskDeps).find((taskKind) => taskKind.name === name);
  return Promise.resolve(
    kind?.run({}, { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal }) ?? { level: 'error', lines: [] },
  );
}

/** Returns ports for which every file already has everything. @param onFile called with the number of files examined before */
function portsOfCompleteFiles(onFile: (count: number) => void): Partial<MediaTaskDeps> {
  let examinedFileCount = 0;
  const background = () => {
    onFile(examinedFileCount);
    examinedFileCount += 1;
    return Promise.resolve({ kind: 'unchanged' });
  };
  return { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe', ffmpegLimiter: { background } as unknown as FfmpegLimiter };
}

test('a video that is deleted before its file is examined does not count as having everything', async () => {
  const outcome = await runTask(
    'resync_metadata',
    portsOfCompleteFiles((count) => {
      if (count === 0) removeVideoRows(archive.database, ['rope']);
    }),
  );
  expect(outcome).toEqual({ level: 'info', lines: ['0 files changed, 2 already had everything.'] });
});

test('files that an interrupted task did not examine do not count as having everything', async () => {
  const outcome = await runTask(
    'resync_metadata',
    portsOfCompleteFiles(() => stopController.abort()),
  );
  expect(outcome).toEqual({ level: 'info', lines: ['0 files changed, 1 already had everything.'] });
});

test('a video whose source has no picture gets one of its own frames, and without ffmpeg the reason is reported', async () => {
  archive.database.exec('DELETE FROM video');
  const [id, sourceUrl] = ['Qx7vR2mKc-4', 'https://www.youtube.com/watch?v=Qx7vR2mKc-4'];
  createSqliteCatalogue(archive.database).putVideos([aVideo({ videoId: id, channelId, title: 'Low tide', sourceUrl })]);
  const workFolder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-media-kinds-'));
  onTestFinished(() => rm(workFolder, { recursive: true, force: true }));
  const portsWithoutPicture: Partial<MediaTaskDeps> = {
    workFolder,
    sourceClient: {
      pause: () => Promise.resolve(),
      withCredentials: (work: (credentials: { cookieFile: null; poToken: null }) => Promise<unknown>) => work({ cookieFile: null, poToken: null }),
    } as unknown as MediaTaskDeps['sourceClient'],
    ytDlp: {
      async run(_args: unknown, _addresses: unknown, { folder }: { folder: string }) {
        await writeFile(path.join(folder, 'video.info.json'), JSON.stringify(anInfo({ id, extractor: 'youtube', webpage_url: sourceUrl })));
        return { ok: true, warnings: [] };
      },
    } as unknown as MediaTaskDeps['ytDlp'],
  };
  expect(await runTask('thumbnail_check', portsWithoutPicture)).toEqual({
    level: 'error',
    lines: ['0 pictures added.', '1 video without a picture.', 'Low tide: The source has no picture of the video.'],
  });
  const ffmpeg = path.join(workFolder, 'ffmpeg');
  await writeFile(ffmpeg, '#!/bin/sh\nfor file; do :; done\necho a frame > "${file#file:}"\n', { mode: 0o755 });
  const pictures: string[] = [];
  const putVideoPicture = async (row: VideoRow, picture: string) => void pictures.push(`${row.videoId}: ${await readFile(picture, 'utf8')}`);
  await runTask('thumbnail_check', {
    ...portsWithoutPicture,
    ffmpeg,
    ffmpegLimiter: createFfmpegLimiter(),
    metadataWriter: { mayWriteBeside: () => true, putVideoPicture } as unknown as MediaTaskDeps['metadataWriter'],
  });
  expect(pictures).toEqual([`${id}: a frame\n`]);
});

test('a channel whose picture could not be fetched is reported even if every video has a picture', async () => {
  archive.database.exec('DELETE FROM video');
  createSqliteCatalogue(archive.database).putChannels([aChannel({ channelId, name: 'Harbour', sourceUrl: 'https://quay.example/harbour' })]);
  const workFolder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-media-kinds-'));
  onTestFinished(() => rm(workFolder, { recursive: true, force: true }));
  const outcome = await runTask('thumbnail_check', {
    workFolder,
    sourceClient: {
      pause: () => Promise.resolve(),
      withCredentials: (work: (credentials: { cookieFile: null; poToken: null }) => Promise<unknown>) => work({ cookieFile: null, poToken: null }),
    } as unknown as MediaTaskDeps['sourceClient'],
    ytDlp: { run: () => Promise.resolve({ ok: false, failure: createFailure('refused', 'It was refused.') }) } as unknown as MediaTaskDeps['ytDlp'],
  });
  expect(outcome).toEqual({ level: 'error', lines: ['0 pictures added.', 'Harbour: It was refused.'] });
});

test('a picture that only a channel was given is counted', async () => {
  archive.database.exec('DELETE FROM video');
  createSqliteCatalogue(archive.database).putChannels([aChannel({ channelId, sourceUrl: 'https://quay.example/harbour' })]);
  const sourceClient = {
    pause: () => Promise.resolve(),
    withCredentials: () => {
      archive.database.exec("UPDATE channel SET thumb_file = 'Harbour/harbour.jpg'");
      return Promise.resolve({ problems: [] });
    },
  };
  const outcome = await runTask('thumbnail_check', { sourceClient: sourceClient as unknown as MediaTaskDeps['sourceClient'] });
  expect(outcome).toEqual({ level: 'info', lines: ['1 picture added.'] });
});

test('only videos that were given a picture are counted, whatever videos are added and deleted meanwhile', async () => {
  const sourceClient = {
    pause: () => Promise.resolve(),
    withCredentials: (work: (credentials: { cookieFile: null; poToken: null }) => Promise<unknown>) => {
      removeVideoRows(archive.database, ['rope']);
      putVideos('tide', 'gull');
      return work({ cookieFile: null, poToken: null });
    },
  };
  const outcome = await runTask('thumbnail_check', { sourceClient: sourceClient as unknown as MediaTaskDeps['sourceClient'] });
  expect(outcome).toEqual({ level: 'info', lines: ['0 pictures added.', '4 videos without a picture.'] });
});
