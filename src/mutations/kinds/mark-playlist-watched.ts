import { playlistLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';
import { restoreState } from './mark-video-watched.ts';
import { knownIdsOf, markedState, withoutIds, type WideMark } from './watch-state.ts';

export interface MarkPlaylistWatched extends WideMark {
  kind: 'mark-playlist-watched';
  playlistId: string;
}

/** Marks the videos that a playlist had when the mark was made (limits: docs/decisions/215). */
export const markPlaylistWatched: MutationKind<MarkPlaylistWatched> = {
  lane: ({ playlistId }) => playlistLane(playlistId),
  mergeKey: () => 'watch state',
  shorten: withoutIds,
  watch: {
    concern: (mark) => ({ of: 'playlist', playlistId: mark.playlistId, knownIds: knownIdsOf(mark) }),
    apply: (_state, { isWatched }) => markedState(isWatched),
    undo: restoreState,
  },
  playlist: { id: ({ playlistId }) => playlistId, withId: (mutation, playlistId) => ({ ...mutation, playlistId }) },
};
