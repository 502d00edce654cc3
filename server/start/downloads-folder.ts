// Checks that the folder of `--downloads` is acceptable. It may be inside the library, but must not contain it. It must neither contain the
// data folder nor be inside it.
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
  // The folder is not created here, because it may be on an unmounted disk.
  if (!stats) throw new StartFailure(`The downloads folder ${folder} does not exist. Create it or mount its disk, or choose another with --downloads.`);
  if (!stats.isDirectory()) throw new StartFailure(`The downloads folder ${folder} is a file. Choose a folder with --downloads.`);
  const downloads = realpathSync(folder);
  const library = libraryFolder === null ? null : realPathOrGiven(libraryFolder);
  const data = realPathOrGiven(dataFolder);
  if (downloads === library) throw new StartFailure(`The downloads folder ${folder} is the library itself. Remove --downloads, or choose another folder.`);
  if (library !== null && isWithin(downloads, library))
    throw new StartFailure(`The library ${libraryFolder} is inside the downloads folder ${folder}. Choose another with --downloads.`);
  if (isWithin(data, downloads)) throw new StartFailure(`The downloads folder ${folder} is inside the data folder. Choose one outside of it with --downloads.`);
  if (isWithin(downloads, data))
    throw new StartFailure(`The data folder ${dataFolder} is inside the downloads folder ${folder}. Choose another with --downloads.`);
  if (downloads.split(/[\\/]/).some((name) => name.startsWith('.stowaway')))
    throw new StartFailure(`The downloads folder ${folder} is inside a folder that Stowaway empties. Choose another with --downloads.`);
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
    return folder; // the data folder is created later
  }
}
