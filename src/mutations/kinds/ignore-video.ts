import { queueLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';

export interface IgnoreVideo {
  kind: 'ignore-video';
  videoId: string;
  /**
   * The change was written before the deletion was requested. It is sent if the archive says that the video is gone, and dropped if the
   * video is still there.
   */
  isOnceDeleted?: true;
}

/** Makes the archive ignore a deleted video, so that a scan does not queue it again. */
export const ignoreVideo: MutationKind<IgnoreVideo> = {
  lane: () => queueLane,
  mergeKey: ({ videoId }) => `ignore ${videoId}`,
  isOrderedByMergeKey: true,
};
