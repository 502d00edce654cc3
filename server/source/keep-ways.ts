// Ways to keep what a source says. Two files implement it, keep-beside.ts and keep-learned.ts; keeping.ts chooses for each file.
import type { VideoRow } from '../archive/video-rows.ts';
import type { PictureRole } from '../catalogue/learned.ts';
import type { Info } from '../library/info-values.ts';

/** `known` is what the archive knows about it (known-description.ts), called only where no description exists. */
export type Said = { kind: 'fresh'; info: Info; known(): Info } | { kind: 'gone'; known(): Info };

export interface KeepWays {
  /** @throws NotWritable */
  describeVideo(row: VideoRow, said: Said): Promise<void>;
  /** @param picture absolute; its extension indicates its format. @throws NotWritable */
  pictureOfVideo(row: VideoRow, picture: string): Promise<void>;
  /** @param collection `folder`: where it goes when written into the library. @throws NotWritable */
  describeCollection(
    kind: 'channel' | 'playlist',
    collection: { id: string; folder: string },
    info: Info,
    pictures: ReadonlyMap<PictureRole, string>,
  ): Promise<void>;
}
