// Checks that the folder of `--downloads` is acceptable. That folder may be inside the library, but must not contain the library. It must
// neither contain the data folder nor be inside it.
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
  if (!stats) throw new StartFailure((texts) => texts.downloads.absent(folder));
  if (!stats.isDirectory()) throw new StartFailure((texts) => texts.downloads.file(folder));
  const downloads = realpathSync(folder);
  const library = libraryFolder === null ? null : realPathOrGiven(libraryFolder);
  const data = realPathOrGiven(dataFolder);
  if (downloads === library) throw new StartFailure((texts) => texts.downloads.isLibrary(folder));
  if (library !== null && isWithin(downloads, library)) throw new StartFailure((texts) => texts.downloads.holdsLibrary(libraryFolder ?? '', folder));
  if (isWithin(data, downloads)) throw new StartFailure((texts) => texts.downloads.inData(folder));
  if (isWithin(downloads, data)) throw new StartFailure((texts) => texts.downloads.holdsData(dataFolder, folder));
  if (downloads.split(/[\\/]/).some((name) => name.startsWith('.stowaway'))) throw new StartFailure((texts) => texts.downloads.emptied(folder));
  try {
    accessSync(downloads, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartFailure((texts, wording) => texts.downloads.unwritable(folder, reasonOf(error, wording)));
  }
}

/** The folder's real path; the given path if the folder does not exist yet. */
function realPathOrGiven(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder; // the data folder is created later
  }
}
