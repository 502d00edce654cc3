// The playlist that this screen's components receive: the data of the query `usePlaylist`.
import type { usePlaylist } from '../../queries/playlists.ts';

export type Playlist = Extract<ReturnType<typeof usePlaylist>, { state: 'ready' }>['data'];
