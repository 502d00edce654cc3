// Moves files into a hidden folder of their own file system, and back. The moves need no space. A crash leaves each file in one place, or
// under both names until the next start. The move back is a copy if the old place is on another disk by now. Does not know what the files
// are.
import type { Stats } from 'node:fs';
import { lstat, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeFolders } from '../disk/make-folders.ts';
import { isMoved, moveFile, removeOldName } from '../disk/move-file.ts';
import { fsyncFolder } from '../disk/fsync.ts';
import { isNotFound } from '../disk/read-if-exists.ts';
import { stateOfFolder } from '../library/absent-folders.ts';
import { entryInsideFolder, isFolderInside } from '../library/inside-folder.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import { reasonNotWritten, reasonOf } from '../library/reasons.ts';
import { importReasons } from '../texts/en/import-reasons.ts';
import type { MovedFile } from './trash-items.ts';

/** Thrown if a file could not be deleted. The message says which one and why. */
export class NotRemovable extends Error {}

type Places = Pick<LibraryPlaces, 'absolute' | 'rootOf' | 'rootFolderOf'>;

/** Begins with a dot, so imports and the watch skip it. */
export const trashFolderName = '.stowaway-trash';

/**
 * Returns the files that exist and are inside the library, with their sizes. A symbolic link counts as itself, not as its target.
 * @throws NotRemovable
 */
export async function existingFiles(library: Places, files: string[]): Promise<{ file: string; sizeBytes: number }[]> {
  const foundFiles: { file: string; sizeBytes: number }[] = [];
  for (const file of new Set(files)) {
    const realFile = await entryInsideFolder(library.absolute(file), [library.rootFolderOf(file)]);
    // A file on a disk that cannot be read may exist. If it were skipped, it would stay there, and the video's rows would be lost with the
    // item.
    const stats = await statsOf(realFile ?? library.absolute(file)).catch((error: unknown) => {
      throw new NotRemovable(`${file} could not be deleted: ${reasonOf(error)}.`);
    });
    // A file behind a link to a folder elsewhere is not part of the library.
    if (stats === null || realFile === null) continue;
    if (stats.isDirectory()) throw new NotRemovable(`${file} could not be deleted: it is a folder.`);
    foundFiles.push({ file, sizeBytes: stats.isFile() ? stats.size : 0 });
  }
  return foundFiles;
}

/**
 * Plans where the files of one item go, before the first rename, so that the plan can be recorded.
 * @param itemId the name of the item's folder
 * @param where `top`: the highest folder on the file system; `beside`: the file's own folder, where a rename always works
 */
export async function planMoves(library: Places, itemId: number, files: string[], where: 'top' | 'beside'): Promise<MovedFile[]> {
  const folders = [...new Set(files.map((file) => path.posix.dirname(file)))];
  const tops = await Promise.all(folders.map(async (folder) => (where === 'top' ? await topOfFileSystem(library, folder) : folder)));
  const places = new Map<string, string>();
  for (const [index, folder] of folders.entries()) {
    const top = tops[index] === '.' ? '' : (tops[index] ?? '');
    const itemFolder = await freshFolder(library, path.posix.join(top, trashFolderName, String(itemId)));
    places.set(folder, path.posix.join(itemFolder, String(index)));
  }
  return files.map((file) => ({ file, place: path.posix.join(places.get(path.posix.dirname(file)) ?? '', path.posix.basename(file)) }));
}

/**
 * Returns a name with a number if the folder exists. The existing folder may belong to another data folder, whose items are also counted
 * from 1. It may also belong to an item that is missing from a restored snapshot, because its id is then given to a new item.
 */
async function freshFolder(library: Places, preferredFolder: string): Promise<string> {
  let folder = preferredFolder;
  for (let count = 2; await exists(library.absolute(folder)); count += 1) folder = `${preferredFolder}-${count}`;
  return folder;
}

/** The library's highest folder on the same device as this one, as a stored name. */
async function topOfFileSystem(library: Places, folder: string): Promise<string> {
  const { dev } = await stat(library.absolute(folder));
  // Another root has its own trash.
  const rootPrefix = library.rootOf(folder)?.root.prefix ?? '';
  let top = folder;
  for (let ancestor = folder; ancestor !== '.' && ancestor !== rootPrefix;) {
    ancestor = path.posix.dirname(ancestor);
    if ((await stat(library.absolute(ancestor))).dev !== dev) break;
    top = ancestor;
  }
  return top;
}

/** `crosses`: two mounts of one device look alike but allow no renames between them (container volumes). All files were moved back. */
export type MoveResult = { kind: 'moved' } | { kind: 'crosses' };

/** Moves all files or none: if one cannot be moved, the others go back. @throws NotRemovable */
export async function moveToTrash(library: Places, moves: MovedFile[]): Promise<MoveResult> {
  const movedFiles: MovedFile[] = [];
  for (const move of moves) {
    try {
      await makeFolders(path.dirname(library.absolute(move.place)));
      await rename(library.absolute(move.file), library.absolute(move.place));
      movedFiles.push(move);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // The file has disappeared since it was found.
      if (code === 'ENOENT' && !(await exists(library.absolute(move.file)))) continue;
      // `recover` later moves back what cannot go back now.
      const isUndone = await moveOutOfTrash(library, movedFiles.toReversed()).then(
        (blocked) => blocked.length === 0,
        () => false,
      );
      if (isUndone) await removeFolders(library, moves);
      if (code === 'EXDEV' && isUndone) return { kind: 'crosses' };
      throw new NotRemovable(`${move.file} could not be deleted: ${reasonNotWritten(error)}.`);
    }
  }
  return { kind: 'moved' };
}

/**
 * Moves files back in this order, skipping those already back. Returns the files whose old name is taken, which stay in the trash. Resolves
 * only once the renames are on the disk, because callers then drop their record of the places.
 */
export async function moveOutOfTrash(library: Places, moves: MovedFile[]): Promise<string[]> {
  const blockedFiles: string[] = [];
  const folders = new Set<string>();
  for (const { file, place } of moves) {
    const from = library.absolute(place);
    const to = library.absolute(file);
    if (!(await exists(from))) continue;
    if (await exists(to)) {
      // An earlier move gave the file its old name, and crashed before removing it from the trash.
      if (await isMoved(from, to)) await removeOldName(from, to);
      else blockedFiles.push(file);
      continue;
    }
    await requireInside(library, file);
    await makeFolders(path.dirname(to));
    await moveFile(from, to, { replaces: false }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      blockedFiles.push(file); // another program has created the file at this moment
    });
    folders.add(path.dirname(to)).add(path.dirname(from));
  }
  for (const folder of folders) await fsyncFolder(folder);
  return blockedFiles;
}

/** Refuses a folder that has become a link out of the library, where no import would find the file. @throws an error like the system's */
async function requireInside(library: Places, file: string): Promise<void> {
  if (await isFolderInside(library.absolute(file), [library.rootFolderOf(file)])) return;
  throw Object.assign(new Error(importReasons.leadsOut(path.posix.dirname(file))), { syscall: 'rename' });
}

/**
 * `takenFiles`: another file is at the old place. `lostFiles`: the file is at neither place. If the file itself is at both places, its move
 * back was interrupted (`moveOutOfTrash`), and it is no obstacle.
 */
export async function findObstacles(library: Places, moves: MovedFile[]): Promise<{ takenFiles: string[]; lostFiles: string[] }> {
  const obstacles = { takenFiles: [] as string[], lostFiles: [] as string[] };
  for (const { file, place } of moves) {
    const isInTrash = await exists(library.absolute(place));
    const isAtOldPlace = await exists(library.absolute(file));
    if (isInTrash && isAtOldPlace && !(await isMoved(library.absolute(place), library.absolute(file)))) obstacles.takenFiles.push(file);
    if (!isInTrash && !isAtOldPlace) obstacles.lostFiles.push(file);
  }
  return obstacles;
}

/** Whether any of the files is in the trash. */
export async function isAnyInTrash(library: Places, moves: MovedFile[]): Promise<boolean> {
  for (const { place } of moves) if (await exists(library.absolute(place))) return true;
  return false;
}

/**
 * Whether a file is at neither place because its disk is not mounted. The disk counts as not mounted if the file's trash does not exist,
 * and the folder that contained the trash does not exist or is empty. If that folder contains other files, somebody deleted the trash by
 * hand.
 */
export async function isDiskAbsent(library: Places, moves: MovedFile[]): Promise<boolean> {
  for (const { file, place } of moves) {
    if ((await exists(library.absolute(place))) || (await exists(library.absolute(file)))) continue;
    const parentPrefix = place.slice(0, place.indexOf(trashFolderName));
    if (await exists(library.absolute(`${parentPrefix}${trashFolderName}`))) continue;
    if ((await stateOfFolder(library.absolute(parentPrefix))) !== 'there') return true;
  }
  return false;
}

/** Deletes the files of an item for good, with the folders created for them. */
export async function deleteForGood(library: Places, moves: MovedFile[]): Promise<void> {
  for (const { place } of moves) await rm(library.absolute(place), { force: true });
  await removeFolders(library, moves);
}

/** Removes the folders created for the files, up to the trash itself. Folders that are not empty stay. */
async function removeFolders(library: Places, moves: MovedFile[]): Promise<void> {
  const folders = new Set<string>();
  for (const { place } of moves) {
    let ancestor = library.absolute(place);
    do folders.add((ancestor = path.dirname(ancestor)));
    while (path.basename(ancestor) !== trashFolderName);
  }
  // Deepest first.
  for (const folder of [...folders].toSorted((one, other) => other.length - one.length)) await removeIfEmpty(folder);
}

export async function removeIfEmpty(folder: string): Promise<boolean> {
  try {
    if ((await readdir(folder)).length > 0) return false;
    await rmdir(folder);
    return true;
  } catch {
    // The folder is already gone, or somebody has put something into it.
    return false;
  }
}

/** Whether the file exists. @throws any error that does not mean its absence, because a file on a failing disk may exist */
export async function exists(file: string): Promise<boolean> {
  return (await statsOf(file)) !== null;
}

/** The file's metadata; null if the file does not exist. @throws any other error */
async function statsOf(file: string): Promise<Stats | null> {
  return lstat(file).catch((error: unknown) => (isNotFound(error) ? null : Promise.reject(error as Error)));
}
