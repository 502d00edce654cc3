import type { SortPlaylist } from '../../mutations/kinds/sort-playlist.ts';
import { ok } from '../../lib/result.ts';
import { storePlaylistFields } from './playlists.ts';
import { createFieldSender } from './send-field.ts';

export const sendSortPlaylist = createFieldSender<SortPlaylist, void>((ports, { playlistId, sortOrder }, key) => ({
  async isApplied() {
    const answer = await ports.api.getPlaylist(playlistId, ports.signal);
    return answer.ok ? ok(answer.value.playlist_sort_order === sortOrder) : answer;
  },
  write: () => ports.api.updatePlaylist(playlistId, { playlist_sort_order: sortOrder }, key, ports.signal),
  store: () => storePlaylistFields(ports, playlistId, { sortOrder }),
}));
