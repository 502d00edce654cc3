import { queueLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';
import type { MutationOf } from '../../mirror/rows.ts';

/** The video was deleted, and is not to be found again by a scan. */
export const ignoreVideo: MutationKind<MutationOf<'ignore-video'>> = {
  lane: () => queueLane,
  wish: ({ videoId }) => `ignore ${videoId}`,
};
