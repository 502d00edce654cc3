// Whether the disk for downloads is absent: a folder that does not exist, or an empty one although the archive has videos there, as an unmounted disk
// leaves it. Files written below a mount point would be hidden once the disk is back.
import path from 'node:path';
import type { Archive } from '../archive/archive.ts';
import { stateOfFolder } from '../library/absent-folders.ts';
import type { LibraryPlaces } from '../library/library-places.ts';

/** In words; null: it is there. */
export async function absentDiskMessage(archive: Archive, { downloads, libraryFolder }: LibraryPlaces): Promise<string | null> {
  // Created with the first download: until then the library decides.
  const isBelowLibrary = path.dirname(downloads.folder) === libraryFolder && (await stateOfFolder(downloads.folder)) !== 'there';
  const { folder, prefix } = isBelowLibrary ? { folder: libraryFolder, prefix: '' } : downloads;
  const state = await stateOfFolder(folder);
  if (state === 'not-there') return `The folder ${folder} is not there. Downloads wait until it is.`;
  if (state === 'there' || !archive.downloadRuns.knowsFileBelow(prefix)) return null;
  return `The folder ${folder} is empty, as when a disk is not mounted, and downloads wait. If it should be empty, put any file into it.`;
}
