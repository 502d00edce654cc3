import type { WirePlaylistNav } from '../../contract/names.ts';
import { videoPath } from '../../lib/addresses.ts';

interface Neighbour {
  to: string;
  title: string;
}

/** Where previous and next of the player lead: the first playlist that has them. Pure. */
export function neighboursOf(playlists: readonly WirePlaylistNav[]): { previous: Neighbour | null; next: Neighbour | null } {
  const playlist = playlists.find((entry) => entry.playlist_previous ?? entry.playlist_next);
  return { previous: neighbour(playlist?.playlist_previous), next: neighbour(playlist?.playlist_next) };
}

function neighbour(video: WirePlaylistNav['playlist_next'] | undefined): Neighbour | null {
  return video ? { to: videoPath(video.youtube_id), title: video.title } : null;
}
