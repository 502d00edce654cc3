import { playlistLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';
import { emptyPlaylist } from './playlist-entries.ts';

export interface CreatePlaylist {
  kind: 'create-playlist';
  /** Temporary. */
  playlistId: string;
  name: string;
  /** The archive's playlists of that name before the first request left. */
  knownIds?: string[];
  /** When the last request left. */
  sentAtMs?: number;
}

/** A custom playlist under a temporary id. */
export const createPlaylist: MutationKind<CreatePlaylist> = {
  lane: ({ playlistId }) => playlistLane(playlistId),
  mergeKey: () => 'creation',
  entity: {
    of: 'playlist',
    id: ({ playlistId }) => playlistId,
    fold: (playlist, { playlistId, name }) => playlist ?? emptyPlaylist(playlistId, name),
  },
  isCreation: true,
  serialKey: ({ name }) => name,
  isOfCustomPlaylists: true,
};
