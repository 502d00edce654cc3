// Stores a source's metadata beside the files where Stowaway may write, otherwise in the data folder. Called by code that queries sources.
// The next import pass reads the metadata.
import path from 'node:path';
import type { Archive } from '../archive/archive.ts';
import type { FileStore } from '../backups/file-store.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import { createBesideStore } from './beside-store.ts';
import { createLearnedStore } from './learned-store.ts';
import type { MetadataStore } from './metadata-store.ts';

export interface MetadataWriter extends MetadataStore {
  /** Whether descriptions, pictures and embedded data may be written beside and into this file. */
  mayWriteBeside(file: string): boolean;
}

export interface MetadataWriterDeps {
  archive: Archive;
  library: LibraryPlaces;
  fileStore: Pick<FileStore, 'put'>;
}

export function createMetadataWriter({ archive, library, fileStore }: MetadataWriterDeps): MetadataWriter {
  const mayWriteBeside = (file: string): boolean => library.isOwn(file) || archive.librarySettings.get().writesBesideOwner;
  const learned = createLearnedStore(library, archive.learned, fileStore);
  const beside = createBesideStore(library, archive.learned, archive.createdFolders, learned);
  const storeFor = (file: string): MetadataStore => (mayWriteBeside(file) ? beside : learned);
  return {
    mayWriteBeside,
    describeVideo: (row, state) => storeFor(row.mediaFile).describeVideo(row, state),
    putVideoPicture: (row, picture) => storeFor(row.mediaFile).putVideoPicture(row, picture),
    describeCollection: (kind, collection, info, pictures) =>
      storeFor(path.posix.join(collection.folder, `${collection.id}.info.json`)).describeCollection(kind, collection, info, pictures),
  };
}
