// Whether a path stays inside the folders it may be in. The one place that decides it: symbolic links are resolved on both
// sides, because the data folder or the library may itself lie behind a link (systemd's DynamicUser makes one).
import { realpath } from 'node:fs/promises';
import path from 'node:path';

/** The real path of an existing file or folder in (or equal to) one of `folders`; null: it is not there, or leads elsewhere. */
export async function insideFolder(file: string, folders: readonly string[]): Promise<string | null> {
  const real = await realpath(file).catch(() => null); // not there, so nowhere inside
  return real !== null && (await isInsideOne(real, folders)) ? real : null;
}

/**
 * For a name that is written or removed: its folder is resolved, the name itself is not followed.
 * @returns the real folder with the name; null: the folder is not there, or lies elsewhere
 */
export async function entryInsideFolder(file: string, folders: readonly string[]): Promise<string | null> {
  const parent = await insideFolder(path.dirname(file), folders);
  return parent === null ? null : path.join(parent, path.basename(file));
}

/** By names alone, for two paths of one form (both real, or both as given). */
export function isWithin(folder: string, file: string): boolean {
  return file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

async function isInsideOne(real: string, folders: readonly string[]): Promise<boolean> {
  // A real path has no link in it: beginning with a folder as it was given, it lies in that very folder.
  if (folders.some((folder) => isWithin(folder, real))) return true;
  for (const folder of folders) {
    const realFolder = await realpath(folder).catch(() => null); // away: nothing is inside
    if (realFolder !== null && isWithin(realFolder, real)) return true;
  }
  return false;
}
