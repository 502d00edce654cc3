// The shape of an answer to a search.
import type { WireFulltextHit, WireSearchResults } from '../contract/names.ts';
import { fields, identifier, listOf, number, oneOf, or, text, type Shape } from './shape.ts';
import { channelShape, playlistShape, videoListShape } from './wire-shapes.ts';

const indexName = or(text, '') as Shape<WireFulltextHit['_index']>;

const fulltextHitShape = fields<WireFulltextHit>({
  youtube_id: identifier,
  title: or(text, ''),
  subtitle_line: text,
  subtitle_start: text,
  subtitle_end: or(text, ''),
  subtitle_channel: or(text, ''),
  subtitle_channel_id: or(text, ''),
  subtitle_fragment_id: or(text, ''),
  subtitle_index: or(number, 0),
  subtitle_lang: or(text, ''),
  subtitle_last_refresh: or(number, 0),
  subtitle_source: or(oneOf('user', 'auto'), 'user'),
  vid_thumb_url: or(text, ''),
  _index: indexName,
  _score: or(number, 0),
});

const resultsShape = fields<WireSearchResults['results']>({
  video_results: videoListShape as Shape<WireSearchResults['results']['video_results']>,
  channel_results: listOf(channelShape) as Shape<WireSearchResults['results']['channel_results']>,
  playlist_results: listOf(playlistShape) as Shape<WireSearchResults['results']['playlist_results']>,
  fulltext_results: listOf(fulltextHitShape),
});

export const searchShape = fields<WireSearchResults>({
  results: resultsShape,
  queryType: or(oneOf('simple', 'video', 'channel', 'playlist', 'full'), 'simple'),
});
