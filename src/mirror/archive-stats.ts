// The archive's statistics about itself, as the mirror stores them for the dashboard (SPEC §2). Converts the archive's documents, in
// which a count of zero is null, and a group without videos is null or missing (docs/behaviour.md, Stats). Pure.
import type {
  WireBiggestChannel,
  WireDownloadDay,
  WireStatsChannel,
  WireStatsDownload,
  WireStatsPlaylist,
  WireStatsVideo,
  WireStatsWatch,
} from '../contract/names.ts';

export interface VideoTotals {
  count: number;
  sizeBytes: number;
  durationSeconds: number;
}

export interface WatchTotals {
  count: number;
  durationSeconds: number;
}

interface SubscriptionTotals {
  count: number;
  subscribedCount: number;
}

export interface BiggestChannel {
  channelId: string;
  /** The name as the archive's statistics spell it, each word capitalised. */
  name: string;
  videoCount: number;
  durationSeconds: number;
  sizeBytes: number;
}

export interface DownloadDay {
  /** `YYYY-MM-DD`, in the archive's time zone. */
  day: string;
  count: number;
  sizeBytes: number;
}

export interface ArchiveStats {
  all: VideoTotals;
  active: VideoTotals;
  inactive: VideoTotals;
  regular: VideoTotals;
  shorts: VideoTotals;
  streams: VideoTotals;
  channels: SubscriptionTotals;
  playlists: SubscriptionTotals;
  pending: { count: number; videos: number; shorts: number; streams: number };
  watched: WatchTotals;
  unwatched: WatchTotals;
  /** The watched share of the total duration, 0 to 1. */
  watchedShare: number;
  /** Newest first, at most eight days. */
  history: DownloadDay[];
  /** At most ten channels in each order, biggest first. */
  biggest: Record<BiggestOrder, BiggestChannel[]>;
}

export type BiggestOrder = 'doc_count' | 'duration' | 'media_size';

export interface WireStats {
  video: WireStatsVideo;
  channel: WireStatsChannel;
  playlist: WireStatsPlaylist;
  download: WireStatsDownload;
  watch: WireStatsWatch;
  history: WireDownloadDay[];
  biggest: Record<BiggestOrder, WireBiggestChannel[]>;
}

export function toArchiveStats(wire: WireStats): ArchiveStats {
  const { video, channel, playlist, download, watch, history, biggest } = wire;
  const watched = toWatchTotals(watch.watched);
  const unwatched = toWatchTotals(watch.unwatched);
  const totalSeconds = watched.durationSeconds + unwatched.durationSeconds;
  return {
    all: toVideoTotals(video),
    active: toVideoTotals(video.active_true),
    inactive: toVideoTotals(video.active_false),
    regular: toVideoTotals(video.type_videos),
    shorts: toVideoTotals(video.type_shorts),
    streams: toVideoTotals(video.type_streams),
    channels: { count: channel.doc_count ?? 0, subscribedCount: channel.subscribed_true ?? 0 },
    playlists: { count: playlist.doc_count ?? 0, subscribedCount: playlist.subscribed_true ?? 0 },
    pending: {
      count: download.pending ?? 0,
      videos: download.pending_videos ?? 0,
      shorts: download.pending_shorts ?? 0,
      streams: download.pending_streams ?? 0,
    },
    watched,
    unwatched,
    watchedShare: totalSeconds > 0 ? watched.durationSeconds / totalSeconds : 0,
    history: history.map((day) => ({ day: day.date, count: day.count, sizeBytes: day.media_size })),
    biggest: {
      doc_count: biggest.doc_count.map(toBiggestChannel),
      duration: biggest.duration.map(toBiggestChannel),
      media_size: biggest.media_size.map(toBiggestChannel),
    },
  };
}

function toVideoTotals(item: WireStatsVideo['active_true']): VideoTotals {
  return { count: item?.doc_count ?? 0, sizeBytes: item?.media_size ?? 0, durationSeconds: item?.duration ?? 0 };
}

function toWatchTotals(item: WireStatsWatch['watched']): WatchTotals {
  return { count: item?.items ?? 0, durationSeconds: item?.duration ?? 0 };
}

function toBiggestChannel(channel: WireBiggestChannel): BiggestChannel {
  return {
    channelId: channel.id,
    name: channel.name,
    videoCount: channel.doc_count,
    durationSeconds: channel.duration,
    sizeBytes: channel.media_size,
  };
}
