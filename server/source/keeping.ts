// Where to keep what a source says: beside the files where Stowaway may write, else in the data folder. Called by code that queries sources; the next
// import pass reads it.
import path from 'node:path';
import type { Archive } from '../archive/archive.ts';
import type { KeptFiles } from '../backups/kept-files.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import { createKeepBeside } from './keep-beside.ts';
import { createKeepLearned } from './keep-learned.ts';
import type { KeepWays } from './keep-ways.ts';

export interface Keeping extends KeepWays {
  /** Whether descriptions, pictures and embedded data may be written beside and into this file. */
  mayWriteBeside(file: string): boolean;
}

export interface KeepingPlaces {
  archive: Archive;
  library: LibraryPlaces;
  keptFiles: Pick<KeptFiles, 'put'>;
}

export function createKeeping({ archive, library, keptFiles }: KeepingPlaces): Keeping {
  const mayWriteBeside = (file: string): boolean => library.isOwn(file) || archive.keeperSettings.get().writesBesideOwner;
  const learned = createKeepLearned(library, archive.learned, keptFiles);
  const beside = createKeepBeside(library, archive.learned, archive.madeFolders, learned);
  const wayFor = (file: string): KeepWays => (mayWriteBeside(file) ? beside : learned);
  return {
    mayWriteBeside,
    describeVideo: (row, said) => wayFor(row.mediaFile).describeVideo(row, said),
    pictureOfVideo: (row, picture) => wayFor(row.mediaFile).pictureOfVideo(row, picture),
    describeCollection: (kind, collection, info, pictures) =>
      wayFor(path.posix.join(collection.folder, `${collection.id}.info.json`)).describeCollection(kind, collection, info, pictures),
  };
}
