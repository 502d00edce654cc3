import type { MutationKind, VideoToRestore } from '../../mirror/mutation-kinds.ts';
import type { Mutation } from '../../mirror/rows.ts';
import { restorePosition } from './save-progress.ts';
import { markedState, videoLane } from './watch-state.ts';

export interface MarkVideoWatched {
  kind: 'mark-video-watched';
  videoId: string;
  isWatched: boolean;
}

/** Marks one video; the archive forgets its position either way. */
export const markVideoWatched: MutationKind<MarkVideoWatched> = {
  lane: videoLane,
  mergeKey: () => 'watch state',
  watch: {
    concern: ({ videoId }) => ({ of: 'video', videoId }),
    apply: (_state, { isWatched }) => markedState(isWatched),
    // A mark covers all of a video's watch state.
    replaces: () => true,
    undo: restoreState,
  },
};

/** Restores mark and position. */
export function restoreState(video: VideoToRestore): Mutation[] {
  const { videoId, before, now } = video;
  const mark: MarkVideoWatched = { kind: 'mark-video-watched', videoId, isWatched: before.isWatched };
  return [...(now.isWatched === before.isWatched ? [] : [mark]), ...restorePosition(video)];
}
