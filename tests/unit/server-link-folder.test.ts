// A folder of links shows the library to media servers under TubeArchivist's names.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { createLibraryPlaces } from '../../server/library/library-places.ts';
import { createLinkFolder, type LinkFolder } from '../../server/media-server/link-folder.ts';
import { ids, makeLibrary } from '../builders/server-library.ts';
import { longTest } from '../long-test.ts';

let root: string;
let library: string;
let folder: string;
let archive: Archive;
let linkFolder: LinkFolder;
let logLines: string[];
beforeEach(async () => {
  root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'stowaway-links-')));
  library = path.join(root, 'library');
  folder = path.join(root, 'data', 'media-server');
  mkdirSync(path.dirname(folder), { recursive: true });
  archive = createArchive(openDatabase(path.join(root, 'data', 'stowaway.sqlite')));
  await makeLibrary(library, createSqliteCatalogue(archive.database));
  logLines = [];
  linkFolder = createLinkFolder({
    archive,
    library: createLibraryPlaces({ libraryFolder: library, isOwnersLibrary: true, dataFolder: path.join(root, 'data') }),
    folder,
    log: (line) => void logLines.push(line),
  });
});
afterEach(() => {
  expect(logLines).toEqual([]);
  archive.database.close();
  rmSync(root, { recursive: true, force: true });
});

const dawnLink = `${ids.harbour}/${ids.dawn}.mp4`;
const inLinkFolder = (name: string): string => path.join(folder, name);

test('no links are created until somebody creates the folder', async () => {
  await linkFolder.update();
  expect(existsSync(folder)).toBe(false);
  mkdirSync(folder);
  await linkFolder.update();
  expect(existsSync(inLinkFolder(dawnLink))).toBe(true);
});

test('a folder that was replaced between two checks gets its links again', async () => {
  mkdirSync(folder);
  await linkFolder.update();
  renameSync(folder, `${folder}-before`);
  mkdirSync(folder);
  await linkFolder.update();
  expect(existsSync(inLinkFolder(dawnLink))).toBe(true);
});

longTest('the folder contains every video and its subtitles under their ids, as links to the files', async () => {
  mkdirSync(folder);
  await linkFolder.update();
  expect(readFileSync(inLinkFolder(dawnLink))).toEqual(readFileSync(path.join(library, 'Harbour/dawn walk [Dawn_walk-1].mp4')));
  expect(readFileSync(inLinkFolder(`${ids.harbour}/${ids.dawn}.en.vtt`), 'utf8')).toContain('Good morning.');
  expect(readdirSync(inLinkFolder(ids.harbour)).filter((name) => !name.endsWith('.vtt'))).toEqual(
    [`${ids.dawn}.mp4`, `${ids.gulls}.webm`, `${ids.short}.mkv`].toSorted(),
  );
});

test('after a restart, moved videos get new links, removed videos lose their links, missing videos keep theirs, and empty channels lose their folders', async () => {
  mkdirSync(folder);
  await linkFolder.update();
  archive.database.exec(`UPDATE video SET media_file = 'Harbour/short.mkv' WHERE video_id = '${ids.dawn}'`);
  archive.database.exec(`DELETE FROM video WHERE channel_id = '${ids.kitchen}'`);
  archive.database.exec(`UPDATE video SET absence = 'trash', absent_since = 1 WHERE video_id = '${ids.gulls}'`);
  archive.database.exec(`UPDATE video SET absence = 'missing', absent_since = 1 WHERE video_id = '${ids.short}'`);
  await createLinkFolder({
    archive,
    library: createLibraryPlaces({ libraryFolder: library, isOwnersLibrary: true, dataFolder: path.join(root, 'data') }),
    folder,
    log: (line) => void logLines.push(line),
  }).update();
  // A missing video keeps its link for when it is back.
  expect(readdirSync(inLinkFolder(ids.harbour)).filter((name) => !name.endsWith('.vtt'))).toEqual([`${ids.dawn}.mkv`, `${ids.short}.mkv`].toSorted());
  expect([existsSync(inLinkFolder(dawnLink)), readdirSync(folder)]).toEqual([false, [ids.harbour]]);
  expect(existsSync(path.join(library, 'Kitchen/stream.mp4'))).toBe(true);
});

test('a folder removed in the middle of an update is not created again, and no failure is logged', async () => {
  mkdirSync(folder);
  const { absolute, roots } = createLibraryPlaces({ libraryFolder: library, isOwnersLibrary: true, dataFolder: path.join(root, 'data') });
  let isRemoved = false;
  const removeFolder = (file: string): string => {
    rmSync(folder, { recursive: true, force: true });
    isRemoved = true;
    return absolute(file);
  };
  await createLinkFolder({ archive, library: { absolute: removeFolder, roots }, folder, log: (line) => void logLines.push(line) }).update();
  expect([isRemoved, existsSync(folder)]).toEqual([true, false]);
});

test('entries that the server did not create stay, even a file with the name of a link', async () => {
  mkdirSync(inLinkFolder(ids.harbour), { recursive: true });
  writeFileSync(inLinkFolder(dawnLink), 'mine');
  writeFileSync(inLinkFolder('notes.txt'), 'mine');
  symlinkSync(library, inLinkFolder('elsewhere'));
  await linkFolder.update();
  rmSync(inLinkFolder(`${ids.harbour}/${ids.gulls}.webm`));
  writeFileSync(inLinkFolder(`${ids.harbour}/${ids.gulls}.webm`), 'mine');
  archive.database.exec('DELETE FROM video');
  await linkFolder.update();
  expect([readFileSync(inLinkFolder(dawnLink), 'utf8'), readdirSync(folder).toSorted()]).toEqual(['mine', [ids.harbour, 'elsewhere', 'notes.txt'].toSorted()]);
  expect(lstatSync(inLinkFolder('elsewhere')).isSymbolicLink()).toBe(true);
  expect(readdirSync(inLinkFolder(ids.harbour)).toSorted()).toEqual([`${ids.dawn}.mp4`, `${ids.gulls}.webm`]);
});

test('a folder within the library gets no links, because the library would import them, and that is logged once', async () => {
  mkdirSync(path.join(library, 'links'));
  symlinkSync(path.join(library, 'links'), folder);
  await linkFolder.update();
  await linkFolder.update();
  expect(logLines.splice(0)).toEqual([`The folder ${folder} for media servers is not kept up to date: it is in the library`]);
  expect(readdirSync(path.join(library, 'links'))).toEqual([]);
});
