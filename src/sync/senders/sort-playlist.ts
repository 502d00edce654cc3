import type { SortPlaylist } from '../../mutations/kinds/sort-playlist.ts';
import { ok } from '../../lib/result.ts';
import { keepPlaylistFields } from './playlists.ts';
import { fieldSender } from './send-field.ts';

export const sendSortPlaylist = fieldSender<SortPlaylist, void>((ports, { playlistId, sortOrder }, key) => ({
  async isThere() {
    const answer = await ports.api.getPlaylist(playlistId, ports.signal);
    return answer.ok ? ok(answer.value.playlist_sort_order === sortOrder) : answer;
  },
  write: () => ports.api.updatePlaylist(playlistId, { playlist_sort_order: sortOrder }, key, ports.signal),
  keep: () => keepPlaylistFields(ports, playlistId, { sortOrder }),
}));
