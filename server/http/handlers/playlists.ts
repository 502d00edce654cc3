import type { PlaylistQuery } from '../../archive/playlists.ts';
import { notFound, success } from '../answer.ts';
import { callerOf, type HandlerGroup } from '../call.ts';
import { playlistDocument } from '../documents/playlist-document.ts';
import { pageRequest, pagination, windowOf } from '../pages.ts';

export const playlistHandlers: HandlerGroup = ({ archive }) => ({
  listPlaylists(call) {
    const query: PlaylistQuery = {
      channelId: (call.query['channel'] as string | undefined) ?? null,
      isSubscribed: (call.query['subscribed'] as boolean | undefined) ?? null,
      kind: (call.query['type'] as string | undefined) ?? null,
    };
    const request = pageRequest(call, archive.userSettings.get(callerOf(call).id).page_size);
    const rows = archive.playlists.page(query, windowOf(request));
    return success({ data: rows.map(playlistDocument), paginate: pagination(request, archive.playlists.count(query)) });
  },

  getPlaylist(call) {
    const row = archive.playlists.find(call.path['playlist_id'] ?? '');
    if (!row) throw notFound('playlist');
    return success(playlistDocument(row));
  },
});
