// Detects that the disk for downloads is absent. Its folder then does not exist, or is an empty mount point although the archive has videos
// there. Files written there would be hidden once the disk is mounted.
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
