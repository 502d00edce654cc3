import { playlistLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';

export interface SortPlaylist {
  kind: 'sort-playlist';
  playlistId: string;
  sortOrder: 'top' | 'bottom';
}

/** Sets which end of the source's list comes first. Not for custom playlists. */
export const sortPlaylist: MutationKind<SortPlaylist> = {
  lane: ({ playlistId }) => playlistLane(playlistId),
  mergeKey: () => 'sort order',
  entity: {
    of: 'playlist',
    id: ({ playlistId }) => playlistId,
    fold: (playlist, { sortOrder }) => playlist && { ...playlist, sortOrder },
    isNoOp: (playlist, { sortOrder }) => playlist?.sortOrder === sortOrder,
  },
  playlist: { id: ({ playlistId }) => playlistId, withId: (mutation, playlistId) => ({ ...mutation, playlistId }) },
};
