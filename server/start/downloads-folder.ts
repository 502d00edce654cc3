// Checks the folder of `--downloads`. It may be inside the library, but must not contain the library. The downloads folder and the data
// folder must not contain each other.
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { isWithin, realPathOrGiven } from '../library/inside-folder.ts';
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
  const realDownloads = realpathSync(folder);
  const realLibrary = libraryFolder === null ? null : realPathOrGiven(libraryFolder);
  const realData = realPathOrGiven(dataFolder);
  if (realDownloads === realLibrary) throw new StartFailure((texts) => texts.downloads.isLibrary(folder));
  if (realLibrary !== null && isWithin(realDownloads, realLibrary))
    throw new StartFailure((texts) => texts.downloads.holdsLibrary(libraryFolder ?? '', folder));
  if (isWithin(realData, realDownloads)) throw new StartFailure((texts) => texts.downloads.inData(folder));
  if (isWithin(realDownloads, realData)) throw new StartFailure((texts) => texts.downloads.holdsData(dataFolder, folder));
  if (realDownloads.split(/[\\/]/).some((name) => name.startsWith('.stowaway'))) throw new StartFailure((texts) => texts.downloads.emptied(folder));
  try {
    accessSync(realDownloads, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartFailure((texts, wording) => texts.downloads.unwritable(folder, reasonOf(error, wording)));
  }
}
