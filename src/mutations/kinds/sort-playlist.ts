import { playlistLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';
import type { MutationOf } from '../../mirror/rows.ts';

/** Which end of the source comes first. Not for custom playlists. */
export const sortPlaylist: MutationKind<MutationOf<'sort-playlist'>> = {
  lane: ({ playlistId }) => playlistLane(playlistId),
  wish: () => 'sort order',
  entity: {
    of: 'playlist',
    id: ({ playlistId }) => playlistId,
    fold: (playlist, { sortOrder }) => playlist && { ...playlist, sortOrder },
    isShown: (playlist, { sortOrder }) => playlist?.sortOrder === sortOrder,
  },
  withPlaylistId: (mutation, playlistId) => ({ ...mutation, playlistId }),
};
