// The API calls of the commands, all made through `call`. In a module of their own, because they are not needed until a command is run.
import type { Answer, CallApi, CommandApi } from './archive-api.ts';
import { ignored } from './shape.ts';

/** A deletion is answered when it is complete (docs/behaviour.md, Channels), and deleting a folder of media files takes time. */
const deletionTimeoutMs = 120_000;

export function createCommandApi({ call }: CallApi): CommandApi {
  const post = (path: string, body: unknown, idempotencyKey: string): Answer<void> => call(path, ignored, { method: 'POST', body, idempotencyKey });
  const remove = (path: string, idempotencyKey: string): Answer<void> =>
    call(path, ignored, { method: 'DELETE', idempotencyKey, timeoutMs: deletionTimeoutMs });
  return {
    deleteVideo: (videoId, idempotencyKey) => remove(`/api/video/${segment(videoId)}/`, idempotencyKey),
    deleteChannel: (channelId, idempotencyKey) => remove(`/api/channel/${segment(channelId)}/`, idempotencyKey),
    deletePlaylist: (playlistId, withVideos, idempotencyKey) =>
      remove(`/api/playlist/${segment(playlistId)}/${withVideos ? '?delete_videos=true' : ''}`, idempotencyKey),
    startReindex: (ids, withVideos, idempotencyKey) => post(`/api/refresh/${withVideos ? '?extract_videos=true' : ''}`, ids, idempotencyKey),
    setChannelOverwrites: (channelId, overwrites, idempotencyKey) =>
      post(`/api/channel/${segment(channelId)}/`, { channel_overwrites: overwrites }, idempotencyKey),
  };
}

const segment = encodeURIComponent;
