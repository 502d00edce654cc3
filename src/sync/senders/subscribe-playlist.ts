import type { SubscribePlaylist } from '../../mutations/kinds/subscribe-playlist.ts';
import { ok } from '../../lib/result.ts';
import { filtersBySubscription, refreshLists } from '../complete-entity-row.ts';
import { storePlaylistFields } from './playlists.ts';
import { createFieldSender } from './send-field.ts';

export const sendSubscribePlaylist = createFieldSender<SubscribePlaylist, void>((ports, { playlistId, isSubscribed }, key) => ({
  async isApplied() {
    const answer = await ports.api.getPlaylist(playlistId, ports.signal);
    return answer.ok ? ok(answer.value.playlist_subscribed === isSubscribed) : answer;
  },
  write: () => ports.api.updatePlaylist(playlistId, { playlist_subscribed: isSubscribed }, key, ports.signal),
  async store() {
    await storePlaylistFields(ports, playlistId, { isSubscribed });
    await refreshLists(ports.mirror, 'playlists', filtersBySubscription);
  },
}));
