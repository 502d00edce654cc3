// What can be kept of a source's words. Two implement it: keep-beside.ts and keep-learned.ts; keeping.ts chooses for each file.
import type { VideoRow } from '../archive/video-rows.ts';
import type { PictureRole } from '../catalogue/learned.ts';
import type { Info } from '../library/info-values.ts';

/** `known` is what the archive has of it (known-description.ts), asked for only where nothing describes it. */
export type Said = { kind: 'fresh'; info: Info; known(): Info } | { kind: 'gone'; known(): Info };

export interface KeepWays {
  /** @throws NotWritable */
  describeVideo(row: VideoRow, said: Said): Promise<void>;
  /** @param picture absolute; its extension tells its form. @throws NotWritable */
  pictureOfVideo(row: VideoRow, picture: string): Promise<void>;
  /** @param collection `folder`: where it goes when it is written into the library. @throws NotWritable */
  describeCollection(
    kind: 'channel' | 'playlist',
    collection: { id: string; folder: string },
    info: Info,
    pictures: ReadonlyMap<PictureRole, string>,
  ): Promise<void>;
}
