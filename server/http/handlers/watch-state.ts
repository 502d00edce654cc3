// Stores positions and watched marks.
import { badFields, badRequest, noContent, notFound, success } from '../answer.ts';
import { accountOf, type HandlerGroup } from '../call.ts';
import { playerDocument } from '../documents/video-document.ts';

export const watchStateHandlers: HandlerGroup = ({ archive }) => ({
  updateVideoProgress(call) {
    const row = archive.videos.find(call.path['video_id'] ?? '');
    if (!row) throw notFound('video');
    const position = call.body['position'] as number;
    if (position < 0) throw badFields({ position: ['Ensure this value is greater than or equal to 0.'] });
    const isWatched = archive.watchState.savePosition(accountOf(call).id, row, position);
    return success({ ...playerDocument({ ...row, isWatched }), position });
  },

  deleteVideoProgress(call) {
    const row = archive.videos.find(call.path['video_id'] ?? '');
    if (row) archive.watchState.forgetPosition(accountOf(call).id, row.id);
    return noContent;
  },

  updateWatched(call) {
    const caller = accountOf(call);
    const { id, is_watched: isWatched } = call.body as { id: string; is_watched: boolean };
    if (id.length === 11) {
      const row = archive.videos.find(id);
      if (!row) throw notFound('video');
      archive.watchState.setWatched(caller.id, row.id, isWatched);
    } else if (id.length === 24) {
      archive.watchState.setAllWatched(caller.id, 'channel', id, isWatched);
    } else if (isPlaylistId(id) || archive.playlists.has(id)) {
      archive.watchState.setAllWatched(caller.id, 'playlist', id, isWatched);
    } else {
      throw badRequest(`${id} is not the id of a video, channel or playlist`);
    }
    return success({ id, is_watched: isWatched });
  },
});

/**
 * Checks only the id's form, so that a playlist that is not in the archive gets the same answer as an empty one (docs/behaviour.md,
 * Progress and watched).
 */
function isPlaylistId(id: string): boolean {
  return [13, 18, 26, 34].includes(id.length) || id.startsWith('TA_playlist_') || id === 'LL' || id === 'WL';
}
