// Stores a source's metadata beside the files, or in the data folder if Stowaway may not write beside them or their folder is absent
// (absent-folders.ts). Called by code that queries sources. The next import pass reads the metadata.
import path from 'node:path';
import type { Archive } from '../archive/archive.ts';
import type { VideoRow } from '../archive/video-rows.ts';
import type { FileStore } from '../backups/file-store.ts';
import { absentFolderOf, libraryItself } from '../library/absent-folders.ts';
import { mediaBase } from '../library/file-names.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import { createBesideStore } from './beside-store.ts';
import { createLearnedStore } from './learned-store.ts';
import type { MetadataStore } from './metadata-store.ts';

/** `no-item`: nothing was written, because the archive no longer has the video or the channel, or does not know the video's file at present. */
type WriteOutcome = 'written' | 'no-item';

type ReportingStore = { [Method in keyof MetadataStore]: (...args: Parameters<MetadataStore[Method]>) => Promise<WriteOutcome> };

export interface MetadataWriter extends ReportingStore {
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
  const learnedStore = createLearnedStore(library, archive.learned, fileStore);
  const besideStore = createBesideStore(library, archive.learned, archive.createdFolders, learnedStore);
  const knowsFileIn = (folder: string): boolean => archive.downloadRuns.knowsFileBelow(folder === libraryItself ? '' : folder);
  /**
   * Nothing is written into the mount point of an absent disk, because the file would be hidden once the disk is mounted. Until then the
   * file would make the disk count as present, so downloads would also be written into the mount point.
   */
  const storeFor = async (file: string): Promise<MetadataStore> =>
    mayWriteBeside(file) && (await absentFolderOf(library, [file], knowsFileIn)) === null ? besideStore : learnedStore;
  /**
   * The video's current row. A query of its source may take half an hour, and meanwhile the video may have been deleted or its file moved. Null
   * if the video was deleted, or if another video took its path and an import has not found its own file yet.
   */
  const currentRow = ({ videoId }: VideoRow): VideoRow | null => {
    const row = archive.videos.find(videoId);
    return row === null || mediaBase(path.posix.basename(row.mediaFile)) === null ? null : row;
  };
  return {
    mayWriteBeside,
    async describeVideo(row, state) {
      const current = currentRow(row);
      if (current === null) return 'no-item';
      await (await storeFor(current.mediaFile)).describeVideo(current, state);
      return 'written';
    },
    async putVideoPicture(row, picture) {
      const current = currentRow(row);
      if (current === null) return 'no-item';
      await (await storeFor(current.mediaFile)).putVideoPicture(current, picture);
      return 'written';
    },
    async describeCollection(kind, collection, info, pictures) {
      // The description of a deleted channel would bring the channel back with the next import.
      if (kind === 'channel' && archive.channels.find(collection.id) === null) return 'no-item';
      await (await storeFor(path.posix.join(collection.folder, `${collection.id}.info.json`))).describeCollection(kind, collection, info, pictures);
      return 'written';
    },
  };
}
