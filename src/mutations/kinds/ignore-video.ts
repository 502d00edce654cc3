import { queueLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';

export interface IgnoreVideo {
  kind: 'ignore-video';
  videoId: string;
}

/** The video was deleted, and is not to be found again by a scan. */
export const ignoreVideo: MutationKind<IgnoreVideo> = {
  lane: () => queueLane,
  wish: ({ videoId }) => `ignore ${videoId}`,
};
