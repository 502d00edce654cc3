import { isDeepEqual } from '../../lib/keep-identity.ts';
import { playlistLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';
import type { PlaylistRow } from '../../mirror/rows.ts';
import { inOrder, withIndexes } from './playlist-entries.ts';

export interface OrderPlaylist {
  kind: 'order-playlist';
  playlistId: string;
  wanted: string[];
  /** How often the archive has accepted all moves and left the order unchanged; absent: never. */
  unchangedTries?: number;
}

/** Sets the order that the user wants, as ids. Entries that another device adds in the meantime come after these. */
export const orderPlaylist: MutationKind<OrderPlaylist> = {
  lane: ({ playlistId }) => playlistLane(playlistId),
  mergeKey: () => 'order',
  entity: {
    of: 'playlist',
    id: ({ playlistId }) => playlistId,
    fold: (playlist, { wanted }) => playlist && { ...playlist, entries: withIndexes(inOrder(playlist.entries, wanted)) },
    isNoOp(playlist, { wanted }) {
      const ids = playlist?.entries.map((entry) => entry.videoId);
      return (
        ids !== undefined &&
        isDeepEqual(
          ids,
          wanted.filter((videoId) => ids.includes(videoId)),
        )
      );
    },
    undo: ({ playlistId }, { before, isCancelled }) => (isCancelled || !before ? [] : [orderOf(playlistId, before)]),
  },
  playlist: { id: ({ playlistId }) => playlistId, withId: (mutation, playlistId) => ({ ...mutation, playlistId }) },
  shorten: ({ kind, playlistId }) => ({ kind, playlistId, wanted: [] }),
  isOfCustomPlaylists: true,
};

/** The order in which a playlist is shown, as a change. */
export function orderOf(playlistId: string, { entries }: PlaylistRow): OrderPlaylist {
  return { kind: 'order-playlist', playlistId, wanted: entries.map((entry) => entry.videoId) };
}
