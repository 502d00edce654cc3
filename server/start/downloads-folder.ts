// Whether the folder of `--downloads` is acceptable. Its files are named separately from the library's, so neither may contain the other's.
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { isWithin } from '../library/inside-folder.ts';
import type { ServeOptions } from './options.ts';
import { reasonOf, StartFailure } from './start-failure.ts';

/** @throws StartFailure */
export function requireDownloadsFolder({
  downloadsFolder: folder,
  libraryFolder,
  dataFolder,
}: Pick<ServeOptions, 'downloadsFolder' | 'libraryFolder' | 'dataFolder'>): void {
  if (folder === null) return;
  const stats = statSync(folder, { throwIfNoEntry: false });
  // Not created here: it may be on an unmounted disk.
  if (!stats) throw new StartFailure(`The downloads folder ${folder} does not exist.`);
  if (!stats.isDirectory()) throw new StartFailure(`The downloads folder ${folder} is a file. Give a folder with --downloads.`);
  const downloads = realpathSync(folder);
  const library = libraryFolder === null ? null : realPathOrGiven(libraryFolder);
  const data = realPathOrGiven(dataFolder);
  if (downloads === library) throw new StartFailure(`The downloads folder ${folder} is the library itself. Leave out --downloads, or give another folder.`);
  if (library !== null && isWithin(downloads, library))
    throw new StartFailure(`The library ${libraryFolder} lies in the downloads folder ${folder}. Give another folder with --downloads.`);
  if (isWithin(data, downloads)) throw new StartFailure(`The downloads folder ${folder} lies in the data folder. Give one outside of it with --downloads.`);
  if (isWithin(downloads, data)) throw new StartFailure(`The data folder ${dataFolder} lies in the downloads folder ${folder}. Give another with --downloads.`);
  if (downloads.split(/[\\/]/).some((name) => name.startsWith('.stowaway')))
    throw new StartFailure(`The downloads folder ${folder} lies in a folder that Stowaway clears. Give another with --downloads.`);
  try {
    accessSync(downloads, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartFailure(`The downloads folder ${folder} is not writable: ${reasonOf(error)}. Choose another with --downloads.`);
  }
}

/** Used as given if it does not exist yet. */
function realPathOrGiven(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder; // created with the first download
  }
}
