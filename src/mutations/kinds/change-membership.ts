import { playlistLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';
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
  wish: ({ videoId }) => `member ${videoId}`,
  entity: {
    of: 'playlist',
    id: ({ playlistId }) => playlistId,
    fold: (playlist, mutation) => playlist && { ...playlist, entries: withMember(playlist.entries, mutation) },
    isShown: (playlist, { videoId, isMember }) => playlist !== null && playlist.entries.some((entry) => entry.videoId === videoId) === isMember,
  },
  playlist: { id: ({ playlistId }) => playlistId, withId: (mutation, playlistId) => ({ ...mutation, playlistId }) },
  // A mark of the playlist may wait behind it.
  refolds: ({ videoId }) => [videoId],
  isOfCustomPlaylists: true,
};
