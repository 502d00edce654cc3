// The calls that read videos, channels and playlists, built on the client's one entry point. Separate from archive-client.ts, because the
// first frame of a device that has a copy does not need them.
import type { Answer, CallApi, ReadApi } from './archive-api.ts';
import { ok } from '../lib/result.ts';
import type { Shape } from './shape.ts';
import {
  channelAggsShape,
  channelNavShape,
  channelShape,
  commentListShape,
  pageShape,
  playlistNavListShape,
  playlistShape,
  videoListShape,
  videoShape,
} from './wire-shapes.ts';

export function createReadApi({ call }: CallApi): ReadApi {
  const get = <Value>(path: string, shape: Shape<Value>, signal?: AbortSignal): Answer<Value> => call(path, shape, { signal });
  return {
    listVideos: (search, signal) => get(`/api/video/${query(search)}`, pageShape(videoShape), signal),
    getVideo: (videoId, signal) => get(`/api/video/${segment(videoId)}/`, videoShape, signal),
    getCastVideo: (videoId, signal) => get(`/api/video/${segment(videoId)}/?cast=true`, videoShape, signal),
    listSimilar: (videoId, signal) => get(`/api/video/${segment(videoId)}/similar/`, videoListShape, signal),
    async listComments(videoId, signal) {
      const answer = await get(`/api/video/${segment(videoId)}/comment/`, commentListShape, signal);
      return !answer.ok && answer.error.kind === 'not-found' ? ok([]) : answer;
    },
    listPlaylistNav: (videoId, signal) => get(`/api/video/${segment(videoId)}/nav/`, playlistNavListShape, signal),
    listChannels: (search, signal) => get(`/api/channel/${query(search)}`, pageShape(channelShape), signal),
    getChannel: (channelId, signal) => get(`/api/channel/${segment(channelId)}/`, channelShape, signal),
    getChannelNav: (channelId, signal) => get(`/api/channel/${segment(channelId)}/nav/`, channelNavShape, signal),
    getChannelAggs: (channelId, signal) => get(`/api/channel/${segment(channelId)}/aggs/`, channelAggsShape, signal),
    listPlaylists: (search, signal) => get(`/api/playlist/${query(search)}`, pageShape(playlistShape), signal),
    getPlaylist: (playlistId, signal) => get(`/api/playlist/${segment(playlistId)}/`, playlistShape, signal),
  };
}

const segment = encodeURIComponent;
const query = (search: string): string => (search ? `?${search}` : '');
