// Nothing is written into the mount point of an absent disk: files there would be hidden once the disk is mounted, and the mount point
// would no longer count as absent.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import { createFileStore } from '../../server/backups/file-store.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { createLibraryPlaces, type LibraryPlaces } from '../../server/library/library-places.ts';
import { createMetadataWriter, type MetadataWriter } from '../../server/source/metadata-writer.ts';
import { aChannel, aVideo } from '../builders/server-records.ts';

const channelId = 'UCharbourharbourharbour1';
const videoId = 'pier-000001';

let base: string;
let archive: Archive;
const at = (...names: string[]): string => path.join(base, ...names);
beforeEach(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'stowaway-absent-'));
  await mkdir(at('library'));
  archive = createArchive(openDatabase(':memory:'));
});
afterEach(async () => {
  archive.database.close();
  await rm(base, { recursive: true, force: true });
});

const ourLibrary = (): LibraryPlaces => createLibraryPlaces({ libraryFolder: at('library'), isOwnersLibrary: false, dataFolder: base });
const ownersLibrary = (downloadsFolder: string | null): LibraryPlaces =>
  createLibraryPlaces({ libraryFolder: at('library'), isOwnersLibrary: true, downloadsFolder, dataFolder: base });
function know(mediaFile: string): void {
  const catalogue = createSqliteCatalogue(archive.database);
  catalogue.putChannels([aChannel({ channelId })]);
  catalogue.putVideos([aVideo({ videoId, channelId, mediaFile })]);
}

describe('a refresh', () => {
  async function refreshAll(library: LibraryPlaces): Promise<void> {
    await writeFile(at('face.jpg'), 'face');
    const writer: MetadataWriter = createMetadataWriter({ archive, library, fileStore: createFileStore(base) });
    const row = archive.videos.find(videoId);
    if (row === null) throw new Error('the video is known');
    await writer.describeVideo(row, { kind: 'fresh', info: { id: videoId, title: 'High tide' }, known: () => ({}) });
    await writer.putVideoPicture(row, at('face.jpg'));
    const channel = { id: channelId, folder: archive.folders.ofChannel(channelId) };
    await writer.describeCollection('channel', channel, { id: channelId, title: 'Pier' }, new Map([['avatar', at('face.jpg')]]));
  }
  const learned = () => (['video', 'channel'] as const).map((kind) => archive.learned.of(kind, kind === 'video' ? videoId : channelId));

  test.each([
    { disk: 'the library', mediaFile: 'Pier/Low tide.mp4', present: [], library: ourLibrary },
    { disk: 'the library with its videos at the top', mediaFile: 'Low tide.mp4', present: [], library: ourLibrary },
    { disk: 'one channel', mediaFile: 'Pier/Low tide.mp4', present: ['Pier', 'Quay'], library: ourLibrary },
    { disk: 'the downloads', mediaFile: '.downloads/Pier/Low tide.mp4', present: ['Quay'], library: () => ownersLibrary(at('downloads')) },
  ])('keeps in the data folder what it finds while the disk of $disk is absent', async ({ mediaFile, present, library }) => {
    await mkdir(at('downloads'));
    for (const name of present) await mkdir(at('library', name));
    know(mediaFile);
    await refreshAll(library());
    expect([await readdir(at('library'), { recursive: true }), await readdir(at('downloads'))]).toEqual([present, []]);
    expect(learned()).toMatchObject([
      { described: { info: { title: 'High tide' } }, pictures: { plain: {} } },
      { described: { info: { title: 'Pier' } }, pictures: { avatar: {} } },
    ]);
  });

  test('writes beside the files when the disk is back', async () => {
    know('Pier/Low tide.mp4');
    await refreshAll(ourLibrary());
    await mkdir(at('library/Pier'));
    await writeFile(at('library/Pier/Low tide.mp4'), 'a video');
    await refreshAll(ourLibrary());
    expect((await readdir(at('library/Pier'))).toSorted()).toEqual(
      ['Low tide.info.json', 'Low tide.jpg', 'Low tide.mp4', `${channelId}.avatar_uncropped.jpg`, `${channelId}.info.json`].toSorted(),
    );
    expect(learned()).toEqual([null, null]);
  });
});
