// Embedding into a media file never removes a track from the file, and never changes a file that Stowaway may not write to.
import { chmod, mkdir, mkdtemp, readFile, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import type { VideoRow } from '../../server/archive/video-rows.ts';
import { createFileStore } from '../../server/backups/file-store.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type * as flushing from '../../server/disk/fsync.ts';
import { createAfterDownload } from '../../server/downloader/after-download.ts';
import type { SourceClient } from '../../server/downloader/source-client.ts';
import type { YtDlp } from '../../server/downloader/yt-dlp.ts';
import { createLibraryLock } from '../../server/library/library-lock.ts';
import { createLibraryPlaces } from '../../server/library/library-places.ts';
import { embed } from '../../server/media-files/embed.ts';
import { createFfmpegLimiter } from '../../server/media-files/ffmpeg-limiter.ts';
import { createSpaceReservations } from '../../server/media-files/space-reservations.ts';
import { createMetadataWriter } from '../../server/source/metadata-writer.ts';
import { NotWritable } from '../../server/source/write-into-library.ts';
import { mediaKinds, type MediaTaskDeps } from '../../server/tasks/media-kinds.ts';
import type { TaskWork } from '../../server/tasks/tasks.ts';
import { aChannel, aVideo } from '../builders/server-records.ts';
import { silentLog } from '../doubles/log.ts';

const disk = vi.hoisted(() => ({ isReadOnly: false }));
// These tests may run as root, which can open any file, so the permission is checked here. A folder in the file's place stands for a disk
// that became read-only, because the file can then be neither moved nor removed.
vi.mock('../../server/disk/fsync.ts', async (importOriginal) => {
  const actualModule = await importOriginal<typeof flushing>();
  return {
    ...actualModule,
    async fsyncFile(file: string) {
      if (disk.isReadOnly) {
        await rm(file);
        await mkdir(file);
        throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
      }
      if (((await stat(file)).mode & 0o200) === 0) throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
      await actualModule.fsyncFile(file);
    },
  };
});

const channelId = 'UCharbourharbourharbour1';
const videoId = 'pier-000001';
const mediaFile = 'Pier/Walk.mp4';

let baseFolder: string;
let archive: Archive;
beforeEach(async () => {
  baseFolder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-embed-'));
  await mkdir(path.join(baseFolder, 'library/Pier'), { recursive: true });
  await writeFile(path.join(baseFolder, 'library', mediaFile), 'the old file');
  archive = createArchive(openDatabase(':memory:'));
  const catalogue = createSqliteCatalogue(archive.database);
  catalogue.putChannels([aChannel({ channelId })]);
  catalogue.putVideos([aVideo({ videoId, channelId, mediaFile })]);
});
afterEach(async () => {
  disk.isReadOnly = false;
  archive.database.close();
  await rm(baseFolder, { recursive: true, force: true });
});

async function aProgram(name: string, script: string): Promise<string> {
  const file = path.join(baseFolder, name);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

/** Makes stand-ins: an ffprobe that reports these tracks for every file, and an ffmpeg that writes a new file. */
async function aToolSet(tracks: Record<string, string>[]) {
  await writeFile(path.join(baseFolder, 'probed.json'), JSON.stringify({ format: { duration: '60' }, streams: tracks }));
  const ffprobe = await aProgram('ffprobe', `cat '${path.join(baseFolder, 'probed.json')}'`);
  const ffmpeg = await aProgram('ffmpeg', 'for file; do :; done; echo the new file > "${file#file:}"');
  const library = createLibraryPlaces({ libraryFolder: path.join(baseFolder, 'library'), isOwnersLibrary: true, dataFolder: baseFolder });
  return {
    library,
    libraryLock: createLibraryLock(),
    spaceReservations: createSpaceReservations(),
    ffmpeg,
    ffprobe,
    workFolder: path.join(baseFolder, 'work'),
  };
}
const mediaContent = async (): Promise<string> => (await readFile(path.join(baseFolder, 'library', mediaFile), 'utf8')).trim();
const filmTracks = [
  { codec_type: 'video', codec_name: 'h264' },
  { codec_type: 'audio', codec_name: 'aac' },
];

test.each([
  ['the positions of a camera', { codec_type: 'data', codec_name: 'bin_data', codec_tag_string: 'gpmd' }, 'passed-over', 'the old file'],
  ['a track that ffmpeg does not know', { codec_tag_string: 'mebx' }, 'passed-over', 'the old file'],
  ['chapters', { codec_type: 'data', codec_name: 'bin_data', codec_tag_string: 'text' }, 'embedded', 'the new file'],
] as const)('a file that also contains %s (%o) is %s', async (_what, track, outcome, expectedContent) => {
  const row = archive.videos.find(videoId) as VideoRow;
  const { kind } = await embed(row, await aToolSet([...filmTracks, track]), { artist: 'Pier', what: 'everything', signal: new AbortController().signal });
  expect([kind, await mediaContent()]).toEqual([outcome, expectedContent]);
});

test('a new file that lacks a font of the old file is discarded', async () => {
  const deps = await aToolSet([...filmTracks, { codec_type: 'attachment', codec_name: 'ttf' }]);
  await writeFile(path.join(baseFolder, 'new.json'), JSON.stringify({ format: { duration: '60' }, streams: filmTracks }));
  const ffprobe = await aProgram('ffprobe-of-two', `case "$*" in *.embedding*) cat '${path.join(baseFolder, 'new.json')}';; *) ${deps.ffprobe};; esac`);
  const row = archive.videos.find(videoId) as VideoRow;
  const outcome = await embed(row, { ...deps, ffprobe }, { artist: 'Pier', what: 'everything', signal: new AbortController().signal });
  expect(outcome).toEqual({ kind: 'failed', message: 'The new file does not match the old one and was discarded.' });
  expect(await mediaContent()).toBe('the old file');
});

test('a file that is a link is left alone, because the new file would replace the link', async () => {
  const mediaPath = path.join(baseFolder, 'library', mediaFile);
  await rename(mediaPath, path.join(baseFolder, 'elsewhere.mp4'));
  await symlink(path.join(baseFolder, 'elsewhere.mp4'), mediaPath);
  const row = archive.videos.find(videoId) as VideoRow;
  const outcome = await embed(row, await aToolSet(filmTracks), { artist: 'Pier', what: 'everything', signal: new AbortController().signal });
  expect([outcome, await readlink(mediaPath), await mediaContent()]).toEqual([{ kind: 'passed-over' }, path.join(baseFolder, 'elsewhere.mp4'), 'the old file']);
});

test('a disk that becomes read-only is reported, and the old file stays', async () => {
  disk.isReadOnly = true;
  const row = archive.videos.find(videoId) as VideoRow;
  const embedding = embed(row, await aToolSet(filmTracks), { artist: 'Pier', what: 'everything', signal: new AbortController().signal });
  await expect(embedding).rejects.toThrow(NotWritable);
  await expect(embedding).rejects.toThrow(`${mediaFile} could not be written: the file system is read-only.`);
  expect(await mediaContent()).toBe('the old file');
});

test.each([
  ['contains NUL', 'High\0tide', 'ERR_INVALID_ARG_VALUE'],
  ['is longer than any argument may be', 'x'.repeat(200_000), 'E2BIG'],
])('if the title %s, ffmpeg cannot be started, which is reported', async (_what, title, code) => {
  const row = archive.videos.find(videoId) as VideoRow;
  const outcome = await embed({ ...row, title }, await aToolSet(filmTracks), { artist: 'Pier', what: 'everything', signal: new AbortController().signal });
  expect(outcome).toEqual({ kind: 'failed', message: `The program could not be started (${code}).` });
});

test.each([0o664, 0o444])('the new file has the permissions of the old file: %o', async (mode) => {
  const mediaPath = path.join(baseFolder, 'library', mediaFile);
  await chmod(mediaPath, mode);
  const row = archive.videos.find(videoId) as VideoRow;
  await embed(row, await aToolSet(filmTracks), { artist: 'Pier', what: 'everything', signal: new AbortController().signal });
  expect([await mediaContent(), (await stat(mediaPath)).mode & 0o777]).toEqual(['the new file', mode]);
});

test('after a download, nothing is embedded into an owner’s file that an import has preferred meanwhile, unless the owner allows it', async () => {
  archive.appSettings.change({ downloads: { add_metadata: true } });
  const deps = await aToolSet(filmTracks);
  const afterDownload = createAfterDownload({
    ...deps,
    archive,
    metadataWriter: createMetadataWriter({ archive, library: deps.library, fileStore: createFileStore(baseFolder) }),
    sourceClient: {} as SourceClient,
    ytDlp: {} as YtDlp,
    ffmpegLimiter: createFfmpegLimiter(),
    log: silentLog,
  });
  await afterDownload(videoId, new AbortController().signal);
  expect(await mediaContent()).toBe('the old file');
  archive.librarySettings.change({ writesBesideOwner: true });
  await afterDownload(videoId, new AbortController().signal);
  expect(await mediaContent()).toBe('the new file');
});

test('the task that embeds into all files leaves an owner’s copy alone if an import prefers that copy while the task runs', async () => {
  const downloadPath = (name: string): string => `Downloaded by Stowaway/Pier/${name}.mp4`;
  const catalogue = createSqliteCatalogue(archive.database);
  catalogue.putVideos([videoId, 'pier-000002'].map((id) => aVideo({ videoId: id, channelId, mediaFile: downloadPath(id) })));
  const deps = await aToolSet(filmTracks);
  const [kind] = mediaKinds({
    ...deps,
    archive,
    metadataWriter: createMetadataWriter({ archive, library: deps.library, fileStore: createFileStore(baseFolder) }),
    ffmpegLimiter: createFfmpegLimiter(),
  } as unknown as MediaTaskDeps).filter(({ name }) => name === 'resync_metadata');
  const preferOwnersFile = (): void => void archive.database.prepare('UPDATE video SET media_file = ?').run(mediaFile);
  const { signal } = new AbortController();
  const work: TaskWork = { update: preferOwnersFile, checkpoint: () => undefined, signal, shutdownSignal: signal };
  const outcome = await kind?.run(null, work);
  expect(await mediaContent()).toBe('the old file');
  expect(outcome?.lines.slice(0, 2)).toEqual([
    '0 files changed, 0 already had everything.',
    '1 of your files was left as it is: writing into your files is off (Library, on /admin/).',
  ]);
});
