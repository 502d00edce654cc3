// The playlist that the components of this screen take: the query's result.
import type { usePlaylist } from '../../queries/playlists.ts';

export type Playlist = Extract<ReturnType<typeof usePlaylist>, { state: 'ready' }>['data'];
