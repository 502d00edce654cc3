// A stored name leads to one file, which belongs to Stowaway or to the owner. A start refuses unsuitable folders for downloads.
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLibraryPlaces } from '../../server/library/library-places.ts';
import { requireDownloadsFolder } from '../../server/start/downloads-folder.ts';
import { StartFailure } from '../../server/start/start-failure.ts';

let folder: string;
const at = (...names: string[]): string => path.join(folder, ...names);
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-places-'));
  for (const name of ['films/Talks', 'data', 'new', 'new/sub']) await mkdir(at(name), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const places = (downloads: string | null, isOwnersLibrary = true) =>
  createLibraryPlaces({ libraryFolder: at('films'), isOwnersLibrary, downloadsFolder: downloads, dataFolder: at('data') });

test.each([
  {
    name: 'without a downloads folder',
    downloads: null,
    own: 'Downloaded by Stowaway/Quay/a.mp4',
    file: 'films/Downloaded by Stowaway/Quay/a.mp4',
    roots: 1,
  },
  { name: 'with a downloads folder elsewhere', downloads: 'new', own: '.downloads/Quay/a.mp4', file: 'new/Quay/a.mp4', roots: 2 },
  { name: 'with a downloads folder in the library', downloads: 'films/Talks', own: 'Talks/Quay/a.mp4', file: 'films/Talks/Quay/a.mp4', roots: 1 },
])('$name, downloads are Stowaway’s own, and every other file is the owner’s', ({ downloads, own, file, roots }) => {
  const library = places(downloads === null ? null : at(downloads));
  expect([library.absolute(own), library.isOwn(own), library.isOwn('Quay/b.mp4'), library.roots.length]).toEqual([at(file), true, false, roots]);
  expect(library.absolute('Quay/b.mp4')).toBe(at('films/Quay/b.mp4'));
  expect(library.absolute('.learned/pictures/c.jpg')).toBe(at('data/learned/pictures/c.jpg'));
});

test('in Stowaway’s own library every file is its own, and downloads are stored among the others', () => {
  const library = places(null, false);
  expect([library.isOwn('Quay/b.mp4'), library.downloads]).toEqual([true, { folder: at('films'), prefix: '', isCreatedByUs: false }]);
});

test('a name finds no file outside its own folder', async () => {
  await writeFile(at('new/sub/secret.mp4'), '');
  // A neighbour whose name only starts like the library's.
  await mkdir(at('films-private'));
  await writeFile(at('films-private/secret.mp4'), '');
  await symlink(at('new/sub/secret.mp4'), at('films/link.mp4'));
  const library = places(at('new'));
  expect(await library.find('.downloads/sub/secret.mp4')).toBe(at('new/sub/secret.mp4'));
  for (const name of ['link.mp4', '../new/sub/secret.mp4', '../films-private/secret.mp4', '.learned/../../new/sub/secret.mp4', '.downloads/../data'])
    expect([name, await library.find(name)]).toEqual([name, null]);
});

test('a start refuses an unsuitable folder for downloads, and says why', async () => {
  await writeFile(at('file'), '');
  await mkdir(at('films/.stowaway-trash/sub'), { recursive: true });
  await symlink(at('films'), at('same'));
  const requireFolder = (downloads: string) => () =>
    requireDownloadsFolder({ downloadsFolder: at(downloads), libraryFolder: at('films'), dataFolder: at('data') });
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
  await chmod(at('new'), 0o500);
  expect(requireFolder('new')).toThrow('is not writable');
});
