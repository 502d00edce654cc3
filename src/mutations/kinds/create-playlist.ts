import { playlistLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';
import type { MutationOf } from '../../mirror/rows.ts';
import { emptyPlaylist } from './playlist-entries.ts';

/** A custom playlist under a temporary id. */
export const createPlaylist: MutationKind<MutationOf<'create-playlist'>> = {
  lane: ({ playlistId }) => playlistLane(playlistId),
  wish: () => 'creation',
  entity: {
    of: 'playlist',
    id: ({ playlistId }) => playlistId,
    fold: (playlist, { playlistId, name }) => playlist ?? emptyPlaylist(playlistId, name),
  },
  isCreation: true,
  oneAtATime: ({ name }) => name,
  isOfCustomPlaylists: true,
};
