// Detects that the disk for downloads is absent: its folder does not exist, or is empty although the archive has videos there, like the
// mount point of an unmounted disk. Files written there would be hidden once the disk is mounted.
import path from 'node:path';
import type { Archive } from '../archive/archive.ts';
import { stateOfFolder } from '../library/absent-folders.ts';
import type { LibraryPlaces } from '../library/library-places.ts';

/** A message for people; null if the disk is there. */
export async function absentDiskMessage(archive: Archive, { downloads, libraryFolder }: LibraryPlaces): Promise<string | null> {
  // The first download creates the downloads folder; until then the library's folder is checked.
  const isBelowLibrary = path.dirname(downloads.folder) === libraryFolder && (await stateOfFolder(downloads.folder)) !== 'there';
  const { folder, prefix } = isBelowLibrary ? { folder: libraryFolder, prefix: '' } : downloads;
  const state = await stateOfFolder(folder);
  if (state === 'not-there') return `The folder ${folder} is not there. Downloads wait until it is.`;
  if (state === 'there' || !archive.downloadRuns.knowsFileBelow(prefix)) return null;
  return `The folder ${folder} is empty, as when a disk is not mounted, and downloads wait. If it should be empty, put any file into it.`;
}
