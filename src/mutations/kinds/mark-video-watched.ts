import type { MutationKind } from '../../mirror/mutation-kinds.ts';
import { marked, videoLane } from './watch-state.ts';

export interface MarkVideoWatched {
  kind: 'mark-video-watched';
  videoId: string;
  isWatched: boolean;
}

/** Marks one video; the archive forgets its position either way. */
export const markVideoWatched: MutationKind<MarkVideoWatched> = {
  lane: videoLane,
  wish: () => 'watch state',
  watch: {
    concern: ({ videoId }) => ({ of: 'video', videoId }),
    apply: (_state, { isWatched }) => marked(isWatched),
    // It says all there is to say of a video.
    replaces: () => true,
  },
};
