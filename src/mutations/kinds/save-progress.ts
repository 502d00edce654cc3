import { countsAsWatched, minStoredSeconds } from '../../lib/watched-rule.ts';
import type { MutationKind, VideoToRestore } from '../../mirror/mutation-kinds.ts';
import { markedState, videoLane } from './watch-state.ts';

export interface SaveProgress {
  kind: 'save-progress';
  videoId: string;
  /** 0 starts over, so that the archive forgets the position. */
  positionSeconds: number;
  /** The duration, by which the archive's rule decides whether the position counts as watched. */
  durationSeconds?: number;
}

/** Saves the position of a video. */
export const saveProgress: MutationKind<SaveProgress> = {
  lane: videoLane,
  mergeKey: () => 'watch state',
  isRepeated: true,
  watch: {
    concern: ({ videoId }) => ({ of: 'video', videoId }),
    apply(state, { positionSeconds, durationSeconds = 0 }) {
      // A watched video never resumes, so none of its positions is kept.
      if (state.isWatched) return markedState(true);
      if (positionSeconds <= minStoredSeconds) return markedState(false);
      return countsAsWatched(positionSeconds, durationSeconds) ? markedState(true) : { isWatched: false, positionSeconds };
    },
    replaces: ({ kind }) => kind === 'save-progress',
    undo: restorePosition,
    staysGone: true,
  },
};

/** Restores a position that was removed, or forgotten because of a mark, by saving it again. */
export function restorePosition({ videoId, durationSeconds, before: { positionSeconds } }: VideoToRestore): SaveProgress[] {
  return positionSeconds === null ? [] : [{ kind: 'save-progress', videoId, positionSeconds, ...(durationSeconds === undefined ? {} : { durationSeconds }) }];
}
