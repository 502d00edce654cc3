import { playlistLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';
import type { MutationOf } from '../../mirror/rows.ts';

/** Subscribes to a playlist that is in the archive, or unsubscribes. */
export const subscribePlaylist: MutationKind<MutationOf<'subscribe-playlist'>> = {
  lane: ({ playlistId }) => playlistLane(playlistId),
  wish: () => 'subscription',
  entity: {
    of: 'playlist',
    id: ({ playlistId }) => playlistId,
    fold: (playlist, { isSubscribed }) => playlist && { ...playlist, isSubscribed },
    isShown: (playlist, { isSubscribed }) => playlist?.isSubscribed === isSubscribed,
  },
  withPlaylistId: (mutation, playlistId) => ({ ...mutation, playlistId }),
};
