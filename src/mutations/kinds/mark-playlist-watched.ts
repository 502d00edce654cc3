import { playlistLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';
import type { MutationOf } from '../../mirror/rows.ts';
import { marked } from './watch-state.ts';

/** Marks all videos of a playlist, known here or not. */
export const markPlaylistWatched: MutationKind<MutationOf<'mark-playlist-watched'>> = {
  lane: ({ playlistId }) => playlistLane(playlistId),
  wish: () => 'watch state',
  watch: {
    concern: ({ playlistId }) => ({ of: 'playlist', playlistId }),
    apply: (_state, { isWatched }) => marked(isWatched),
  },
  withPlaylistId: (mutation, playlistId) => ({ ...mutation, playlistId }),
};
