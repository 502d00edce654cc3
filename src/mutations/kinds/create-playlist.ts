import { playlistLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';
import { emptyPlaylist } from './playlist-entries.ts';

export interface CreatePlaylist {
  kind: 'create-playlist';
  /** The temporary id. */
  playlistId: string;
  name: string;
  /** The ids of the playlists that had this name on the archive before the first request left this device. */
  knownIds?: string[];
  /** When the last request left this device. */
  sentAtMs?: number;
}

/** Creates a custom playlist under a temporary id. */
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
