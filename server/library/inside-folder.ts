// Checks whether a path stays inside its allowed folders; no other file decides this. Symbolic links are resolved in both paths, because
// the data folder or the library may itself be behind a link (systemd's DynamicUser creates one).
import { realpathSync } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { isNotFound } from '../disk/read-if-exists.ts';

/** The real path of an existing file or folder in (or equal to) one of `folders`; null if it does not exist or leads elsewhere. */
export async function insideFolder(file: string, folders: readonly string[]): Promise<string | null> {
  const realFile = await realpath(file).catch(() => null); // the file does not exist
  return realFile !== null && (await isInsideOne(realFile, folders)) ? realFile : null;
}

/**
 * Checks the path of a file to be written or removed. Links in its folder's path are resolved, but a link in place of the file is not.
 * @returns the name in the real folder; null if the folder does not exist or is elsewhere
 */
export async function entryInsideFolder(file: string, folders: readonly string[]): Promise<string | null> {
  const parent = await insideFolder(path.dirname(file), folders);
  return parent === null ? null : path.join(parent, path.basename(file));
}

/**
 * Whether the folder of a file to be written is in one of `folders`. If it does not exist yet, the nearest folder above it that exists counts.
 * A link that points to nothing counts as elsewhere.
 */
export async function isFolderInside(file: string, folders: readonly string[]): Promise<boolean> {
  let folder = path.dirname(file);
  while (!(await lstat(folder).then(Boolean, (error: unknown) => !isNotFound(error)))) folder = path.dirname(folder);
  return (await insideFolder(folder, folders)) !== null;
}

/** Whether `file` is `folder` or below it, by name alone. Both paths must have the same form (both real, or both as given). */
export function isWithin(folder: string, file: string): boolean {
  return file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

async function isInsideOne(realFile: string, folders: readonly string[]): Promise<boolean> {
  // A real path contains no link, so if it begins with a folder as given, it is in that folder.
  if (folders.some((folder) => isWithin(folder, realFile))) return true;
  for (const folder of folders) {
    const realFolder = await realpath(folder).catch(() => null); // absent: nothing is inside
    if (realFolder !== null && isWithin(realFolder, realFile)) return true;
  }
  return false;
}

/** The folder's real path; the given path if the folder does not exist now. */
export function realPathOrGiven(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder; // it may be created later
  }
}
