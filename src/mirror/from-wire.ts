// Converts the archive's documents to rows: separate summary rows, detail rows and watch states. Pure.
import type { WireChannel, WireChannelAggs, WireChannelNav, WirePlaylist, WireVideo } from '../contract/names.ts';
import type { ChannelFactsRow, ChannelRow, PlaylistRow, VideoCardRow, VideoDetailsRow, WatchState } from './rows.ts';

/** Null, absent, empty, and `False` as text or value all mean none (docs/behaviour.md, Two generations). */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value !== 'False' ? value : null;
}

export function toVideoCardRow(video: WireVideo): VideoCardRow {
  const picture = video.streams.find((stream) => stream.type === 'video');
  return {
    videoId: video.youtube_id,
    title: video.title,
    channelId: video.channel.channel_id,
    channelName: video.channel.channel_name,
    channelThumbUrl: textOrNull(video.channel.channel_thumb_url),
    thumbUrl: textOrNull(video.vid_thumb_url),
    kind: video.vid_type,
    publishedAt: video.published,
    downloadedAt: video.date_downloaded,
    durationSeconds: video.player.duration,
    mediaSizeBytes: video.media_size,
    width: picture?.width ?? 0,
    height: picture?.height ?? 0,
    viewCount: video.stats.view_count,
    likeCount: video.stats.like_count,
    isActive: video.active,
    ...(video.missing_since === undefined ? {} : { missingSince: video.missing_since }),
  };
}

export function toVideoDetailsRow(video: WireVideo, fetchedAtMs: number): VideoDetailsRow {
  return {
    videoId: video.youtube_id,
    mediaUrl: video.media_url,
    hlsUrl: textOrNull(video.hls_url),
    sourceUrl: textOrNull(video.source_url),
    description: textOrNull(video.description),
    tags: video.tags,
    lastRefreshedAt: video.vid_last_refresh,
    dislikeCount: video.stats.dislike_count,
    averageRating: video.stats.average_rating,
    commentCount: video.comment_count,
    streams: video.streams,
    subtitles: video.subtitles,
    sponsorBlock: video.sponsorblock,
    chapters: (video.chapters ?? []).map(({ title, start_time }) => ({ title, startSeconds: start_time })),
    playlistIds: video.playlist,
    channelSubscriberCount: video.channel.channel_subs,
    channelIsSubscribed: video.channel.channel_subscribed,
    fetchedAtMs,
  };
}

/** A watched video never resumes, whatever position the archive sends. */
export function toWatchState({ player }: WireVideo): WatchState {
  return { isWatched: player.watched, positionSeconds: player.watched ? null : (player.position ?? null) };
}

export function toChannelRow(channel: WireChannel, fetchedAtMs: number): ChannelRow {
  return {
    channelId: channel.channel_id,
    name: channel.channel_name,
    thumbUrl: textOrNull(channel.channel_thumb_url),
    bannerUrl: textOrNull(channel.channel_banner_url),
    subscriberCount: channel.channel_subs,
    isSubscribed: channel.channel_subscribed,
    isActive: channel.channel_active,
    description: textOrNull(channel.channel_description),
    tags: channel.channel_tags ?? [],
    lastRefreshedAt: channel.channel_last_refresh,
    sourceUrl: textOrNull(channel.source_url),
    overwrites: channel.channel_overwrites ?? null,
    viewCount: channel.channel_views ?? null,
    videoCount: channel.video_count ?? null,
    fetchedAtMs,
  };
}

export function toChannelFactsRow(channelId: string, nav: WireChannelNav, aggs: WireChannelAggs, fetchedAtMs: number): ChannelFactsRow {
  return {
    channelId,
    hasStreams: nav.has_streams,
    hasShorts: nav.has_shorts,
    hasPlaylists: nav.has_playlists,
    hasPending: nav.has_pending,
    hasIgnored: nav.has_ignored,
    totalItems: aggs.total_items.value,
    totalDuration: aggs.total_duration.value_str,
    totalSizeBytes: aggs.total_size.value,
    fetchedAtMs,
  };
}

export function toPlaylistRow(playlist: WirePlaylist, fetchedAtMs: number): PlaylistRow {
  return {
    playlistId: playlist.playlist_id,
    name: playlist.playlist_name,
    kind: playlist.playlist_type === 'custom' ? 'custom' : 'regular',
    channelId: textOrNull(playlist.playlist_channel_id),
    channelName: textOrNull(playlist.playlist_channel),
    thumbUrl: textOrNull(playlist.playlist_thumbnail),
    description: textOrNull(playlist.playlist_description),
    isSubscribed: playlist.playlist_subscribed,
    isActive: playlist.playlist_active,
    sortOrder: playlist.playlist_sort_order,
    lastRefreshedAt: playlist.playlist_last_refresh,
    sourceUrl: textOrNull(playlist.source_url),
    entries: playlist.playlist_entries.map((entry) => ({
      videoId: entry.youtube_id,
      title: entry.title,
      uploader: entry.uploader,
      index: entry.idx,
      isDownloaded: entry.downloaded,
    })),
    fetchedAtMs,
  };
}
