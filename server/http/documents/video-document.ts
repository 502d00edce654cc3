// Builds the contract's video document from rows; no other file does.
import type { WireSponsorBlock, WireStream, WireSubtitle, WireVideo } from '../../../src/contract/names.ts';
import type { Archive } from '../../archive/archive.ts';
import type { VideoRow } from '../../archive/video-rows.ts';
import type { StreamRecord } from '../../catalogue/records.ts';
import type { Renditions } from '../../renditions/renditions.ts';
import type { SignedPaths } from '../media/signed-paths.ts';
import { embeddedChannel, unknownChannel } from './channel-document.ts';
import { durationText, isoDate } from './durations.ts';
import { hlsPath, mediaPath, subtitleNames, videoPicturePath } from './media-paths.ts';

export interface DocumentDeps {
  archive: Archive;
  renditions: Pick<Renditions, 'isOffered'>;
}

/** @param accountId the account whose positions are included; null for none (similar videos and search results never include them) */
export function videoDocuments({ archive, renditions }: DocumentDeps, rows: VideoRow[], accountId: number | null): WireVideo[] {
  const channels = archive.channels.read(rows.map((row) => row.channelId));
  const playlists = archive.videos.playlistIds(rows.map((row) => row.videoId));
  const positions =
    accountId === null
      ? new Map<number, number>()
      : archive.watchState.positionsOf(
          accountId,
          rows.map((row) => row.id),
        );
  return rows.map((row) => {
    const channel = channels.get(row.channelId);
    return {
      active: row.isActive,
      category: row.categories,
      channel: channel ? embeddedChannel(channel) : unknownChannel(row.channelId),
      comment_count: row.commentCount,
      date_downloaded: row.downloadedAt,
      description: row.description,
      media_size: row.mediaSize,
      media_url: mediaPath(row),
      ...(row.sourceUrl === null ? {} : { source_url: row.sourceUrl }),
      ...(row.missingSince === null ? {} : { missing_since: isoDate(row.missingSince) }),
      ...(renditions.isOffered(row) ? { hls_url: hlsPath(row) } : {}),
      ...(row.chapters.length === 0 ? {} : { chapters: row.chapters.map(({ title, startSeconds }) => ({ title, start_time: startSeconds })) }),
      player: playerDocument(row, positions.get(row.id)),
      playlist: playlists.get(row.videoId) ?? [],
      published: isoDate(row.publishedAt),
      sponsorblock: sponsorBlock(row),
      stats: { like_count: row.likeCount, average_rating: row.averageRating, view_count: row.viewCount, dislike_count: row.dislikeCount },
      streams: row.streams.map(streamDocument),
      subtitles: subtitleDocuments(row),
      tags: row.tags,
      title: row.title,
      vid_last_refresh: isoDate(row.refreshedAt),
      vid_thumb_url: videoPicturePath(row.videoId),
      vid_type: row.kind,
      youtube_id: row.videoId,
      _index: 'ta_video',
      _score: 0,
    };
  });
}

/** The time added to the video's length, because the video may be paused for a while, or its length may be unknown. */
const spareSeconds = 3600;

/** Signs every address that a cast receiver needs, so that the receiver can open them without a session until the video ends. */
export function castDocument(document: WireVideo, { sign }: Pick<SignedPaths, 'sign'>): WireVideo {
  const until = Math.floor(Date.now() / 1000) + document.player.duration + spareSeconds;
  return {
    ...document,
    media_url: sign(document.media_url, until),
    vid_thumb_url: sign(document.vid_thumb_url, until),
    ...(document.hls_url === undefined ? {} : { hls_url: sign(document.hls_url, until) }),
    subtitles: document.subtitles.map((subtitle) => ({ ...subtitle, media_url: sign(subtitle.media_url, until) })),
  };
}

export function playerDocument(row: Pick<VideoRow, 'isWatched' | 'watchedAt' | 'duration'>, position?: number): WireVideo['player'] {
  return {
    watched: row.isWatched,
    ...(row.watchedAt === null ? {} : { watched_date: row.watchedAt }),
    duration: row.duration,
    duration_str: durationText(row.duration),
    ...(position === undefined ? {} : { position, progress: row.duration > 0 ? Math.min(100, (position / row.duration) * 100) : 0 }),
  };
}

function streamDocument(stream: StreamRecord): WireStream {
  const { bitrate, codec, index, type, width, height } = stream;
  return { bitrate: Math.round(bitrate), codec, index, type, ...(height === null ? {} : { height }), ...(width === null ? {} : { width }) };
}

function subtitleDocuments(row: VideoRow): WireSubtitle[] {
  return subtitleNames(row).map(({ subtitle, name }) => ({
    ext: 'vtt',
    lang: subtitle.lang,
    media_url: `/youtube/${row.channelId}/${name}`,
    name: subtitle.name,
    source: subtitle.source,
    url: null,
  }));
}

function sponsorBlock(row: VideoRow): WireSponsorBlock | null {
  if (row.sponsorSegments === null) return null;
  return {
    is_enabled: true,
    last_refresh: row.refreshedAt,
    ...(row.sponsorSegments.length === 0 ? {} : { has_unlocked: row.sponsorSegments.some((segment) => !segment.isLocked) }),
    segments: row.sponsorSegments.map((segment) => ({
      actionType: segment.actionType,
      videoDuration: row.duration,
      segment: [segment.startSeconds, segment.endSeconds],
      votes: segment.votes,
      category: segment.category,
      UUID: segment.uuid,
      locked: Number(segment.isLocked),
    })),
  };
}
