// Nothing is written into the mount point of an absent disk, because files there would be hidden once the disk is mounted, and the mount
// point would no longer count as absent.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import { createFileStore } from '../../server/backups/file-store.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { absentDiskMessage } from '../../server/downloader/absent-disk.ts';
import { executeMoves } from '../../server/downloader/place-video.ts';
import { makeDownloadsFolder } from '../../server/downloader/staging.ts';
import { createLibraryPlaces, type LibraryPlaces } from '../../server/library/library-places.ts';
import { createMetadataWriter, type MetadataWriter } from '../../server/source/metadata-writer.ts';
import { aChannel, aVideo } from '../builders/server-records.ts';

const channelId = 'UCharbourharbourharbour1';
const videoId = 'pier-000001';

let base: string;
let archive: Archive;
const inBase = (...names: string[]): string => path.join(base, ...names);
beforeEach(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'stowaway-absent-'));
  await mkdir(inBase('library'));
  archive = createArchive(openDatabase(':memory:'));
});
afterEach(async () => {
  archive.database.close();
  await rm(base, { recursive: true, force: true });
});

const ourLibrary = (): LibraryPlaces => createLibraryPlaces({ libraryFolder: inBase('library'), isOwnersLibrary: false, dataFolder: base });
const ownersLibrary = (downloadsFolder: string | null): LibraryPlaces =>
  createLibraryPlaces({ libraryFolder: inBase('library'), isOwnersLibrary: true, downloadsFolder, dataFolder: base });
function addVideo(mediaFile: string): void {
  const catalogue = createSqliteCatalogue(archive.database);
  catalogue.putChannels([aChannel({ channelId })]);
  catalogue.putVideos([aVideo({ videoId, channelId, mediaFile })]);
}

describe('a refresh', () => {
  async function refreshAll(library: LibraryPlaces): Promise<void> {
    await writeFile(inBase('face.jpg'), 'face');
    const writer: MetadataWriter = createMetadataWriter({ archive, library, fileStore: createFileStore(base) });
    const row = archive.videos.find(videoId);
    if (row === null) throw new Error('the video is not in the archive');
    await writer.describeVideo(row, { kind: 'fresh', info: { id: videoId, title: 'High tide' }, knownInfo: () => ({}) });
    await writer.putVideoPicture(row, inBase('face.jpg'));
    const channel = { id: channelId, folder: archive.folders.ofChannel(channelId) };
    await writer.describeCollection('channel', channel, { id: channelId, title: 'Pier' }, new Map([['avatar', inBase('face.jpg')]]));
  }
  const learnedRows = () => (['video', 'channel'] as const).map((kind) => archive.learned.of(kind, kind === 'video' ? videoId : channelId));

  test.each([
    { disk: 'the library', mediaFile: 'Pier/Low tide.mp4', presentFolders: [], library: ourLibrary },
    { disk: 'the library with its videos at the top', mediaFile: 'Low tide.mp4', presentFolders: [], library: ourLibrary },
    { disk: 'one channel', mediaFile: 'Pier/Low tide.mp4', presentFolders: ['Pier', 'Quay'], library: ourLibrary },
    { disk: 'the downloads', mediaFile: '.downloads/Pier/Low tide.mp4', presentFolders: ['Quay'], library: () => ownersLibrary(inBase('downloads')) },
  ])('keeps in the data folder what it finds while the disk of $disk is absent', async ({ mediaFile, presentFolders, library }) => {
    await mkdir(inBase('downloads'));
    for (const name of presentFolders) await mkdir(inBase('library', name));
    addVideo(mediaFile);
    await refreshAll(library());
    expect([await readdir(inBase('library'), { recursive: true }), await readdir(inBase('downloads'))]).toEqual([presentFolders, []]);
    expect(learnedRows()).toMatchObject([
      { described: { info: { title: 'High tide' } }, pictures: { plain: {} } },
      { described: { info: { title: 'Pier' } }, pictures: { avatar: {} } },
    ]);
  });

  test('writes beside the files when the disk is back', async () => {
    addVideo('Pier/Low tide.mp4');
    await refreshAll(ourLibrary());
    await mkdir(inBase('library/Pier'));
    await writeFile(inBase('library/Pier/Low tide.mp4'), 'a video');
    await refreshAll(ourLibrary());
    expect((await readdir(inBase('library/Pier'))).toSorted()).toEqual(
      ['Low tide.info.json', 'Low tide.jpg', 'Low tide.mp4', `${channelId}.avatar_uncropped.jpg`, `${channelId}.info.json`].toSorted(),
    );
    expect(learnedRows()).toEqual([null, null]);
  });
});

describe('downloads', () => {
  test('wait while the mount point of their disk inside the library is empty or missing', async () => {
    await writeFile(inBase('library/Film.mp4'), 'a video');
    await mkdir(inBase('library/Disk'));
    const library = ownersLibrary(inBase('library/Disk'));
    expect(await absentDiskMessage(archive, library)).toBe(null);
    addVideo('Disk/Pier/Low tide.mp4');
    expect(await absentDiskMessage(archive, library)).toContain('Disk is empty, as when a disk is not mounted');
    await rm(inBase('library/Disk'), { recursive: true });
    expect(await absentDiskMessage(archive, library)).toContain('Disk was not found');
    await makeDownloadsFolder(library, archive.createdFolders);
    expect(existsSync(inBase('library/Disk'))).toBe(false);
  });

  test('also wait while their usual folder, which is created before the first download, is empty like an unmounted mount point', async () => {
    await writeFile(inBase('library/Film.mp4'), 'a video');
    const library = ownersLibrary(null);
    expect(await absentDiskMessage(archive, library)).toBe(null);
    await makeDownloadsFolder(library, archive.createdFolders);
    expect(existsSync(library.downloads.folder)).toBe(true);
    addVideo('Downloaded by Stowaway/Pier/Low tide.mp4');
    expect(await absentDiskMessage(archive, library)).toContain('is empty, as when a disk is not mounted');
  });

  test('are not moved into the empty mount point of a channel’s disk, and are moved when the disk is back', async () => {
    addVideo('Pier/Low tide.mp4');
    await mkdir(inBase('library/Pier'));
    await mkdir(inBase('staged'));
    await writeFile(inBase('staged/media.mp4'), 'downloaded');
    const moves = { videoId: 'new', mediaFile: 'Pier/High tide.mp4', files: [['media.mp4', 'Pier/High tide.mp4'] as [string, string]], replaced: [] };
    const move = (): Promise<void> => executeMoves({ archive, library: ourLibrary() }, inBase('staged'), moves);
    await expect(move()).rejects.toThrow('The folder Pier is empty, as when a disk is not mounted.');
    expect([await readdir(inBase('library/Pier')), await readdir(inBase('staged'))]).toEqual([[], ['media.mp4']]);
    await writeFile(inBase('library/Pier/Low tide.mp4'), 'a video');
    await move();
    expect(await readFile(inBase('library/Pier/High tide.mp4'), 'utf8')).toBe('downloaded');
  });

  test('are not moved into a folder within the empty mount point of a channel’s disk', async () => {
    addVideo('Pier/2024/Low tide.mp4');
    await mkdir(inBase('library/Pier'));
    await mkdir(inBase('staged'));
    await writeFile(inBase('staged/media.mp4'), 'downloaded');
    const mediaFile = 'Pier/2024/High tide.mp4';
    const moves = { videoId: 'new', mediaFile, files: [['media.mp4', mediaFile] as [string, string]], replaced: [] };
    await expect(executeMoves({ archive, library: ourLibrary() }, inBase('staged'), moves)).rejects.toThrow('The folder Pier is empty');
    expect([await readdir(inBase('library/Pier')), await readdir(inBase('staged'))]).toEqual([[], ['media.mp4']]);
  });

  test('are moved into a folder that Stowaway created and a person emptied', async () => {
    addVideo('Pier/Low tide.mp4');
    await mkdir(inBase('library/Pier'));
    archive.createdFolders.add('Pier', 'Pier');
    await mkdir(inBase('staged'));
    await writeFile(inBase('staged/media.mp4'), 'downloaded');
    const moves = { videoId, mediaFile: 'Pier/Low tide.mp4', files: [['media.mp4', 'Pier/Low tide.mp4'] as [string, string]], replaced: [] };
    await executeMoves({ archive, library: ourLibrary() }, inBase('staged'), moves);
    expect(await readdir(inBase('library/Pier'))).toEqual(['Low tide.mp4']);
  });
});
