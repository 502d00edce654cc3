import type { MutationKind } from '../../mirror/mutation-kinds.ts';
import type { MutationOf } from '../../mirror/rows.ts';
import { marked, videoLane } from './watch-state.ts';

/** Marks one video; the archive forgets its position either way. */
export const markVideoWatched: MutationKind<MutationOf<'mark-video-watched'>> = {
  lane: videoLane,
  wish: () => 'watch state',
  watch: {
    concern: ({ videoId }) => ({ of: 'video', videoId }),
    apply: (_state, { isWatched }) => marked(isWatched),
    // It says all there is to say of a video.
    replaces: () => true,
  },
};
