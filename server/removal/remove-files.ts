import { readdir, realpath, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';

/** A file could not be deleted: which one, and why, in words. */
export class NotRemovable extends Error {}

const reasons: Record<string, string> = {
  EACCES: 'the server has no right to',
  EPERM: 'the server has no right to',
  EROFS: 'the file system is read-only',
  EBUSY: 'something else uses it',
};

/** Deletes files inside of the library only: one that lies outside, behind a link to a folder, is left alone. */
export async function removeFiles(libraryFolder: string, files: Iterable<string>): Promise<void> {
  const root = await realpath(libraryFolder);
  for (const file of new Set(files)) {
    const whole = path.resolve(root, file);
    const folder = await realpath(path.dirname(whole)).catch(() => null);
    if (folder === null || (folder !== root && !folder.startsWith(root + path.sep))) continue;
    try {
      await rm(whole, { force: true });
    } catch (error) {
      throw new NotRemovable(`${file} could not be deleted: ${reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? 'the system refused it'}.`);
    }
  }
}

/** Folders that have become empty go, and those above them; the library itself and what holds anything stay. */
export async function removeEmptyFolders(libraryFolder: string, folders: Iterable<string>): Promise<void> {
  const root = await realpath(libraryFolder);
  for (const folder of new Set(folders)) {
    let place = path.resolve(root, folder);
    while (place.startsWith(root + path.sep)) {
      const isEmpty = await readdir(place).then(
        (names) => names.length === 0,
        () => false,
      );
      if (!isEmpty) break;
      await rmdir(place).catch(() => undefined);
      place = path.dirname(place);
    }
  }
}
