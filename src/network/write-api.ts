// The writes of src/sync, built on the client's one entry point. Separate, because the first content does not need them.
import type { Answer, CallApi, WriteApi } from './archive-api.ts';
import { ok } from '../lib/result.ts';
import { userConfigShape } from './session-shapes.ts';
import { ignored, fields, flag, identifier } from './shape.ts';

/** Only the id is read, because the rest of this answer differs from what a GET returns (docs/behaviour.md, Playlists). */
const createdPlaylistShape = fields<{ playlist_id: string }>({ playlist_id: identifier });
/** POST progress returns the player without a meaningful position; only the watched mark matters to flush. */
const progressShape = fields<{ watched: boolean }>({ watched: flag });

export function createWriteApi({ call }: CallApi): WriteApi {
  const post = (path: string, body: unknown, idempotencyKey: string, signal?: AbortSignal): Answer<void> =>
    call(path, ignored, { method: 'POST', body, idempotencyKey, signal });
  return {
    setWatched: (id, isWatched, idempotencyKey, signal) =>
      call('/api/watched/', ignored, { method: 'POST', body: { id, is_watched: isWatched }, idempotencyKey, signal }),
    async saveProgress(videoId, positionSeconds, idempotencyKey, signal) {
      const answer = await call(progressPath(videoId), progressShape, { method: 'POST', body: { position: positionSeconds }, idempotencyKey, signal });
      return answer.ok ? ok({ isWatched: answer.value.watched }) : answer;
    },
    deleteProgress: (videoId, idempotencyKey, signal) => call(progressPath(videoId), ignored, { method: 'DELETE', idempotencyKey, signal }),
    setChannelSubscribed: (channelId, isSubscribed, idempotencyKey, signal) =>
      post(`/api/channel/${segment(channelId)}/`, { channel_subscribed: isSubscribed }, idempotencyKey, signal),
    updatePlaylist: (playlistId, update, idempotencyKey, signal) => post(`/api/playlist/${segment(playlistId)}/`, update, idempotencyKey, signal),
    addSubscription: (type, line, idempotencyKey, signal) =>
      post(`/api/${type}/`, { data: [{ [`${type}_id`]: line, [`${type}_subscribed`]: true }] }, idempotencyKey, signal),
    async createCustomPlaylist(name, idempotencyKey, signal) {
      const answer = await call('/api/playlist/custom/', createdPlaylistShape, { method: 'POST', body: { playlist_name: name }, idempotencyKey, signal });
      return answer.ok ? ok(answer.value.playlist_id) : answer;
    },
    changeCustomPlaylist: (playlistId, change, idempotencyKey, signal) => post(`/api/playlist/custom/${segment(playlistId)}/`, change, idempotencyKey, signal),
    updateUserConfig: (change, idempotencyKey, signal) => call('/api/user/me/', userConfigShape, { method: 'POST', body: change, idempotencyKey, signal }),
    ignoreVideo: (videoId, idempotencyKey, signal) => post(`/api/download/${segment(videoId)}/`, { status: 'ignore-force' }, idempotencyKey, signal),
    addDownloads(lines, options, idempotencyKey, signal) {
      const flags = { autostart: options.isAutoStart, flat: options.isFlat, force: options.isForced };
      const search = Object.entries(flags).flatMap(([name, isWanted]) => (isWanted ? `${name}=true` : []));
      const data = lines.map((line) => ({ youtube_id: line, status: 'pending' }));
      return post(`/api/download/${query(search.join('&'))}`, { data }, idempotencyKey, signal);
    },
    changeDownload: (videoId, to, idempotencyKey, signal) =>
      to === 'forgotten'
        ? call(`/api/download/${segment(videoId)}/`, ignored, { method: 'DELETE', idempotencyKey, signal })
        : post(`/api/download/${segment(videoId)}/`, { status: to }, idempotencyKey, signal),
    findDownload: (videoId, signal) => call(`/api/download/${segment(videoId)}/`, ignored, { signal }),
  };
}

const segment = encodeURIComponent;
const progressPath = (videoId: string): string => `/api/video/${segment(videoId)}/progress/`;
const query = (search: string): string => (search ? `?${search}` : '');
