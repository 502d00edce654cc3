// Each stored name stands for one file, which belongs to Stowaway or to the owner. The server does not start with an unsuitable downloads
// folder.
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLibraryPlaces } from '../../server/library/library-places.ts';
import { readFolder, scanLibrary } from '../../server/library/scan-library.ts';
import { requireDownloadsFolder } from '../../server/start/downloads-folder.ts';
import { importReasons } from '../../server/texts/en/import-reasons.ts';
import { StartFailure } from '../../server/start/start-failure.ts';

let folder: string;
const inFolder = (...names: string[]): string => path.join(folder, ...names);
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-places-'));
  for (const name of ['films/Talks', 'data', 'new', 'new/sub']) await mkdir(inFolder(name), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const createPlaces = (downloads: string | null, isOwnersLibrary = true) =>
  createLibraryPlaces({ libraryFolder: inFolder('films'), isOwnersLibrary, downloadsFolder: downloads, dataFolder: inFolder('data') });

test.each([
  {
    name: 'without a downloads folder',
    downloads: null,
    ownFile: 'Downloaded by Stowaway/Quay/a.mp4',
    fileOnDisk: 'films/Downloaded by Stowaway/Quay/a.mp4',
    rootCount: 1,
  },
  { name: 'with a downloads folder elsewhere', downloads: 'new', ownFile: '.downloads/Quay/a.mp4', fileOnDisk: 'new/Quay/a.mp4', rootCount: 2 },
  { name: 'with a downloads folder in the library', downloads: 'films/Talks', ownFile: 'Talks/Quay/a.mp4', fileOnDisk: 'films/Talks/Quay/a.mp4', rootCount: 1 },
])('$name, downloads are Stowaway’s own, and every other file is the owner’s', ({ downloads, ownFile, fileOnDisk, rootCount }) => {
  const library = createPlaces(downloads === null ? null : inFolder(downloads));
  expect([library.absolute(ownFile), library.isOwn(ownFile), library.isOwn('Quay/b.mp4'), library.roots.length]).toEqual([
    inFolder(fileOnDisk),
    true,
    false,
    rootCount,
  ]);
  expect(library.absolute('Quay/b.mp4')).toBe(inFolder('films/Quay/b.mp4'));
  expect(library.absolute('.learned/pictures/c.jpg')).toBe(inFolder('data/learned/pictures/c.jpg'));
});

test('in Stowaway’s own library, every file counts as Stowaway’s own, and downloads are stored among the other files', () => {
  const library = createPlaces(null, false);
  expect([library.isOwn('Quay/b.mp4'), library.downloads]).toMatchObject([true, { folder: inFolder('films'), prefix: '', isCreatedByUs: false }]);
});

test('a name finds no file outside its own folder', async () => {
  await writeFile(inFolder('new/sub/secret.mp4'), '');
  // A folder beside the library, whose name begins with the library's name.
  await mkdir(inFolder('films-private'));
  await writeFile(inFolder('films-private/secret.mp4'), '');
  await symlink(inFolder('new/sub/secret.mp4'), inFolder('films/link.mp4'));
  const library = createPlaces(inFolder('new'));
  expect(await library.find('.downloads/sub/secret.mp4')).toBe(inFolder('new/sub/secret.mp4'));
  for (const name of ['link.mp4', '../new/sub/secret.mp4', '../films-private/secret.mp4', '.learned/../../new/sub/secret.mp4', '.downloads/../data'])
    expect([name, await library.find(name)]).toEqual([name, null]);
});

test.each([
  ['inside the library', 'films/state'],
  ['behind a link that leads into the library', 'link'],
  ['the library itself', 'films'],
])('a data folder that is %s adds no videos', async (_, dataFolder) => {
  await mkdir(inFolder('films/state'));
  await symlink(inFolder('films/state'), inFolder('link'));
  const library = createLibraryPlaces({ libraryFolder: inFolder('films'), isOwnersLibrary: true, dataFolder: inFolder(dataFolder) });
  for (const name of ['films/Talks/a', `${dataFolder}/cache/hls/rendition/init`, `${dataFolder}/learned/pictures/b`]) {
    await mkdir(path.dirname(inFolder(name)), { recursive: true });
    await writeFile(inFolder(`${name}.mp4`), '');
  }
  const scannedFiles: string[] = [];
  const scan = await scanLibrary(library, new AbortController().signal, ({ files }) => void scannedFiles.push(...files.map((file) => file.path)));
  expect([scannedFiles, scan.problems]).toEqual([['Talks/a.mp4'], []]);
  const innerFolder = path.relative(inFolder('films'), path.join(await realpath(inFolder(dataFolder)), 'cache/hls/rendition'));
  expect([await readFolder(library, 'Talks'), await readFolder(library, innerFolder)]).toMatchObject([{ files: [{ name: 'a.mp4' }] }, null]);
});

test('if the library itself is the data folder, an owner’s folder that has the name of one of Stowaway’s is reported as not imported', async () => {
  const ownFiles = ['cache/hls/x/init.mp4', 'cache/queue/a.jpg', 'learned/pictures/b.jpg', 'media-server/UCharbourharbourharbour1/c.mp4', 'cache/.DS_Store'];
  for (const name of [...ownFiles, 'media-server/Holiday/d.mp4']) {
    await mkdir(path.dirname(inFolder('films', name)), { recursive: true });
    await writeFile(inFolder('films', name), '');
  }
  const library = createLibraryPlaces({ libraryFolder: inFolder('films'), isOwnersLibrary: true, dataFolder: inFolder('films') });
  const scannedFiles: string[] = [];
  const { problems } = await scanLibrary(library, new AbortController().signal, ({ files }) => void scannedFiles.push(...files.map((file) => file.path)));
  expect([scannedFiles, problems]).toEqual([[], [{ file: 'media-server', reason: importReasons.dataFolder }]]);
});

test('a start refuses an unsuitable downloads folder, and gives the reason', async () => {
  await writeFile(inFolder('file'), '');
  await mkdir(inFolder('films/.stowaway-trash/sub'), { recursive: true });
  await symlink(inFolder('films'), inFolder('same'));
  const requireFolder = (downloads: string) => () =>
    requireDownloadsFolder({ downloadsFolder: inFolder(downloads), libraryFolder: inFolder('films'), dataFolder: inFolder('data') });
  for (const [downloads, message] of [
    ['nowhere', 'does not exist'],
    ['file', 'is a file'],
    ['films', 'is the library itself'],
    ['same', 'is the library itself'],
    ['', 'is inside the downloads folder'],
    ['data', 'is inside the data folder'],
    ['films/.stowaway-trash/sub', 'is inside a folder that Stowaway empties'],
  ] as const) {
    expect(requireFolder(downloads)).toThrow(StartFailure);
    expect(requireFolder(downloads)).toThrow(message);
  }
  expect(requireFolder('new')).not.toThrow();
  if (process.getuid?.() === 0) return;
  await chmod(inFolder('new'), 0o500);
  expect(requireFolder('new')).toThrow('is not writable');
});
