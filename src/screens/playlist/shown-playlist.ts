// The type of the playlist that this screen's components receive: the query's result.
import type { usePlaylist } from '../../queries/playlists.ts';

export type Playlist = Extract<ReturnType<typeof usePlaylist>, { state: 'ready' }>['data'];
