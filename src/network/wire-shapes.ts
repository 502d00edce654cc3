// Shapes of videos, channels, playlists, comments and lists, checked before they may enter the mirror. Strict about ids, titles and watch
// state; everything a page can do without has a default, because releases differ (x-since and x-until in the contract; docs/behaviour.md,
// Two generations).
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
import type { ListPage } from './archive-api.ts';
import { positiveInteger, textOrNull } from './session-shapes.ts';
import { nullishOr, fields, flag, identifier, listOf, number, oneOf, orDefault, text, type Shape } from './shape.ts';

const numberOrZero = orDefault(number, 0);
const undefinedOr = <Value>(shape: Shape<Value>): Shape<Value> => orDefault(shape, undefined) as Shape<Value>;
const videoKind = orDefault<VideoKind, VideoKind>(oneOf('videos', 'streams', 'shorts'), 'videos');
const indexName = orDefault(text, '') as Shape<WireVideo['_index']>;

/** A setting whose key the archive does not send is not overwritten. */
const overwritesShape = fields<WireChannelOverwrites>({
  download_format: textOrNull,
  autodelete_days: orDefault<number, null>(number, null),
  index_playlists: orDefault<boolean, null>(flag, null),
  integrate_sponsorblock: orDefault<boolean, null>(flag, null),
  subscriptions_channel_size: orDefault<number, null>(number, null),
  subscriptions_live_channel_size: orDefault<number, null>(number, null),
  subscriptions_shorts_channel_size: orDefault<number, null>(number, null),
});

const embeddedChannelShapes = {
  channel_id: identifier,
  channel_name: text,
  channel_active: orDefault(flag, true),
  channel_banner_url: textOrNull,
  channel_thumb_url: textOrNull,
  channel_tvart_url: textOrNull,
  channel_description: textOrNull,
  channel_last_refresh: orDefault(text, ''),
  channel_overwrites: undefinedOr(overwritesShape),
  channel_subs: numberOrZero,
  channel_subscribed: orDefault(flag, false),
  channel_tags: undefinedOr(listOf(text)),
  channel_tabs: orDefault(listOf(oneOf('videos', 'streams', 'shorts')), []),
  channel_views: undefinedOr(number),
};

const embeddedChannel = fields<WireChannelEmbedded>(embeddedChannelShapes);

export const channelShape = fields<WireChannel>({
  ...embeddedChannelShapes,
  source_url: undefinedOr(text),
  video_count: undefinedOr(number),
  _index: indexName,
  _score: numberOrZero,
});

const streamShape = fields<WireStream>({
  type: oneOf('video', 'audio'),
  index: numberOrZero,
  codec: orDefault(text, ''),
  bitrate: numberOrZero,
  width: undefinedOr(number),
  height: undefinedOr(number),
});

const subtitleShape = fields<WireSubtitle>({
  lang: text,
  name: orDefault(text, ''),
  // `file` for hand-imported subtitles; everything but `auto` is treated as the uploader's.
  source: orDefault(oneOf('user', 'auto', 'file'), 'user'),
  media_url: text,
  ext: orDefault(oneOf('json3', 'vtt'), 'vtt'),
  url: textOrNull,
});

const sponsorBlockShape = fields<WireSponsorBlock>({
  is_enabled: flag,
  last_refresh: numberOrZero,
  has_unlocked: undefinedOr(flag),
  segments: orDefault(
    listOf(
      fields<WireSponsorBlock['segments'][number]>({
        actionType: text,
        segment: listOf(number),
        UUID: text,
        category: orDefault(text, ''),
        videoDuration: numberOrZero,
        votes: numberOrZero,
        locked: numberOrZero,
      }),
    ),
    [],
  ),
});

const statsShape = fields<WireVideo['stats']>({
  like_count: numberOrZero,
  average_rating: numberOrZero,
  view_count: numberOrZero,
  dislike_count: numberOrZero,
});

export const videoShape = fields<WireVideo>({
  youtube_id: identifier,
  title: text,
  channel: embeddedChannel,
  player: fields<WireVideo['player']>({
    watched: flag,
    watched_date: undefinedOr(number),
    duration: number,
    duration_str: orDefault(text, ''),
    progress: undefinedOr(number),
    position: nullishOr(number, undefined) as Shape<number>,
  }),
  media_url: text,
  published: text,
  hls_url: undefinedOr(text),
  missing_since: undefinedOr(text),
  source_url: undefinedOr(text),
  chapters: undefinedOr(listOf(fields<NonNullable<WireVideo['chapters']>[number]>({ title: orDefault(text, ''), start_time: number }))),
  active: orDefault(flag, true),
  category: orDefault(listOf(text), []),
  comment_count: orDefault<number, null>(number, null),
  date_downloaded: numberOrZero,
  description: textOrNull,
  media_size: numberOrZero,
  playlist: orDefault(listOf(identifier), []),
  sponsorblock: orDefault<WireSponsorBlock, null>(sponsorBlockShape, null),
  stats: orDefault(statsShape, { like_count: 0, average_rating: 0, view_count: 0, dislike_count: 0 }),
  streams: orDefault(listOf(streamShape), []),
  subtitles: orDefault(listOf(subtitleShape), []),
  tags: orDefault(listOf(text), []),
  vid_last_refresh: orDefault(text, ''),
  vid_thumb_url: orDefault(text, ''),
  vid_type: videoKind,
  _index: indexName,
  _score: numberOrZero,
});

export const playlistShape = fields<WirePlaylist>({
  playlist_id: identifier,
  playlist_name: text,
  playlist_entries: listOf(
    fields<WirePlaylist['playlist_entries'][number]>({
      youtube_id: identifier,
      title: orDefault(text, ''),
      uploader: textOrNull,
      idx: numberOrZero,
      downloaded: orDefault(flag, false),
    }),
  ),
  playlist_active: orDefault(flag, true),
  playlist_channel: textOrNull,
  playlist_channel_id: textOrNull,
  playlist_description: textOrNull,
  playlist_last_refresh: orDefault(text, ''),
  playlist_subscribed: orDefault(flag, false),
  playlist_sort_order: orDefault(oneOf('top', 'bottom'), 'top'),
  playlist_thumbnail: orDefault(text, ''),
  playlist_type: orDefault(oneOf('regular', 'custom'), 'regular'),
  source_url: undefinedOr(text),
  _index: indexName,
  _score: numberOrZero,
});

const navVideo = fields<NonNullable<WirePlaylistNav['playlist_previous']>>({
  youtube_id: identifier,
  title: orDefault(text, ''),
  uploader: textOrNull,
  idx: numberOrZero,
  downloaded: orDefault(flag, true),
  vid_thumb: orDefault(text, ''),
});

export const playlistNavShape = fields<WirePlaylistNav>({
  playlist_meta: fields<WirePlaylistNav['playlist_meta']>({ current_idx: number, playlist_id: identifier, playlist_name: text, playlist_channel: textOrNull }),
  playlist_previous: nullishOr<NonNullable<WirePlaylistNav['playlist_previous']>, null>(navVideo, null),
  playlist_next: nullishOr<NonNullable<WirePlaylistNav['playlist_next']>, null>(navVideo, null),
});

export const commentShape: Shape<WireComment> = fields<WireComment>({
  comment_id: identifier,
  comment_text: text,
  comment_author: orDefault(text, ''),
  comment_author_id: textOrNull,
  comment_author_is_uploader: orDefault(flag, false),
  comment_author_thumbnail: textOrNull,
  comment_is_favorited: orDefault(flag, false),
  comment_likecount: orDefault<number, null>(number, null),
  comment_parent: orDefault(text, 'root'),
  comment_time_text: orDefault(text, ''),
  comment_timestamp: numberOrZero,
  comment_replies: (value) => nullishOr(listOf(commentShape), [])(value),
});

export const channelNavShape = fields<WireChannelNav>({
  has_pending: flag,
  has_ignored: flag,
  has_playlists: flag,
  has_videos: orDefault(flag, true),
  has_streams: flag,
  has_shorts: flag,
});

const aggValue = fields<{ value: number }>({ value: number });

export const channelAggsShape = fields<WireChannelAggs>({
  total_items: aggValue,
  total_size: aggValue,
  total_duration: fields<WireChannelAggs['total_duration']>({ value: numberOrZero, value_str: text }),
});

export const paginationShape = fields<WirePagination>({
  page_size: positiveInteger,
  page_from: numberOrZero,
  prev_pages: orDefault<number[], null>(listOf(number), null),
  current_page: number,
  max_hits: orDefault(flag, false),
  params: orDefault(text, ''),
  // 0 means that this is the last page.
  last_page: numberOrZero,
  next_pages: orDefault(listOf(number), []),
  total_hits: number,
});

/** A page of items. Present servers answer a bare `[]` for an empty list of videos in progress (`watch=continue`). */
export function pageShape<Item>(item: Shape<Item>): Shape<ListPage<Item>> {
  const page = fields<ListPage<Item>>({ data: listOf(item), paginate: paginationShape as Shape<WirePagination | null> });
  return (value) => (Array.isArray(value) && value.length === 0 ? { data: [], paginate: null } : page(value));
}

export const videoListShape = listOf(videoShape);
export const commentListShape = listOf(commentShape);
export const playlistNavListShape = listOf(playlistNavShape);
