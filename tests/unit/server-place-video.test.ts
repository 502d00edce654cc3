// A download replaces an earlier download of the same video. If any other file has its name, the download gets another name.
import { link, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { executeMoves, planMoves, readPlannedMoves, readStaged, removeMoved, type Moves } from '../../server/downloader/place-video.ts';
import { videoIdOf } from '../../server/library/derived-ids.ts';
import { createLibraryPlaces, type LibraryPlaces } from '../../server/library/library-places.ts';
import { anInfo } from '../builders/library-folder.ts';
import { anMp4 } from '../builders/library-media.ts';
import { aChannel, aVideo } from '../builders/server-records.ts';

const channelId = 'UCh4rb0urN0tesHarbNotes1';
const ownersContent = 'the owner’s';

let base: string;
let archive: Archive;
let library: LibraryPlaces;
beforeEach(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'stowaway-place-'));
  await mkdir(path.join(base, 'library'));
  library = createLibraryPlaces({ libraryFolder: path.join(base, 'library'), isOwnersLibrary: false, dataFolder: base });
  archive = createArchive(openDatabase(':memory:'));
});
afterEach(async () => {
  archive.database.close();
  await rm(base, { recursive: true, force: true });
});

const idOf = (id: string): string => videoIdOf({ site: 'quay', id }).id;
async function putFile(file: string, content = ownersContent): Promise<void> {
  await mkdir(path.dirname(library.absolute(file)), { recursive: true });
  await writeFile(library.absolute(file), content);
}
const readInLibrary = (file: string): Promise<string> => readFile(library.absolute(file), 'utf8');
const namesIn = async (folder: string): Promise<string[]> => (await readdir(library.absolute(folder))).toSorted();

const stagedFolder = (): string => path.join(base, 'staged');

/** Stages a download, and plans its moves into the library. */
async function downloadAndPlan(id: string, title = 'Morning service', mediaBytes = 300, listDescription: string | null = null): Promise<Moves> {
  const folder = stagedFolder();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const info = anInfo({ id, title, extractor: 'quay', channel: 'Quay', webpage_url: `https://quay.example/${id}`, channel_url: null, channel_id: 'quay' });
  await writeFile(path.join(folder, 'media-1.info.json'), JSON.stringify(info));
  await writeFile(path.join(folder, 'media-1.jpg'), `picture of ${id}`);
  await writeFile(path.join(folder, 'media-1.mp4'), anMp4({ mediaBytes }));
  const staging = await readStaged(folder, idOf(id));
  if (!staging.ok) throw new Error(staging.message);
  return planMoves({ archive, library }, folder, staging, listDescription);
}

/** Stages a download and moves it into the library. Resolves to the media file. */
async function downloadAndPlace(id: string, title?: string, mediaBytes?: number): Promise<string> {
  const moves = await downloadAndPlan(id, title, mediaBytes);
  await executeMoves({ archive, library }, stagedFolder(), moves);
  return moves.mediaFile;
}
function addVideo(videoId: string, mediaFile: string, companions: string[] = []): void {
  const catalogue = createSqliteCatalogue(archive.database);
  catalogue.putChannels([aChannel({ channelId })]);
  catalogue.putVideos([aVideo({ videoId, channelId, mediaFile, companions })]);
}

test('nothing is created behind a link that leads out of the library', async () => {
  const moves = await downloadAndPlan('a1');
  await mkdir(path.join(base, 'elsewhere'));
  await symlink(path.join(base, 'elsewhere'), library.absolute('Quay'));
  const deeperMoves = { ...moves, files: moves.files.map(([from, to]): [string, string] => [from, to.replace('Quay/', 'Quay/2026/')]), freeTargets: [] };
  await expect(executeMoves({ archive, library }, stagedFolder(), deeperMoves)).rejects.toThrow('The folder Quay/2026 leads out of the library');
  expect(await readdir(path.join(base, 'elsewhere'))).toEqual([]);
});

test('two videos with one title, whose long ids are cut to the same name, are both kept', async () => {
  const longId = (episode: number): string => `https-feeds-quay-example-podcasts-sunday-mornings-2024-episode-${episode}`;
  const firstFile = await downloadAndPlace(longId(1));
  const secondFile = await downloadAndPlace(longId(2), undefined, 500);
  expect(firstFile).not.toBe(secondFile);
  expect(secondFile).toMatch(/^Quay\/Morning service \(2\) \[https-feeds[^\]]*\]\.mp4$/);
  expect([await readInLibrary(firstFile), await readInLibrary(secondFile)]).toEqual([
    anMp4({ mediaBytes: 300 }).toString(),
    anMp4({ mediaBytes: 500 }).toString(),
  ]);
  expect(await readInLibrary(firstFile.replace(/mp4$/, 'jpg'))).toBe(`picture of ${longId(1)}`);
  expect(await namesIn('Quay')).toHaveLength(6);
});

test.each([
  ['a file that the archive does not list', ['Quay/Morning service [a1].mp4', 'Quay/Morning service [a1].info.json']],
  ['a media file of another format', ['Quay/Morning service [a1].mkv', 'Quay/Morning service [a1].jpg']],
  ['a picture alone', ['Quay/Morning service [a1].jpg']],
  ['a name that differs only in case', ['Quay/MORNING service [a1].MP4']],
])('%s with the name of a download keeps its content', async (_what, files) => {
  for (const file of files) await putFile(file);
  expect(await downloadAndPlace('a1')).toBe('Quay/Morning service (2) [a1].mp4');
  for (const file of files) expect(await readInLibrary(file)).toBe(ownersContent);
});

test.each([['mp4'], ['info.json']])('a .%s file that another program creates after the moves were planned stays, and nothing is moved', async (extension) => {
  const moves = await downloadAndPlan('a1');
  const file = `Quay/Morning service [a1].${extension}`;
  await putFile(file);
  for (const _try of ['first', 'second'])
    await expect(executeMoves({ archive, library }, stagedFolder(), moves)).rejects.toThrow(`The file ${file} has appeared in the library`);
  expect([await namesIn('Quay'), await readInLibrary(file)]).toEqual([[path.basename(file)], ownersContent]);
  await rm(library.absolute(file));
  await executeMoves({ archive, library }, stagedFolder(), moves);
  expect(await namesIn('Quay')).toHaveLength(3);
});

test('a move that was interrupted while its files had both names is completed', async () => {
  const moves = await downloadAndPlan('a1');
  await mkdir(library.absolute('Quay'));
  for (const [from, to] of moves.files) await link(path.join(stagedFolder(), from), library.absolute(to));
  await executeMoves({ archive, library }, stagedFolder(), moves);
  expect(await namesIn('Quay')).toHaveLength(3);
  expect((await readdir(stagedFolder())).filter((name) => !name.startsWith('.'))).toEqual([]);
});

const list = {
  _type: 'playlist',
  id: 'PLmornings',
  title: 'Mornings',
  extractor: 'quay:playlist',
  webpage_url: 'https://quay.example/mornings',
  entries: [],
};

test.each([
  ['Stowaway', false],
  ['another program', true],
])(
  'if an import prefers the owner’s file, the download is removed; its playlist’s description stays unless Stowaway wrote it (%s)',
  async (_who, isByOtherProgram) => {
    const listDescription = JSON.stringify(list);
    const moves = await downloadAndPlan('a1', undefined, undefined, listDescription);
    const [, listFile = ''] = moves.files.find(([from]) => from === 'list.info.json') ?? [];
    if (isByOtherProgram) await putFile(listFile);
    await executeMoves({ archive, library }, stagedFolder(), moves);
    expect(await namesIn('Quay')).toHaveLength(4);
    await removeMoved(library, moves, listDescription);
    expect(await namesIn('Quay')).toEqual(isByOtherProgram ? [path.posix.basename(listFile)] : []);
  },
);

test('the description of a playlist that was written after the moves were planned stays, and the video is moved', async () => {
  const moves = await downloadAndPlan('a1', undefined, undefined, JSON.stringify(list));
  const [, listFile = ''] = moves.files.find(([from]) => from === 'list.info.json') ?? [];
  await putFile(listFile);
  await executeMoves({ archive, library }, stagedFolder(), moves);
  expect([await readInLibrary(listFile), (await namesIn('Quay')).length]).toEqual([ownersContent, 4]);
});

test('companions that a refresh writes after the moves were planned are replaced by those of the new download', async () => {
  const mediaFile = await downloadAndPlace('a1');
  addVideo(idOf('a1'), mediaFile);
  const picture = mediaFile.replace(/mp4$/, 'jpg');
  await rm(library.absolute(picture));
  const moves = await downloadAndPlan('a1');
  await putFile(picture);
  await executeMoves({ archive, library }, stagedFolder(), moves);
  expect(await readInLibrary(picture)).toBe('picture of a1');
});

test('no name is chosen while the disk of the channel is not mounted, because a file on the disk may have the same name', async () => {
  addVideo('other', 'Quay/Low tide.mp4');
  await mkdir(library.absolute('Quay'));
  await expect(downloadAndPlace('a1')).rejects.toThrow('The folder Quay is empty');
  expect(await readPlannedMoves(path.join(base, 'staged'))).toBe(null);
  await putFile('Quay/Morning service [a1].mp4');
  expect(await downloadAndPlace('a1')).toBe('Quay/Morning service (2) [a1].mp4');
});

test('no name is chosen in a folder that cannot be read, because a file in the folder may have the same name', async () => {
  // The link fails for every user, like a disk that answers with errors.
  await symlink('Quay', library.absolute('Quay'));
  await expect(downloadAndPlace('a1')).rejects.toThrow('ELOOP');
  expect(await readPlannedMoves(path.join(base, 'staged'))).toBe(null);
});

test('a download replaces no existing file if the archive uses a better copy that the owner has elsewhere', async () => {
  library = createLibraryPlaces({
    libraryFolder: path.join(base, 'library'),
    isOwnersLibrary: true,
    downloadsFolder: path.join(base, 'own'),
    dataFolder: base,
  });
  await putFile('.downloads/Quay/Morning service [a1].mp4');
  addVideo(idOf('a1'), 'Films/Morning service.mp4');
  expect(await downloadAndPlace('a1')).toBe('.downloads/Quay/Morning service (2) [a1].mp4');
  expect(await readInLibrary('.downloads/Quay/Morning service [a1].mp4')).toBe(ownersContent);
});

test('a video downloaded again replaces its earlier download, even if only its companions are left', async () => {
  const mediaFile = await downloadAndPlace('a1');
  addVideo(idOf('a1'), mediaFile);
  expect(await downloadAndPlace('a1', 'A new title', 500)).toBe(mediaFile);
  await rm(library.absolute(mediaFile));
  expect(await downloadAndPlace('a1', 'A new title', 700)).toBe(mediaFile);
  expect([await namesIn('Quay'), await readInLibrary(mediaFile)]).toEqual([
    ['info.json', 'jpg', 'mp4'].map((extension) => `Morning service [a1].${extension}`),
    anMp4({ mediaBytes: 700 }).toString(),
  ]);
});

test('a video downloaded again in another format does not replace another video of the same name', async () => {
  await putFile('Quay/Holiday.mkv', 'the old download');
  await putFile('Quay/Holiday.mp4');
  addVideo(idOf('a1'), 'Quay/Holiday.mkv');
  expect(await downloadAndPlace('a1')).toBe('Quay/Holiday (2).mp4');
  expect(await readInLibrary('Quay/Holiday.mp4')).toBe(ownersContent);
  expect(await namesIn('Quay')).not.toContain('Holiday.mkv');
});

test('an earlier download stays if the file that replaces it is gone when an interrupted move continues', async () => {
  await putFile('Quay/Holiday.mkv', 'the old download');
  addVideo(idOf('a1'), 'Quay/Holiday.mkv');
  const moves = await downloadAndPlan('a1');
  expect(moves.replaced).toEqual(['Quay/Holiday.mkv']);
  // An earlier run moved the file, and another program deleted it since.
  await rm(path.join(stagedFolder(), 'media-1.mp4'));
  await executeMoves({ archive, library }, stagedFolder(), moves);
  expect(await readInLibrary('Quay/Holiday.mkv')).toBe('the old download');
});

test('a new file is not removed in place of the old one if both names mean the same file, as on a file system that ignores case', async () => {
  await putFile('Quay/Tide.mp4', 'the old download');
  // The link stands for a file system on which both names mean the same file.
  await symlink(library.absolute('Quay'), library.absolute('QUAY'));
  await mkdir(path.join(base, 'staged'));
  await writeFile(path.join(base, 'staged', 'media.mp4'), 'downloaded');
  const moves: Moves = { videoId: 'tide', mediaFile: 'Quay/Tide.mp4', files: [['media.mp4', 'Quay/Tide.mp4']], replaced: ['QUAY/Tide.mp4'] };
  await executeMoves({ archive, library }, path.join(base, 'staged'), moves);
  expect(await readInLibrary('Quay/Tide.mp4')).toBe('downloaded');
});
