// What the parts of this screen take, named after the answers of the queries.
import type { usePlaylist } from '../../queries/playlists.ts';

export type Playlist = Extract<ReturnType<typeof usePlaylist>, { state: 'ready' }>['data'];
