import { isDeepEqual } from '../../lib/keep-identity.ts';
import { playlistLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';
import type { PlaylistRow } from '../../mirror/rows.ts';
import { orderOf } from './order-playlist.ts';
import { withMember } from './playlist-entries.ts';

export interface ChangeMembership {
  kind: 'change-membership';
  playlistId: string;
  videoId: string;
  isMember: boolean;
  title: string;
}

/** Adds a video to a custom playlist, or removes it. */
export const changeMembership: MutationKind<ChangeMembership> = {
  lane: ({ playlistId }) => playlistLane(playlistId),
  mergeKey: ({ videoId }) => `member ${videoId}`,
  entity: {
    of: 'playlist',
    id: ({ playlistId }) => playlistId,
    fold: (playlist, mutation) => playlist && { ...playlist, entries: withMember(playlist.entries, mutation) },
    isNoOp: (playlist, { videoId, isMember }) => playlist !== null && playlist.entries.some((entry) => entry.videoId === videoId) === isMember,
    undo(mutation, { before, now, isCancelled }) {
      const { playlistId, videoId, isMember } = mutation;
      const inverse: ChangeMembership = { ...mutation, isMember: !isMember };
      const otherIdsOf = (playlist: PlaylistRow): string[] => playlist.entries.map((entry) => entry.videoId).filter((id) => id !== videoId);
      // Undoing a removal can put the video at the end of the playlist, even if the removal was never sent. The video is then moved to its
      // former place, unless the other entries have changed since.
      const canRestoreIndex = !isMember && before !== null && now !== null && isDeepEqual(otherIdsOf(now), otherIdsOf(before));
      return [...(isCancelled ? [] : [inverse]), ...(canRestoreIndex ? [orderOf(playlistId, before)] : [])];
    },
  },
  playlist: { id: ({ playlistId }) => playlistId, withId: (mutation, playlistId) => ({ ...mutation, playlistId }) },
  // If a mark of the whole playlist waits behind this change, the change decides whether the mark covers the video.
  refolds: ({ videoId }) => [videoId],
  isOfCustomPlaylists: true,
};
