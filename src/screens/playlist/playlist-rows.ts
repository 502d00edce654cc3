// Types that the components of this screen take, named after the query results.
import type { usePlaylist } from '../../queries/playlists.ts';

export type Playlist = Extract<ReturnType<typeof usePlaylist>, { state: 'ready' }>['data'];
