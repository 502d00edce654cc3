// The shape of an answer to a search.
import type { WireFulltextHit, WireSearchResults } from '../contract/names.ts';
import { fields, identifier, listOf, number, oneOf, orDefault, text, type Shape } from './shape.ts';
import { channelShape, playlistShape, videoListShape } from './wire-shapes.ts';

const indexName = orDefault(text, '') as Shape<WireFulltextHit['_index']>;

const fulltextHitShape = fields<WireFulltextHit>({
  youtube_id: identifier,
  title: orDefault(text, ''),
  subtitle_line: text,
  subtitle_start: text,
  subtitle_end: orDefault(text, ''),
  subtitle_channel: orDefault(text, ''),
  subtitle_channel_id: orDefault(text, ''),
  subtitle_fragment_id: orDefault(text, ''),
  subtitle_index: orDefault(number, 0),
  subtitle_lang: orDefault(text, ''),
  subtitle_last_refresh: orDefault(number, 0),
  subtitle_source: orDefault(oneOf('user', 'auto'), 'user'),
  vid_thumb_url: orDefault(text, ''),
  _index: indexName,
  _score: orDefault(number, 0),
});

const resultsShape = fields<WireSearchResults['results']>({
  video_results: videoListShape as Shape<WireSearchResults['results']['video_results']>,
  channel_results: listOf(channelShape) as Shape<WireSearchResults['results']['channel_results']>,
  playlist_results: listOf(playlistShape) as Shape<WireSearchResults['results']['playlist_results']>,
  fulltext_results: listOf(fulltextHitShape),
});

export const searchShape = fields<WireSearchResults>({
  results: resultsShape,
  queryType: orDefault(oneOf('simple', 'video', 'channel', 'playlist', 'full'), 'simple'),
});
