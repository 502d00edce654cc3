// Converts a TubeArchivist server's documents into this archive's records (docs/behaviour.md, Backups and snapshots). Any field may be
// missing or have another type, because TubeArchivist's versions differ. Pure.
import type { ChannelRecord, CommentRecord, SponsorSegmentRecord, StreamRecord, SubtitleRecord, VideoRecord } from '../../catalogue/records.ts';
import { boundedCount, count, field, isInfo, list, unixTime, number, object, prose, text, texts, type Info } from '../../library/info-values.ts';

/** In this type and the next three, times are in Unix seconds. */
export interface ImportedVideo {
  /** The record without pictures, which import-archive.ts adds. */
  record: VideoRecord;
  isWatched: boolean;
  watchedAt: number | null;
  refreshedAt: number;
  /** The channel as embedded in the video. */
  channel: ImportedChannel | null;
}

export interface ImportedChannel {
  record: ChannelRecord;
  isActive: boolean;
  isSubscribed: boolean;
  overwrites: Record<string, unknown> | null;
  refreshedAt: number;
}

export interface ImportedPlaylist {
  playlistId: string;
  name: string;
  description: string | null;
  channelId: string | null;
  kind: 'regular' | 'custom';
  isActive: boolean;
  isSubscribed: boolean;
  sortOrder: 'top' | 'bottom';
  refreshedAt: number;
  entries: { videoId: string; title: string; uploader: string | null }[];
}

export interface ImportedDownload {
  videoId: string;
  status: 'pending' | 'ignore';
  isAutoStart: boolean;
  title: string;
  channelId: string;
  channelName: string;
  durationSeconds: number;
  publishedAt: number | null;
  kind: 'videos' | 'streams' | 'shorts' | 'unknown';
  message: string | null;
  addedAt: number;
}

const videoIdPattern = /^[A-Za-z0-9_-]{11}$/;
const channelIdPattern = /^UC[A-Za-z0-9_-]{22}$/;
const playlistIdPattern = /^[A-Za-z0-9_-]{2,60}$/;
/** `CHANNEL/FILE`. */
const mediaPathPattern = /^[^/\\\0]+\/[^/\\\0]+$/;
const watchUrl = 'https://www.youtube.com/watch?v=';

export function videoOf(document: Info): ImportedVideo | null {
  const id = matchField(document, 'youtube_id', videoIdPattern);
  const channelDocument = object(document, 'channel');
  const channelId = matchField(channelDocument, 'channel_id', channelIdPattern);
  const mediaFile = relativePath(text(document, 'media_url'));
  if (id === null || channelId === null || mediaFile === null) return null;
  const player = object(document, 'player');
  const stats = object(document, 'stats');
  const downloadedAt = unixSeconds(document, 'date_downloaded') ?? 0;
  return {
    record: {
      videoId: id,
      originalId: id,
      sourceUrl: `${watchUrl}${id}`,
      channelId,
      title: text(document, 'title') ?? id,
      description: prose(document, 'description'),
      publishedAt: new Date((unixSeconds(document, 'published') ?? downloadedAt) * 1000).toISOString(),
      downloadedAt,
      kind: kindOf(document) ?? 'videos',
      isActive: field(document, 'active') !== false,
      tags: texts(document, 'tags'),
      categories: texts(document, 'category'),
      durationSeconds: count(player, 'duration'),
      viewCount: count(stats, 'view_count'),
      likeCount: count(stats, 'like_count'),
      dislikeCount: count(stats, 'dislike_count'),
      averageRating: Math.min(Math.max(number(stats, 'average_rating') ?? 0, 0), 5),
      mediaFile,
      mediaSizeBytes: count(document, 'media_size'),
      // 0 differs from every file's real time, so the next scan of the library reads the file.
      mediaModifiedMs: 0,
      thumbFile: null,
      streams: list(document, 'streams').filter(isInfo).flatMap(streamOf),
      subtitles: list(document, 'subtitles').filter(isInfo).flatMap(subtitleOf),
      chapters: [],
      sponsorSegments: segmentsOf(object(document, 'sponsorblock')),
      comments: null,
      // The next scan of the library finds the companions.
      companions: [],
    },
    isWatched: field(player, 'watched') === true,
    watchedAt: unixSeconds(player, 'watched_date'),
    refreshedAt: unixSeconds(document, 'vid_last_refresh') ?? downloadedAt,
    channel: channelOf(channelDocument),
  };
}

export function channelOf(document: Info): ImportedChannel | null {
  const id = matchField(document, 'channel_id', channelIdPattern);
  if (id === null) return null;
  const overwrites = Object.entries(object(document, 'channel_overwrites')).filter(
    ([key, value]) => key in overwriteTypes && typeof value === overwriteTypes[key],
  );
  return {
    record: {
      channelId: id,
      name: text(document, 'channel_name') ?? id,
      description: textUnlessFalse(document, 'channel_description'),
      subscriberCount: count(document, 'channel_subs'),
      tags: texts(document, 'channel_tags'),
      originalId: id,
      sourceUrl: `https://www.youtube.com/channel/${id}`,
      thumbFile: null,
      bannerFile: null,
      tvartFile: null,
    },
    isActive: field(document, 'channel_active') !== false,
    isSubscribed: field(document, 'channel_subscribed') === true,
    overwrites: overwrites.length === 0 ? null : Object.fromEntries(overwrites),
    refreshedAt: unixSeconds(document, 'channel_last_refresh') ?? 0,
  };
}

/** The type of each overwrite, as in the contract's ChannelOverwrites. */
const overwriteTypes: Record<string, string> = {
  download_format: 'string',
  autodelete_days: 'number',
  index_playlists: 'boolean',
  integrate_sponsorblock: 'boolean',
  subscriptions_channel_size: 'number',
  subscriptions_live_channel_size: 'number',
  subscriptions_shorts_channel_size: 'number',
};

export function playlistOf(document: Info): ImportedPlaylist | null {
  const id = matchField(document, 'playlist_id', playlistIdPattern);
  if (id === null) return null;
  const entries = list(document, 'playlist_entries').filter(isInfo);
  return {
    playlistId: id,
    name: text(document, 'playlist_name') ?? id,
    description: textUnlessFalse(document, 'playlist_description'),
    channelId: matchField(document, 'playlist_channel_id', channelIdPattern),
    kind: text(document, 'playlist_type') === 'custom' || id.startsWith('TA_playlist_') ? 'custom' : 'regular',
    isActive: field(document, 'playlist_active') !== false,
    isSubscribed: field(document, 'playlist_subscribed') === true,
    sortOrder: text(document, 'playlist_sort_order') === 'bottom' ? 'bottom' : 'top',
    refreshedAt: unixSeconds(document, 'playlist_last_refresh') ?? 0,
    entries: entries
      .map((entry, index) => ({ entry, position: number(entry, 'idx') ?? index }))
      .toSorted((a, b) => a.position - b.position)
      .flatMap(({ entry }) => {
        const memberId = matchField(entry, 'youtube_id', videoIdPattern);
        return memberId === null ? [] : [{ videoId: memberId, title: text(entry, 'title') ?? memberId, uploader: text(entry, 'uploader') }];
      }),
  };
}

export function downloadOf(document: Info): ImportedDownload | null {
  const id = matchField(document, 'youtube_id', videoIdPattern);
  const status = text(document, 'status');
  if (id === null || (status !== 'pending' && status !== 'ignore')) return null;
  return {
    videoId: id,
    status,
    isAutoStart: field(document, 'auto_start') === true,
    title: text(document, 'title') ?? id,
    channelId: matchField(document, 'channel_id', channelIdPattern) ?? '',
    channelName: text(document, 'channel_name') ?? '',
    durationSeconds: durationOf(text(document, 'duration')),
    publishedAt: unixSeconds(document, 'published'),
    kind: kindOf(document) ?? 'unknown',
    message: text(document, 'message'),
    addedAt: unixSeconds(document, 'timestamp') ?? 0,
  };
}

export function commentsOf(document: Info): { videoId: string; comments: CommentRecord[] } | null {
  const id = matchField(document, 'youtube_id', videoIdPattern);
  if (id === null) return null;
  const seenIds = new Set<string>();
  const comments = list(document, 'comment_comments')
    .filter(isInfo)
    .flatMap((comment): CommentRecord[] => {
      const commentId = text(comment, 'comment_id');
      if (commentId === null || seenIds.has(commentId)) return [];
      seenIds.add(commentId);
      const likes = number(comment, 'comment_likecount');
      return [
        {
          commentId,
          parentId: text(comment, 'comment_parent') ?? 'root',
          author: text(comment, 'comment_author', 'comment_author_id') ?? 'Unknown',
          authorId: text(comment, 'comment_author_id'),
          authorThumbnail: text(comment, 'comment_author_thumbnail'),
          isUploader: field(comment, 'comment_author_is_uploader') === true,
          isFavorited: field(comment, 'comment_is_favorited') === true,
          likeCount: likes === null ? null : boundedCount(likes),
          text: prose(comment, 'comment_text') ?? '',
          timestamp: unixTime(comment, 'comment_timestamp') ?? 0,
        },
      ];
    });
  return { videoId: id, comments };
}

function streamOf(stream: Info): StreamRecord[] {
  const type = text(stream, 'type');
  if (type !== 'video' && type !== 'audio') return [];
  const dimension = (key: string): number | null => (type === 'video' ? count(stream, key) || null : null);
  return [
    {
      index: count(stream, 'index'),
      type,
      codec: text(stream, 'codec') ?? '',
      codecString: null,
      bitrate: count(stream, 'bitrate'),
      width: dimension('width'),
      height: dimension('height'),
    },
  ];
}

function subtitleOf(subtitle: Info): SubtitleRecord[] {
  const file = relativePath(text(subtitle, 'media_url'));
  const lang = text(subtitle, 'lang');
  if (file === null || lang === null || !/^[\w-]{1,40}$/.test(lang)) return [];
  return [{ lang, name: text(subtitle, 'name') ?? lang, source: text(subtitle, 'source') === 'auto' ? 'auto' : 'user', file }];
}

function segmentsOf(sponsorblock: Info): SponsorSegmentRecord[] | null {
  if (!Array.isArray(field(sponsorblock, 'segments'))) return null;
  return list(sponsorblock, 'segments')
    .filter(isInfo)
    .flatMap((segment) => {
      const [start, end] = list(segment, 'segment');
      const uuid = text(segment, 'UUID');
      if (typeof start !== 'number' || typeof end !== 'number' || uuid === null || start < 0 || end < start) return [];
      return [
        {
          uuid,
          actionType: text(segment, 'actionType') ?? 'none',
          category: text(segment, 'category') ?? 'sponsor',
          startSeconds: start,
          endSeconds: end,
          votes: Math.trunc(number(segment, 'votes') ?? 0),
          isLocked: field(segment, 'locked') === true || number(segment, 'locked') === 1,
        },
      ];
    });
}

function kindOf(document: Info): VideoRecord['kind'] | null {
  const kind = text(document, 'vid_type');
  return kind === 'videos' || kind === 'streams' || kind === 'shorts' ? kind : null;
}

function matchField(document: Info, key: string, pattern: RegExp): string | null {
  const value = text(document, key);
  return value !== null && pattern.test(value) ? value : null;
}

/** TubeArchivist writes `False` if there is no text. */
function textUnlessFalse(document: Info, key: string): string | null {
  const value = prose(document, key);
  return value === 'False' ? null : value;
}

/** `CHANNEL/FILE`, or null for any other path. Removes the root folder, which paths in TubeArchivist's first versions included. */
function relativePath(path: string | null): string | null {
  const pathInLibrary = path?.replace(/^\/?(youtube|media)\//, '') ?? '';
  return mediaPathPattern.test(pathInLibrary) && !pathInLibrary.split('/').includes('..') ? pathInLibrary : null;
}

/** Reads Unix seconds, or a date in ISO 8601, such as `2024-05-01`. */
function unixSeconds(document: Info, key: string): number | null {
  const value = field(document, key);
  const seconds = typeof value === 'string' && !/^\d+(\.\d+)?$/.test(value) ? Date.parse(value) / 1000 : number(document, key);
  return seconds !== null && Number.isFinite(seconds) && seconds > 0 && seconds < lastSecond ? Math.floor(seconds) : null;
}

/** The end of the year 9999, the last with four digits in ISO 8601. */
const lastSecond = 253_402_300_800;

/** The seconds of a text such as `1:02:03` or `12:34`; 0 for any other text, such as `NA`. */
function durationOf(text: string | null): number {
  const parts = text?.split(':').map(Number) ?? [];
  const seconds = parts.reduce((sum, part) => sum * 60 + part, 0);
  return Number.isSafeInteger(seconds) && seconds >= 0 ? seconds : 0;
}
