import { queueLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';

export interface IgnoreVideo {
  kind: 'ignore-video';
  videoId: string;
  /** Noted before its deletion was asked for: sent if the archive says that the video is gone, dropped if it is still there. */
  isOnceDeleted?: true;
}

/** The video was deleted, and is not to be found again by a scan. */
export const ignoreVideo: MutationKind<IgnoreVideo> = {
  lane: () => queueLane,
  wish: ({ videoId }) => `ignore ${videoId}`,
  isByWish: true,
};
