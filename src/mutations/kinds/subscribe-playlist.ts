import { playlistLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';

export interface SubscribePlaylist {
  kind: 'subscribe-playlist';
  playlistId: string;
  isSubscribed: boolean;
}

/** Subscribes to a playlist that is in the archive, or unsubscribes. */
export const subscribePlaylist: MutationKind<SubscribePlaylist> = {
  lane: ({ playlistId }) => playlistLane(playlistId),
  mergeKey: () => 'subscription',
  entity: {
    of: 'playlist',
    id: ({ playlistId }) => playlistId,
    fold: (playlist, { isSubscribed }) => playlist && { ...playlist, isSubscribed },
    isNoOp: (playlist, { isSubscribed }) => playlist?.isSubscribed === isSubscribed,
  },
  playlist: { id: ({ playlistId }) => playlistId, withId: (mutation, playlistId) => ({ ...mutation, playlistId }) },
};
