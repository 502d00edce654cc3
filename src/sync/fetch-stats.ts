// Fetches the statistics of the dashboard: nine parallel calls, so that a browser needs at most two round trips (it opens six connections
// to an HTTP/1.1 host). If one call fails, none of the numbers are stored, because numbers of different moments would not add up.
import { ok, type Result } from '../lib/result.ts';
import { toArchiveStats, type ArchiveStats } from '../mirror/archive-stats.ts';
import type { ApiError } from '../network/api-error.ts';
import type { CallApi } from '../network/archive-api.ts';
import type { Shape } from '../network/shape.ts';
import {
  biggestChannelsShape,
  downloadHistoryShape,
  statsChannelShape,
  statsDownloadShape,
  statsPlaylistShape,
  statsVideoShape,
  statsWatchShape,
} from '../network/stats-shapes.ts';

export async function fetchStats(api: CallApi, signal: AbortSignal): Promise<Result<ArchiveStats, ApiError>> {
  const get = <Value>(path: string, shape: Shape<Value>) => api.call(`/api/stats/${path}`, shape, { signal });
  const [video, channel, playlist, download, watch, history, doc_count, duration, media_size] = await Promise.all([
    get('video/', statsVideoShape),
    get('channel/', statsChannelShape),
    get('playlist/', statsPlaylistShape),
    get('download/', statsDownloadShape),
    get('watch/', statsWatchShape),
    get('downloadhist/', downloadHistoryShape),
    get('biggestchannels/?order=doc_count', biggestChannelsShape),
    get('biggestchannels/?order=duration', biggestChannelsShape),
    get('biggestchannels/?order=media_size', biggestChannelsShape),
  ]);
  if (!video.ok) return video;
  if (!channel.ok) return channel;
  if (!playlist.ok) return playlist;
  if (!download.ok) return download;
  if (!watch.ok) return watch;
  if (!history.ok) return history;
  if (!doc_count.ok) return doc_count;
  if (!duration.ok) return duration;
  if (!media_size.ok) return media_size;
  const biggest = { doc_count: doc_count.value, duration: duration.value, media_size: media_size.value };
  return ok(
    toArchiveStats({
      video: video.value,
      channel: channel.value,
      playlist: playlist.value,
      download: download.value,
      watch: watch.value,
      history: history.value,
      biggest,
    }),
  );
}
