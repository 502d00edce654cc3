// Detects that the disk for downloads is absent. Its folder then does not exist, or is an empty mount point although the archive has videos
// there. Files written there would be hidden once the disk is mounted. Also detects a read-only disk.
import { mkdtemp, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { Archive } from '../archive/archive.ts';
import { stateOfFolder } from '../library/absent-folders.ts';
import type { LibraryPlaces } from '../library/library-places.ts';

/** A message for people; null if the disk is there. */
export async function absentDiskMessage(archive: Archive, { downloads, libraryFolder }: LibraryPlaces): Promise<string | null> {
  // Before the downloads folder is created, the library's folder is checked instead.
  const isYetToBeCreated = downloads.isCreatedByUs && (await stateOfFolder(downloads.folder)) === 'not-there';
  const { folder, prefix } = isYetToBeCreated ? { folder: libraryFolder, prefix: '' } : downloads;
  const state = await stateOfFolder(folder);
  if (state === 'not-there') return `The folder ${folder} was not found. Downloads wait until it exists.`;
  if (state === 'there' || !archive.downloadRuns.knowsFileBelow(prefix)) return null;
  return `The folder ${folder} is empty, as when a disk is not mounted. Downloads wait. If the folder should be empty, put any file into it.`;
}

/**
 * A message for people if nothing can be stored on the disk for downloads, because it is absent or read-only; null otherwise. Creates a
 * folder for a moment, because only a write finds a file system that became read-only after an error.
 */
export async function unusableDiskMessage(archive: Archive, library: LibraryPlaces): Promise<string | null> {
  const message = await absentDiskMessage(archive, library);
  const { folder } = library.downloads;
  if (message !== null || !(await isReadOnly(folder))) return message;
  return `The file system of the folder ${folder} is read-only. Downloads wait until it can be written to.`;
}

async function isReadOnly(folder: string): Promise<boolean> {
  try {
    await rmdir(await mkdtemp(path.join(folder, '.stowaway-probe-')));
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS';
  }
}
