// Whether the disk that downloads go to is away: a folder that is not there, or an empty one of which the archive knows videos, as a
// disk that is not mounted leaves it. What was written below a mount point would be out of sight once the disk is back.
import path from 'node:path';
import type { Archive } from '../archive/archive.ts';
import { stateOfFolder } from '../library/away-folders.ts';
import type { LibraryPlaces } from '../library/library-places.ts';

/** In words; null: it is there. */
export async function awayDiskWords(archive: Archive, { downloads, libraryFolder }: LibraryPlaces): Promise<string | null> {
  // Made with the first download: the library tells until then.
  const isBelowLibrary = path.dirname(downloads.folder) === libraryFolder && (await stateOfFolder(downloads.folder)) !== 'there';
  const { folder, prefix } = isBelowLibrary ? { folder: libraryFolder, prefix: '' } : downloads;
  const state = await stateOfFolder(folder);
  if (state === 'not-there') return `The folder ${folder} is not there. Downloads wait until it is.`;
  if (state === 'there' || !archive.downloadRuns.knowsFileBelow(prefix)) return null;
  return `The folder ${folder} is empty, as when a disk is not mounted, and downloads wait. If it is to be empty, put any file into it.`;
}
