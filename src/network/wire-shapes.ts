// Shapes of all answers after the first load, checked before they may enter the mirror; the others are in session-shapes.ts. Strict about ids, titles
// and watch state; everything a page can do without has a default, as releases differ (x-since and x-until in the contract; docs/behaviour.md, Two
// generations).
import type {
  VideoKind,
  WireChannel,
  WireChannelAggs,
  WireChannelEmbedded,
  WireChannelNav,
  WireChannelOverwrites,
  WireComment,
  WirePagination,
  WirePlaylist,
  WirePlaylistNav,
  WireSponsorBlock,
  WireStream,
  WireSubtitle,
  WireVideo,
} from '../contract/names.ts';
import type { ListOf } from './archive-api.ts';
import { positive, textOrNull } from './session-shapes.ts';
import { absentOr, fields, flag, identifier, listOf, number, oneOf, or, text, type Shape } from './shape.ts';

const amount = or(number, 0);
const undefinedOr = <Value>(shape: Shape<Value>): Shape<Value> => or(shape, undefined) as Shape<Value>;
const videoKind = or<VideoKind, VideoKind>(oneOf('videos', 'streams', 'shorts'), 'videos');
const indexName = or(text, '') as Shape<WireVideo['_index']>;

/** A key that is not sent is not overwritten. */
const overwritesShape = fields<WireChannelOverwrites>({
  download_format: textOrNull,
  autodelete_days: or<number, null>(number, null),
  index_playlists: or<boolean, null>(flag, null),
  integrate_sponsorblock: or<boolean, null>(flag, null),
  subscriptions_channel_size: or<number, null>(number, null),
  subscriptions_live_channel_size: or<number, null>(number, null),
  subscriptions_shorts_channel_size: or<number, null>(number, null),
});

const embeddedChannelShapes = {
  channel_id: identifier,
  channel_name: text,
  channel_active: or(flag, true),
  channel_banner_url: textOrNull,
  channel_thumb_url: textOrNull,
  channel_tvart_url: textOrNull,
  channel_description: textOrNull,
  channel_last_refresh: or(text, ''),
  channel_overwrites: undefinedOr(overwritesShape),
  channel_subs: amount,
  channel_subscribed: or(flag, false),
  channel_tags: undefinedOr(listOf(text)),
  channel_tabs: or(listOf(oneOf('videos', 'streams', 'shorts')), []),
  channel_views: undefinedOr(number),
};

const embeddedChannel = fields<WireChannelEmbedded>(embeddedChannelShapes);

export const channelShape = fields<WireChannel>({ ...embeddedChannelShapes, source_url: undefinedOr(text), _index: indexName, _score: amount });

const streamShape = fields<WireStream>({
  type: oneOf('video', 'audio'),
  index: amount,
  codec: or(text, ''),
  bitrate: amount,
  width: undefinedOr(number),
  height: undefinedOr(number),
});

const subtitleShape = fields<WireSubtitle>({
  lang: text,
  name: or(text, ''),
  // `file` for hand-imported subtitles; everything but `auto` is treated as the uploader's.
  source: or(oneOf('user', 'auto', 'file'), 'user'),
  media_url: text,
  ext: or(oneOf('json3', 'vtt'), 'vtt'),
  url: textOrNull,
});

const sponsorBlockShape = fields<WireSponsorBlock>({
  is_enabled: flag,
  last_refresh: amount,
  has_unlocked: undefinedOr(flag),
  segments: or(
    listOf(
      fields<WireSponsorBlock['segments'][number]>({
        actionType: text,
        segment: listOf(number),
        UUID: text,
        category: or(text, ''),
        videoDuration: amount,
        votes: amount,
        locked: amount,
      }),
    ),
    [],
  ),
});

const statsShape = fields<WireVideo['stats']>({ like_count: amount, average_rating: amount, view_count: amount, dislike_count: amount });

export const videoShape = fields<WireVideo>({
  youtube_id: identifier,
  title: text,
  channel: embeddedChannel,
  player: fields<WireVideo['player']>({
    watched: flag,
    watched_date: undefinedOr(number),
    duration: number,
    duration_str: or(text, ''),
    progress: undefinedOr(number),
    position: absentOr(number, undefined) as Shape<number>,
  }),
  media_url: text,
  published: text,
  hls_url: undefinedOr(text),
  missing_since: undefinedOr(text),
  source_url: undefinedOr(text),
  chapters: undefinedOr(listOf(fields<NonNullable<WireVideo['chapters']>[number]>({ title: or(text, ''), start_time: number }))),
  active: or(flag, true),
  category: or(listOf(text), []),
  comment_count: or<number, null>(number, null),
  date_downloaded: amount,
  description: textOrNull,
  media_size: amount,
  playlist: or(listOf(identifier), []),
  sponsorblock: or<WireSponsorBlock, null>(sponsorBlockShape, null),
  stats: or(statsShape, { like_count: 0, average_rating: 0, view_count: 0, dislike_count: 0 }),
  streams: or(listOf(streamShape), []),
  subtitles: or(listOf(subtitleShape), []),
  tags: or(listOf(text), []),
  vid_last_refresh: or(text, ''),
  vid_thumb_url: or(text, ''),
  vid_type: videoKind,
  _index: indexName,
  _score: amount,
});

export const playlistShape = fields<WirePlaylist>({
  playlist_id: identifier,
  playlist_name: text,
  playlist_entries: listOf(
    fields<WirePlaylist['playlist_entries'][number]>({
      youtube_id: identifier,
      title: or(text, ''),
      uploader: textOrNull,
      idx: amount,
      downloaded: or(flag, false),
    }),
  ),
  playlist_active: or(flag, true),
  playlist_channel: textOrNull,
  playlist_channel_id: textOrNull,
  playlist_description: textOrNull,
  playlist_last_refresh: or(text, ''),
  playlist_subscribed: or(flag, false),
  playlist_sort_order: or(oneOf('top', 'bottom'), 'top'),
  playlist_thumbnail: or(text, ''),
  playlist_type: or(oneOf('regular', 'custom'), 'regular'),
  source_url: undefinedOr(text),
  _index: indexName,
  _score: amount,
});

const navVideo = fields<NonNullable<WirePlaylistNav['playlist_previous']>>({
  youtube_id: identifier,
  title: or(text, ''),
  uploader: textOrNull,
  idx: amount,
  downloaded: or(flag, true),
  vid_thumb: or(text, ''),
});

export const playlistNavShape = fields<WirePlaylistNav>({
  playlist_meta: fields<WirePlaylistNav['playlist_meta']>({ current_idx: number, playlist_id: identifier, playlist_name: text, playlist_channel: textOrNull }),
  playlist_previous: absentOr<NonNullable<WirePlaylistNav['playlist_previous']>, null>(navVideo, null),
  playlist_next: absentOr<NonNullable<WirePlaylistNav['playlist_next']>, null>(navVideo, null),
});

export const commentShape: Shape<WireComment> = fields<WireComment>({
  comment_id: identifier,
  comment_text: text,
  comment_author: or(text, ''),
  comment_author_id: textOrNull,
  comment_author_is_uploader: or(flag, false),
  comment_author_thumbnail: textOrNull,
  comment_is_favorited: or(flag, false),
  comment_likecount: or<number, null>(number, null),
  comment_parent: or(text, 'root'),
  comment_time_text: or(text, ''),
  comment_timestamp: amount,
  comment_replies: (value) => absentOr(listOf(commentShape), [])(value),
});

export const channelNavShape = fields<WireChannelNav>({
  has_pending: flag,
  has_ignored: flag,
  has_playlists: flag,
  has_videos: or(flag, true),
  has_streams: flag,
  has_shorts: flag,
});

const aggValue = fields<{ value: number }>({ value: number });

export const channelAggsShape = fields<WireChannelAggs>({
  total_items: aggValue,
  total_size: aggValue,
  total_duration: fields<WireChannelAggs['total_duration']>({ value: amount, value_str: text }),
});

export const paginationShape = fields<WirePagination>({
  page_size: positive,
  page_from: amount,
  prev_pages: or<number[], null>(listOf(number), null),
  current_page: number,
  max_hits: or(flag, false),
  params: or(text, ''),
  // 0 means none; older clients expected false.
  last_page: amount,
  next_pages: or(listOf(number), []),
  total_hits: number,
});

/** A page of items; present servers answer a bare `[]` for an empty continue list. */
export function pageShape<Item>(item: Shape<Item>): Shape<ListOf<Item>> {
  const page = fields<ListOf<Item>>({ data: listOf(item), paginate: paginationShape as Shape<WirePagination | null> });
  return (value) => (Array.isArray(value) && value.length === 0 ? { data: [], paginate: null } : page(value));
}

export const videoListShape = listOf(videoShape);
export const commentListShape = listOf(commentShape);
export const playlistNavListShape = listOf(playlistNavShape);
