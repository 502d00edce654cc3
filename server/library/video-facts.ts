// Reads a video's facts from its description (yt-dlp's `.info.json`), in the archive's terms. Pure; reads no files.
import { createHash } from 'node:crypto';
import type { ChapterRecord, CommentRecord, SponsorSegmentRecord, VideoRecord } from '../catalogue/records.ts';
import {
  address,
  boundedCount,
  boundedUnixTime,
  field,
  isDuration,
  isInfo,
  list,
  unixTime,
  maxComments,
  number,
  object,
  objects,
  prose,
  seconds,
  text,
  type Info,
} from './info-values.ts';
import { siteOf } from './derived-ids.ts';

/** The longest short that YouTube allows, since October 2024. */
const maxShortSeconds = 180;
/** Values of `availability`, from yt-dlp or other tools, which mean that a video is gone for everybody. */
const goneAvailabilities = new Set(['private', 'unavailable', 'removed', 'deleted']);

export function siteOfInfo(info: Info): string | null {
  const extractorSite = siteOf(text(info, 'extractor', 'extractor_key', 'ie_key'));
  if (extractorSite !== null) return extractorSite;
  return /^https?:\/\/([\w-]+\.)?(youtube\.com|youtu\.be)\//.test(text(info, 'webpage_url', 'original_url', 'url') ?? '') ? 'youtube' : null;
}

/** Checks for streams before shorts, so a short vertical broadcast is a stream. Shape and length are used only for YouTube. */
export function kindOf(info: Info, shape: { width: number; height: number; durationSeconds: number }): VideoRecord['kind'] {
  const mediaKind = text(info, 'media_type');
  const liveStatus = text(info, 'live_status');
  if (mediaKind === 'livestream' || field(info, 'was_live') === true || field(info, 'is_live') === true) return 'streams';
  if (liveStatus === 'was_live' || liveStatus === 'post_live' || liveStatus === 'is_live') return 'streams';
  if (mediaKind === 'short') return 'shorts';
  if (['webpage_url', 'original_url'].some((key) => /\/shorts\//.test(text(info, key) ?? ''))) return 'shorts';
  const isUpright = shape.height > shape.width && shape.width > 0;
  const isShort = shape.durationSeconds > 0 && shape.durationSeconds <= maxShortSeconds;
  return mediaKind === null && siteOfInfo(info) === 'youtube' && isUpright && isShort ? 'shorts' : 'videos';
}

/** Members-only, age-restricted and unlisted videos are still available to some people; private and removed ones are not. */
export function isActive(info: Info): boolean {
  return !goneAvailabilities.has(text(info, 'availability') ?? '');
}

/** The date of publication in Unix seconds; null if the description has no date. */
export function publishedSeconds(info: Info): number | null {
  const exactSeconds = unixTime(info, 'timestamp', 'release_timestamp');
  if (exactSeconds !== null) return exactSeconds;
  for (const key of ['upload_date', 'release_date', 'modified_date']) {
    const dateMatch = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text(info, key) ?? '');
    const atMs = dateMatch ? Date.UTC(Number(dateMatch[1]), Number(dateMatch[2]) - 1, Number(dateMatch[3])) : Number.NaN;
    if (Number.isFinite(atMs) && atMs > 0) return atMs / 1000;
  }
  return null;
}

export function isoDate(unixSeconds: number): string {
  return `${new Date(boundedUnixTime(unixSeconds) * 1000).toISOString().slice(0, 19)}+00:00`;
}

export function ratingOf(info: Info): number {
  return Math.min(Math.max(number(info, 'average_rating') ?? 0, 0), 5);
}

export function chaptersOf(info: Info): ChapterRecord[] {
  const chapters = objects(info, 'chapters').map((chapter, index) => ({
    title: text(chapter, 'title') ?? `Chapter ${index + 1}`,
    startSeconds: number(chapter, 'start_time') ?? -1,
  }));
  return chapters.filter(({ startSeconds }) => isPosition(startSeconds)).toSorted((a, b) => a.startSeconds - b.startSeconds);
}

/** Whether a number can be a position in a video. */
function isPosition(value: number): boolean {
  return value === 0 || isDuration(value);
}

/** The video's comments; null if they were never fetched. */
export function commentsOf(info: Info): CommentRecord[] | null {
  if (!Array.isArray(field(info, 'comments'))) return null;
  const seenIds = new Set<string>();
  const comments: CommentRecord[] = [];
  for (const comment of list(info, 'comments').slice(0, maxComments)) {
    if (!isInfo(comment)) continue;
    const commentId = text(comment, 'id');
    if (commentId === null || seenIds.has(commentId)) continue;
    seenIds.add(commentId);
    const likes = number(comment, 'like_count');
    comments.push({
      commentId,
      parentId: text(comment, 'parent') ?? 'root',
      author: text(comment, 'author', 'author_id') ?? 'Unknown',
      authorId: text(comment, 'author_id'),
      authorThumbnail: address(comment, 'author_thumbnail'),
      isUploader: field(comment, 'author_is_uploader') === true,
      isFavorited: field(comment, 'is_favorited') === true,
      likeCount: likes === null ? null : boundedCount(likes),
      text: prose(comment, 'text') ?? '',
      timestamp: unixTime(comment, 'timestamp') ?? 0,
    });
  }
  return comments;
}

/** The video's segments from SponsorBlock; null if SponsorBlock was never asked for them. */
export function sponsorSegmentsOf(info: Info, videoId: string): SponsorSegmentRecord[] | null {
  if (!Array.isArray(field(info, 'sponsorblock_chapters'))) return null;
  return objects(info, 'sponsorblock_chapters').flatMap((segment) => {
    const startSeconds = number(segment, 'start_time');
    const endSeconds = number(segment, 'end_time');
    const category = text(segment, 'category');
    if (startSeconds === null || endSeconds === null || category === null || !isPosition(startSeconds) || !isPosition(endSeconds) || endSeconds < startSeconds)
      return [];
    return [
      {
        uuid: text(segment, 'UUID', 'uuid') ?? derivedUuid(videoId, category, startSeconds, endSeconds),
        // By the contract's SponsorSegment, only this category is skipped.
        actionType: text(segment, 'actionType', 'action_type') ?? (category === 'sponsor' ? 'skip' : 'none'),
        category,
        startSeconds,
        endSeconds,
        votes: Math.min(Math.max(Math.trunc(number(segment, 'votes') ?? 0), -maxVotes), maxVotes),
        isLocked: field(segment, 'locked') === true || number(segment, 'locked') === 1,
      },
    ];
  });
}

const maxVotes = 1_000_000;

/** yt-dlp omits the segment's id, so one is derived. The same segment gets the same id at every import. */
function derivedUuid(...parts: (string | number)[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex');
}

/** A subtitle's name, and whether people wrote it or the site generated it. */
export function subtitleFacts(info: Info | null, lang: string): { source: 'user' | 'auto' | 'file'; name: string } {
  const name = nameOfLanguage(lang);
  if (info === null) return { source: 'file', name };
  for (const [key, source] of [
    ['subtitles', 'user'],
    ['automatic_captions', 'auto'],
  ] as const) {
    const tracks = field(object(info, key), lang);
    if (!Array.isArray(tracks)) continue;
    const firstTrack: unknown = tracks.find(isInfo);
    return { source, name: (isInfo(firstTrack) ? text(firstTrack, 'name') : null) ?? name };
  }
  // `requested_subtitles` alone shows only that the site had the subtitle. It counts as written by people, because yt-dlp prefers
  // subtitles that people wrote.
  return { source: Object.hasOwn(object(info, 'requested_subtitles'), lang) ? 'user' : 'file', name };
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

function nameOfLanguage(lang: string): string {
  if (lang === 'und') return 'Unknown language';
  const [tag, isOriginal] = lang.endsWith('-orig') ? [lang.slice(0, -'-orig'.length), true] : [lang, false];
  try {
    const name = languageNames.of(tag.replaceAll('_', '-'));
    return name === undefined ? lang : isOriginal ? `${name} (original)` : name;
  } catch {
    return lang; // not a language code
  }
}

/** Reads dimensions and codecs from the description, for containers that the server cannot read. */
export function describedStreams(info: Info): VideoRecord['streams'] {
  const streams: VideoRecord['streams'] = [];
  const kbits = (key: string): number => boundedCount((number(info, key) ?? 0) * 1000);
  const codecOf = (key: string): string | null => {
    const codec = text(info, key);
    return codec === null || codec === 'none' ? null : codec;
  };
  const videoCodec = codecOf('vcodec');
  const width = boundedSide(number(info, 'width') ?? 0);
  const height = boundedSide(number(info, 'height') ?? 0);
  if (videoCodec !== null && width > 0 && height > 0) {
    streams.push({ index: 0, type: 'video', codec: shortCodec(videoCodec), codecString: videoCodec, bitrate: kbits('vbr') || kbits('tbr'), width, height });
  }
  const audioCodec = codecOf('acodec');
  if (audioCodec !== null)
    streams.push({
      index: streams.length,
      type: 'audio',
      codec: shortCodec(audioCodec),
      codecString: audioCodec,
      bitrate: kbits('abr'),
      width: null,
      height: null,
    });
  return streams;
}

/** A side's length in whole pixels. No codec exceeds 65 536. */
export function boundedSide(pixels: number): number {
  return Math.min(Math.max(Math.round(pixels) || 0, 0), 65_536);
}

function shortCodec(codec: string): string {
  const family = (codec.split('.')[0] ?? codec).toLowerCase();
  return { avc1: 'h264', avc3: 'h264', hev1: 'hevc', hvc1: 'hevc', vp09: 'vp9', vp08: 'vp8', av01: 'av1', mp4a: 'aac' }[family] ?? family;
}

export function durationOf(info: Info): number | null {
  return seconds(info, 'duration');
}
