// A refresh writes descriptions and pictures beside the media files.
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import type { VideoRow } from '../../server/archive/video-rows.ts';
import { createFileStore } from '../../server/backups/file-store.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { createLibraryPlaces, type LibraryPlaces } from '../../server/library/library-places.ts';
import { createMetadataWriter } from '../../server/source/metadata-writer.ts';
import { kindOfNotWritable, NotWritable, writeText } from '../../server/source/write-into-library.ts';
import { isRetryable } from '../../server/tasks/refresh-sources.ts';
import { aChannel, aVideo } from '../builders/server-records.ts';
import { clearFileFaults, fileFaults } from '../doubles/file-system.ts';

vi.mock('node:fs/promises', async (original) => (await import('../doubles/file-system.ts')).faultyFileSystem(await original()));

const channelId = 'UCharbourharbourharbour1';
const videoId = 'pier-000001';

let base: string;
let archive: Archive;
let library: LibraryPlaces;
beforeEach(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'stowaway-beside-'));
  await mkdir(path.join(base, 'library/Pier'), { recursive: true });
  library = createLibraryPlaces({ libraryFolder: path.join(base, 'library'), isOwnersLibrary: false, dataFolder: base });
  archive = createArchive(openDatabase(':memory:'));
  createSqliteCatalogue(archive.database).putChannels([aChannel({ channelId })]);
});
afterEach(async () => {
  clearFileFaults();
  archive.database.close();
  await rm(base, { recursive: true, force: true });
});

test('a description whose name differs in Unicode form from the media file’s name is updated, and no second description is written', async () => {
  // The names are as in a folder that was copied from a Mac.
  const mediaFile = 'Pier/Café.mp4'.normalize('NFD');
  const descriptionFile = 'Pier/Café.info.json'.normalize('NFC');
  await writeFile(library.absolute(mediaFile), 'a video');
  await writeFile(library.absolute(descriptionFile), JSON.stringify({ id: videoId, title: 'Low tide', note: 'the owner’s' }));
  const catalogue = createSqliteCatalogue(archive.database);
  catalogue.putChannels([aChannel({ channelId })]);
  catalogue.putVideos([aVideo({ videoId, channelId, mediaFile })]);
  const writer = createMetadataWriter({ archive, library, fileStore: createFileStore(base) });
  await writer.describeVideo(archive.videos.find(videoId) as VideoRow, { kind: 'fresh', info: { id: videoId, title: 'High tide' }, knownInfo: () => ({}) });
  expect(await readdir(library.absolute('Pier'))).toHaveLength(2);
  expect(JSON.parse(await readFile(library.absolute(descriptionFile), 'utf8'))).toEqual({ id: videoId, title: 'High tide', note: 'the owner’s' });
});

test('nothing is written for a video that was deleted while its source was queried, because new files would keep its own from being restored', async () => {
  await writeFile(path.join(base, 'new.jpg'), 'the new picture');
  const catalogue = createSqliteCatalogue(archive.database);
  catalogue.putVideos([aVideo({ videoId, channelId, mediaFile: 'Pier/Low tide.mp4' })]);
  const row = archive.videos.find(videoId) as VideoRow;
  archive.database.exec("UPDATE video SET absence = 'trash'");
  const writer = createMetadataWriter({ archive, library, fileStore: createFileStore(base) });
  expect(await writer.describeVideo(row, { kind: 'fresh', info: { id: videoId, title: 'High tide' }, knownInfo: () => ({}) })).toBe('no-item');
  expect(await writer.putVideoPicture(row, path.join(base, 'new.jpg'))).toBe('no-item');
  expect(await readdir(library.absolute('Pier'))).toEqual([]);
});

test('if a video was moved while its source was queried, the description is written beside the moved file, not into another video’s', async () => {
  const catalogue = createSqliteCatalogue(archive.database);
  catalogue.putVideos([aVideo({ videoId, channelId, mediaFile: 'Pier/Low tide.mp4' })]);
  const row = archive.videos.find(videoId) as VideoRow;
  for (const name of ['Low tide', 'Moved']) await writeFile(library.absolute(`Pier/${name}.mp4`), 'a video');
  await writeFile(library.absolute('Pier/Low tide.info.json'), JSON.stringify({ id: 'pier-000002', title: 'Another video' }));
  catalogue.moveMedia(videoId, 'Pier/Moved.mp4');
  const writer = createMetadataWriter({ archive, library, fileStore: createFileStore(base) });
  const state = { kind: 'fresh', info: { id: videoId, title: 'High tide' }, knownInfo: () => ({}) } as const;
  await writer.describeVideo(row, state);
  expect(JSON.parse(await readFile(library.absolute('Pier/Low tide.info.json'), 'utf8'))).toMatchObject({ title: 'Another video' });
  expect(JSON.parse(await readFile(library.absolute('Pier/Moved.info.json'), 'utf8'))).toMatchObject({ title: 'High tide' });
  // A video whose path another video took has no place for files until an import finds its own file.
  catalogue.moveMedia(videoId, `.moved/${videoId}`);
  await writer.describeVideo(row, state);
  expect(await readdir(path.join(base, 'library'))).toEqual(['Pier']);
});

test.each([
  ['Stowaway’s own library', false],
  ['an owner’s library', true],
])(
  'a channel that was deleted while its source was queried gets no description in %s, so that the next import does not bring it back',
  async (_where, isOwners) => {
    archive.database.exec('DELETE FROM channel');
    const places = createLibraryPlaces({ libraryFolder: path.join(base, 'library'), isOwnersLibrary: isOwners, dataFolder: base });
    const writer = createMetadataWriter({ archive, library: places, fileStore: createFileStore(base) });
    await writer.describeCollection('channel', { id: channelId, folder: 'Quay' }, { _type: 'playlist', id: channelId, channel_id: channelId }, new Map());
    expect(await readdir(path.join(base, 'library'))).toEqual(['Pier']);
    expect(archive.learned.collections()).toEqual([]);
  },
);

test('two tasks that write the same file at the same time both succeed, and the file has the text of one of them', async () => {
  const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(2_000_000));
  await Promise.all(texts.map((text) => writeText(library, 'Pier/Low tide.info.json', text)));
  expect(texts).toContain(await readFile(library.absolute('Pier/Low tide.info.json'), 'utf8'));
  expect(await readdir(library.absolute('Pier'))).toEqual(['Low tide.info.json']);
});

test('a new picture replaces pictures in other formats, and is not removed itself on a file system that ignores case', async () => {
  const mediaFile = 'Pier/Low tide.mp4';
  await writeFile(library.absolute(mediaFile), 'a video');
  await writeFile(library.absolute('Pier/Low tide.webp'), 'the old picture');
  // The link stands for a file system on which both names mean the same file, and which lists that file under its older name.
  await symlink('Low tide.jpg', library.absolute('Pier/Low tide.JPG'));
  const catalogue = createSqliteCatalogue(archive.database);
  catalogue.putChannels([aChannel({ channelId })]);
  catalogue.putVideos([aVideo({ videoId, channelId, mediaFile })]);
  await writeFile(path.join(base, 'new.jpg'), 'the new picture');
  const writer = createMetadataWriter({ archive, library, fileStore: createFileStore(base) });
  await writer.putVideoPicture(archive.videos.find(videoId) as VideoRow, path.join(base, 'new.jpg'));
  expect((await readdir(library.absolute('Pier'))).toSorted()).toEqual(['Low tide.JPG', 'Low tide.jpg', 'Low tide.mp4']);
  expect(await readFile(library.absolute('Pier/Low tide.JPG'), 'utf8')).toBe('the new picture');
});

test('an owner’s description that cannot be read, such as a link to a disk that is not mounted, is not replaced', async () => {
  const ownersLibrary = createLibraryPlaces({ libraryFolder: path.join(base, 'library'), isOwnersLibrary: true, dataFolder: base });
  archive.librarySettings.change({ writesBesideOwner: true });
  const mediaFile = 'Pier/Low tide.mp4';
  await writeFile(ownersLibrary.absolute(mediaFile), 'a video');
  await symlink('../Disk/Low tide.info.json', ownersLibrary.absolute('Pier/Low tide.info.json'));
  const catalogue = createSqliteCatalogue(archive.database);
  catalogue.putChannels([aChannel({ channelId })]);
  catalogue.putVideos([aVideo({ videoId, channelId, mediaFile })]);
  const writer = createMetadataWriter({ archive, library: ownersLibrary, fileStore: createFileStore(base) });
  const row = archive.videos.find(videoId) as VideoRow;
  await expect(writer.describeVideo(row, { kind: 'fresh', info: { id: videoId, title: 'High tide' }, knownInfo: () => ({}) })).rejects.toThrow(
    'Pier/Low tide.info.json cannot be read. It was left as it is.',
  );
  expect(await readlink(ownersLibrary.absolute('Pier/Low tide.info.json'))).toBe('../Disk/Low tide.info.json');
});

test.each([
  ['beside the file', true],
  ['in the data folder', false],
])('if a failing disk keeps a description from being read, writing the new one %s fails with a disk error', async (_place, isBeside) => {
  const ownersLibrary = createLibraryPlaces({ libraryFolder: path.join(base, 'library'), isOwnersLibrary: true, dataFolder: base });
  archive.librarySettings.change({ writesBesideOwner: isBeside });
  const mediaFile = 'Pier/Low tide.mp4';
  await writeFile(ownersLibrary.absolute(mediaFile), 'a video');
  await writeFile(ownersLibrary.absolute('Pier/Low tide.info.json'), JSON.stringify({ id: videoId, title: 'Low tide' }));
  const catalogue = createSqliteCatalogue(archive.database);
  catalogue.putChannels([aChannel({ channelId })]);
  catalogue.putVideos([aVideo({ videoId, channelId, mediaFile })]);
  fileFaults.actionsBeforeOpen.set('Low tide.info.json', () => {
    throw Object.assign(new Error('EIO: simulated'), { code: 'EIO', syscall: 'read' });
  });
  const writer = createMetadataWriter({ archive, library: ownersLibrary, fileStore: createFileStore(base) });
  const row = archive.videos.find(videoId) as VideoRow;
  const error: unknown = await writer
    .describeVideo(row, { kind: 'fresh', info: { id: videoId, title: 'High tide' }, knownInfo: () => ({}) })
    .catch((each: unknown) => each);
  expect(error).toBeInstanceOf(NotWritable);
  expect(kindOfNotWritable(error as NotWritable)).toBe('disk-failing');
});

test('an owner’s pictures are not replaced if they are links to a disk that is not mounted', async () => {
  const ownersLibrary = createLibraryPlaces({ libraryFolder: path.join(base, 'library'), isOwnersLibrary: true, dataFolder: base });
  archive.librarySettings.change({ writesBesideOwner: true });
  const mediaFile = 'Pier/Low tide.mp4';
  const avatarName = `${channelId}.avatar_uncropped.jpg`;
  await writeFile(ownersLibrary.absolute(mediaFile), 'a video');
  await symlink('../Disk/Low tide.jpg', ownersLibrary.absolute('Pier/Low tide.jpg'));
  await symlink('../Disk/avatar.jpg', ownersLibrary.absolute(`Pier/${avatarName}`));
  const newPicture = path.join(base, 'new.jpg');
  await writeFile(newPicture, 'the new picture');
  const catalogue = createSqliteCatalogue(archive.database);
  catalogue.putChannels([aChannel({ channelId })]);
  catalogue.putVideos([aVideo({ videoId, channelId, mediaFile })]);
  const writer = createMetadataWriter({ archive, library: ownersLibrary, fileStore: createFileStore(base) });
  await writer.putVideoPicture(archive.videos.find(videoId) as VideoRow, newPicture);
  const info = { _type: 'playlist', id: channelId, channel_id: channelId };
  await writer.describeCollection('channel', { id: channelId, folder: 'Pier' }, info, new Map([['avatar', newPicture]]));
  expect(await readlink(ownersLibrary.absolute('Pier/Low tide.jpg'))).toBe('../Disk/Low tide.jpg');
  expect(await readlink(ownersLibrary.absolute(`Pier/${avatarName}`))).toBe('../Disk/avatar.jpg');
  expect(archive.learned.of('video', videoId)?.pictures.plain).toBeDefined();
  expect(archive.learned.of('channel', channelId)?.pictures.avatar).toBeDefined();
});

test.each([['webp'], ['JPG'], ['2.jpg']])(
  'no picture is put beside an owner’s link ending in .%s to a disk that is not mounted, because the new picture would be shown instead',
  async (extension) => {
    const ownersLibrary = createLibraryPlaces({ libraryFolder: path.join(base, 'library'), isOwnersLibrary: true, dataFolder: base });
    archive.librarySettings.change({ writesBesideOwner: true });
    const mediaFile = 'Pier/Low tide.mp4';
    await writeFile(ownersLibrary.absolute(mediaFile), 'a video');
    await symlink('../Disk/picture', ownersLibrary.absolute(`Pier/Low tide.${extension}`));
    await writeFile(path.join(base, 'new.jpg'), 'the new picture');
    const catalogue = createSqliteCatalogue(archive.database);
    catalogue.putChannels([aChannel({ channelId })]);
    catalogue.putVideos([aVideo({ videoId, channelId, mediaFile })]);
    const writer = createMetadataWriter({ archive, library: ownersLibrary, fileStore: createFileStore(base) });
    await writer.putVideoPicture(archive.videos.find(videoId) as VideoRow, path.join(base, 'new.jpg'));
    expect((await readdir(ownersLibrary.absolute('Pier'))).toSorted()).toEqual(['Low tide.mp4', `Low tide.${extension}`].toSorted());
    expect(archive.learned.of('video', videoId)?.pictures.plain).toBeDefined();
  },
);

test.each([
  ['a file', (file: string) => writeFile(file, 'the owner’s picture')],
  ['a link to a disk that is not mounted', (file: string) => symlink('../Disk/avatar.webp', file)],
])('a picture of a channel is not put beside the owner’s picture in another format (%s)', async (_what, putOwners) => {
  const ownersLibrary = createLibraryPlaces({ libraryFolder: path.join(base, 'library'), isOwnersLibrary: true, dataFolder: base });
  archive.librarySettings.change({ writesBesideOwner: true });
  await putOwners(ownersLibrary.absolute(`Pier/${channelId}.avatar_uncropped.webp`));
  await writeFile(path.join(base, 'new.jpg'), 'the new picture');
  const writer = createMetadataWriter({ archive, library: ownersLibrary, fileStore: createFileStore(base) });
  const info = { _type: 'playlist', id: channelId, channel_id: channelId };
  await writer.describeCollection('channel', { id: channelId, folder: 'Pier' }, info, new Map([['avatar', path.join(base, 'new.jpg')]]));
  expect(await readdir(ownersLibrary.absolute('Pier'))).toEqual([`${channelId}.avatar_uncropped.webp`]);
  expect(archive.learned.of('channel', channelId)?.pictures.avatar).toBeDefined();
});

test('in Stowaway’s own library, a channel’s new picture replaces the same picture in another format, which would be shown instead', async () => {
  await writeFile(library.absolute(`Pier/${channelId}.avatar_uncropped.jpg`), 'the old picture');
  await writeFile(library.absolute(`Pier/${channelId}.banner_uncropped.jpg`), 'the banner');
  await writeFile(path.join(base, 'new.webp'), 'the new picture');
  const writer = createMetadataWriter({ archive, library, fileStore: createFileStore(base) });
  const info = { _type: 'playlist', id: channelId, channel_id: channelId };
  await writer.describeCollection('channel', { id: channelId, folder: 'Pier' }, info, new Map([['avatar', path.join(base, 'new.webp')]]));
  expect((await readdir(library.absolute('Pier'))).toSorted()).toEqual([
    `${channelId}.avatar_uncropped.webp`,
    `${channelId}.banner_uncropped.jpg`,
    `${channelId}.info.json`,
  ]);
});

test('an owner’s picture that cannot be read is not replaced', async () => {
  const ownersLibrary = createLibraryPlaces({ libraryFolder: path.join(base, 'library'), isOwnersLibrary: true, dataFolder: base });
  archive.librarySettings.change({ writesBesideOwner: true });
  const name = `${channelId}.avatar_uncropped.jpg`;
  await writeFile(ownersLibrary.absolute(`Pier/${name}`), 'the owner’s picture');
  await writeFile(path.join(base, 'new.jpg'), 'the new picture');
  const writer = createMetadataWriter({ archive, library: ownersLibrary, fileStore: createFileStore(base) });
  fileFaults.refusedNames.add(name);
  await writer.describeCollection(
    'channel',
    { id: channelId, folder: 'Pier' },
    { id: channelId, title: 'Pier' },
    new Map([['avatar', path.join(base, 'new.jpg')]]),
  );
  clearFileFaults();
  expect(await readFile(ownersLibrary.absolute(`Pier/${name}`), 'utf8')).toBe('the owner’s picture');
  expect(archive.learned.of('channel', channelId)?.pictures.avatar).toBeDefined();
});

test('if the folder cannot be listed at the moment, facts that were learned earlier stay, and the refresh is tried again', async () => {
  const ownersLibrary = createLibraryPlaces({ libraryFolder: path.join(base, 'library'), isOwnersLibrary: true, dataFolder: base });
  const mediaFile = 'Pier/Low tide.mp4';
  await writeFile(ownersLibrary.absolute(mediaFile), 'a video');
  const catalogue = createSqliteCatalogue(archive.database);
  catalogue.putChannels([aChannel({ channelId })]);
  catalogue.putVideos([aVideo({ videoId, channelId, mediaFile })]);
  const writer = createMetadataWriter({ archive, library: ownersLibrary, fileStore: createFileStore(base) });
  const describe = (info: Record<string, unknown>): ReturnType<typeof writer.describeVideo> =>
    writer.describeVideo(archive.videos.find(videoId) as VideoRow, { kind: 'fresh', info: { id: videoId, ...info }, knownInfo: () => ({}) });
  await describe({ title: 'Low tide', note: 'learned' });
  archive.librarySettings.change({ writesBesideOwner: true });
  fileFaults.refusedNames.add('Pier');
  const error: unknown = await describe({ title: 'High tide' }).catch((each: unknown) => each);
  expect(error).toMatchObject({ message: 'Pier/Low tide.mp4 cannot be read.' });
  expect(isRetryable(kindOfNotWritable(error as NotWritable))).toBe(true);
  expect(archive.learned.of('video', videoId)?.described?.info).toMatchObject({ title: 'Low tide', note: 'learned' });
  clearFileFaults();
  await describe({ title: 'High tide' });
  expect(JSON.parse(await readFile(ownersLibrary.absolute('Pier/Low tide.info.json'), 'utf8'))).toMatchObject({ title: 'High tide', note: 'learned' });
  expect(archive.learned.of('video', videoId)).toBeNull();
});
