// Lists, creates, changes and deletes playlists.
import type { WireCustomPlaylistAction, WirePlaylistBulk, WirePlaylistUpdate } from '../../../src/contract/names.ts';
import type { PlaylistQuery, PlaylistRow } from '../../archive/playlists.ts';
import type { SubscribeInput } from '../../tasks/subscribe-to.ts';
import { badFields, badRequest, noContent, notFound, success, type Answer } from '../answer.ts';
import { accountOf, type HandlerGroup } from '../call.ts';
import { requireRole } from '../caller.ts';
import { playlistDocument, storedPlaylistDocument } from '../documents/playlist-document.ts';
import { pageRequest, pagination, windowOf } from '../pages.ts';

export const playlistHandlers: HandlerGroup = ({ archive, tasks, removal }) => {
  function requirePlaylist(playlistId: string | undefined): PlaylistRow {
    const row = archive.playlists.find(playlistId ?? '');
    if (!row) throw notFound('playlist');
    return row;
  }
  const storedAnswer = (playlistId: string): Answer => success(storedPlaylistDocument(requirePlaylist(playlistId)));

  return {
    listPlaylists(call) {
      const query: PlaylistQuery = {
        channelId: (call.query['channel'] as string | undefined) ?? null,
        isSubscribed: (call.query['subscribed'] as boolean | undefined) ?? null,
        kind: (call.query['type'] as string | undefined) ?? null,
      };
      const request = pageRequest(call, archive.userSettings.get(accountOf(call).id).page_size);
      const rows = archive.playlists.page(query, windowOf(request));
      return success({ data: rows.map(playlistDocument), paginate: pagination(request, archive.playlists.count(query)) });
    },

    getPlaylist: (call) => success(playlistDocument(requirePlaylist(call.path['playlist_id']))),

    subscribePlaylists(call) {
      const { data } = call.body as WirePlaylistBulk;
      if (data.length === 0) throw badRequest('nothing to subscribe');
      const subscribeInput: SubscribeInput = { what: 'playlist', subscribed: [], unknown: [] };
      const playlistIds = archive.nameResolver.playlists(data.map(({ playlist_id: typedName }) => typedName));
      for (const [index, { playlist_id: typedName }] of data.entries()) {
        const playlistId = playlistIds[index] ?? null;
        if (playlistId === null) {
          subscribeInput.unknown.push(typedName);
          continue;
        }
        archive.playlists.change(playlistId, { isSubscribed: true });
        subscribeInput.subscribed.push(requirePlaylist(playlistId).name);
      }
      return success({ message: 'playlist subscribe task started', task_id: tasks.start('subscribe_to', subscribeInput) });
    },

    updatePlaylist(call) {
      const row = requirePlaylist(call.path['playlist_id']);
      const { playlist_subscribed: isSubscribed, playlist_sort_order: sortOrder } = call.body as WirePlaylistUpdate;
      if (row.kind === 'custom') throw badRequest(`playlist with ID ${row.playlistId} is custom`);
      if (isSubscribed === undefined && sortOrder === undefined) throw badRequest('expect playlist_subscribed or playlist_sort_order');
      archive.playlists.change(row.playlistId, {
        ...(isSubscribed === undefined ? {} : { isSubscribed }),
        ...(sortOrder === undefined ? {} : { sortOrder }),
      });
      return storedAnswer(row.playlistId);
    },

    /** Everybody may delete a custom playlist. Only staff may delete a regular playlist, or a playlist's videos (contract, x-caution). */
    async deletePlaylist(call) {
      const row = requirePlaylist(call.path['playlist_id']);
      const withVideos = call.query['delete_videos'] === true;
      if (row.kind === 'regular' || withVideos) requireRole('staff', accountOf(call));
      await removal.removePlaylist(row.playlistId, withVideos);
      return noContent;
    },

    createCustomPlaylist(call) {
      const name = (call.body['playlist_name'] as string).trim();
      // No screen shows a longer name, and nobody types one.
      if (name.length > maxNameLength) throw badFields({ playlist_name: [`Ensure this field has no more than ${maxNameLength} characters.`] });
      return storedAnswer(archive.customPlaylists.create(name));
    },

    updateCustomPlaylist(call) {
      const row = requirePlaylist(call.path['playlist_id']);
      const { action, video_id: videoId } = call.body as WireCustomPlaylistAction;
      if (row.kind !== 'custom') throw badRequest(`playlist with ID ${row.playlistId} is not custom`);
      if (action === 'create') {
        if (!archive.customPlaylists.add(row.playlistId, videoId)) throw badRequest(`failed to add video ${videoId} to playlist`);
        return storedAnswer(row.playlistId);
      }
      const skipsWatched = archive.userSettings.get(accountOf(call).id).hide_watched === true;
      const isFound =
        action === 'remove'
          ? archive.customPlaylists.remove(row.playlistId, videoId)
          : archive.customPlaylists.move(row.playlistId, videoId, action, skipsWatched);
      if (!isFound) throw badRequest(`video ${videoId} is not in the playlist`);
      return storedAnswer(row.playlistId);
    },
  };
};

const maxNameLength = 500;
