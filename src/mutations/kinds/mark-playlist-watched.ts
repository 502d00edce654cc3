import { playlistLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';
import { formerState } from './mark-video-watched.ts';
import { marked } from './watch-state.ts';

export interface MarkPlaylistWatched {
  kind: 'mark-playlist-watched';
  playlistId: string;
  isWatched: boolean;
}

/** Marks all videos of a playlist, known here or not. */
export const markPlaylistWatched: MutationKind<MarkPlaylistWatched> = {
  lane: ({ playlistId }) => playlistLane(playlistId),
  wish: () => 'watch state',
  watch: {
    concern: ({ playlistId }) => ({ of: 'playlist', playlistId }),
    apply: (_state, { isWatched }) => marked(isWatched),
    undo: formerState,
  },
  playlist: { id: ({ playlistId }) => playlistId, withId: (mutation, playlistId) => ({ ...mutation, playlistId }) },
};
