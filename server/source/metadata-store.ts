// The interface of stores for a source's metadata. Implemented by beside-store.ts and learned-store.ts; metadata-writer.ts chooses one for
// each file.
import type { VideoRow } from '../archive/video-rows.ts';
import type { PictureRole } from '../catalogue/learned.ts';
import type { Info } from '../library/info-values.ts';

/** `knownInfo` describes the video from the archive's rows (known-description.ts). It is used only if no description exists. */
export type SourceState = { kind: 'fresh'; info: Info; knownInfo(): Info } | { kind: 'gone'; knownInfo(): Info };

export interface MetadataStore {
  /** @throws NotWritable */
  describeVideo(row: VideoRow, state: SourceState): Promise<void>;
  /** @param picture absolute; its extension indicates its format. @throws NotWritable */
  putVideoPicture(row: VideoRow, picture: string): Promise<void>;
  /** @param collection files that are written into the library go into its `folder`. @throws NotWritable */
  describeCollection(
    kind: 'channel' | 'playlist',
    collection: { id: string; folder: string },
    info: Info,
    pictures: ReadonlyMap<PictureRole, string>,
  ): Promise<void>;
}
