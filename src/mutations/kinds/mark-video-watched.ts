import type { MutationKind, ToRestore } from '../../mirror/mutation-kinds.ts';
import type { Mutation } from '../../mirror/rows.ts';
import { formerPosition } from './save-progress.ts';
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
    // It covers all of a video's watch state.
    replaces: () => true,
    undo: formerState,
  },
};

/** Restores mark and position. */
export function formerState(video: ToRestore): Mutation[] {
  const { videoId, before, now } = video;
  const mark: MarkVideoWatched = { kind: 'mark-video-watched', videoId, isWatched: before.isWatched };
  return [...(now.isWatched === before.isWatched ? [] : [mark]), ...formerPosition(video)];
}
