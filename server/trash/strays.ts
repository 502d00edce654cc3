// Finds files in a trash that no item names. Either their item was lost (an older database replaced a newer one, a disk lost confirmed
// writes), or another data folder uses the same library. Such files are never deleted; a person decides.
import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { LibraryPlaces } from '../library/library-places.ts';
import { mountPointsWithin } from '../library/mounts.ts';
import { trashFolderName } from './move-files.ts';

export interface Stray {
  /** An absolute path inside a trash. */
  folder: string;
  /** How many files the folder contains, at any depth. */
  files: number;
}

/**
 * Looks into the trash of every file system of the library, and wherever else an item is.
 * @param placesOfItems returns the stored names of all items' files at the time of the call
 */
export async function findStrays(library: Pick<LibraryPlaces, 'roots' | 'absolute'>, placesOfItems: () => string[]): Promise<Stray[]> {
  const itemFolders = (): string[] => placesOfItems().map((place) => folderOfItem(library.absolute(place)));
  const tops = await Promise.all(library.roots.map(({ folder }) => topsOfFileSystems(folder)));
  const trashes = new Set([...tops.flat().map((top) => path.join(top, trashFolderName)), ...itemFolders().map((folder) => path.dirname(folder))]);
  const folders: string[] = [];
  for (const trash of trashes) folders.push(...(await namesIn(trash)).map((name) => path.join(trash, name)));
  // The items are read after the folders, and files are counted last. An item that was deleted or restored meanwhile has no files left
  // then.
  const itemFolderNames = new Set(itemFolders());
  const strays: Stray[] = [];
  for (const folder of folders.filter((one) => !itemFolderNames.has(one)).toSorted()) {
    const files = await countFiles(folder);
    if (files > 0) strays.push({ folder, files });
  }
  return strays;
}

/** `TRASH/ID` of `TRASH/ID/0/video.mp4`. */
function folderOfItem(place: string): string {
  let folder = place;
  while (path.basename(path.dirname(folder)) !== trashFolderName) folder = path.dirname(folder);
  return folder;
}

async function topsOfFileSystems(root: string): Promise<string[]> {
  const realRoot = await realpath(root).catch(() => root); // absent
  const mountPoints = (await mountPointsWithin(root)).map((point) => path.join(root, path.relative(realRoot, point)));
  return [root, ...mountPoints];
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []); // no trash, or its disk is absent
}

async function countFiles(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []); // it was removed meanwhile, or is a file
  return entries.filter((entry) => !entry.isDirectory()).length;
}
