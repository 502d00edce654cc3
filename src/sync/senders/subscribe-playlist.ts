import type { SubscribePlaylist } from '../../mutations/kinds/subscribe-playlist.ts';
import { ok } from '../../lib/result.ts';
import { isBySubscription, wishForLists } from '../record-entity.ts';
import { keepPlaylistFields } from './playlists.ts';
import { fieldSender } from './send-field.ts';

export const sendSubscribePlaylist = fieldSender<SubscribePlaylist, void>((ports, { playlistId, isSubscribed }, key) => ({
  async isThere() {
    const answer = await ports.api.getPlaylist(playlistId, ports.signal);
    return answer.ok ? ok(answer.value.playlist_subscribed === isSubscribed) : answer;
  },
  write: () => ports.api.updatePlaylist(playlistId, { playlist_subscribed: isSubscribed }, key, ports.signal),
  async keep() {
    await keepPlaylistFields(ports, playlistId, { isSubscribed });
    await wishForLists(ports.mirror, 'playlists', isBySubscription);
  },
}));
