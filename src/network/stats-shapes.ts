// Shapes of the statistics answers. A null count is zero, and a group may be null or missing (docs/behaviour.md, Stats). One key, which
// every release sends, identifies the answer as belonging to that call.
import type {
  WireBiggestChannel,
  WireDownloadDay,
  WireStatsChannel,
  WireStatsDownload,
  WireStatsPlaylist,
  WireStatsVideo,
  WireStatsWatch,
} from '../contract/names.ts';
import { fields, identifier, listOf, number, orDefault, record, text, type Shape } from './shape.ts';

const numberOrZero = orDefault(number, 0);

/** A null value is valid; a missing key means that something other than the archive has answered. */
function withRequiredKey<Value>(key: string, shape: Shape<Value>): Shape<Value> {
  return (value) => {
    const source = record(value);
    if (!(key in source)) text(undefined); // refuses the answer
    return shape(source);
  };
}

const videoGroup = orDefault<NonNullable<WireStatsVideo['active_true']>, null>(
  fields<NonNullable<WireStatsVideo['active_true']>>({
    doc_count: numberOrZero,
    media_size: numberOrZero,
    duration: numberOrZero,
    duration_str: orDefault(text, ''),
  }),
  null,
);

export const statsVideoShape = withRequiredKey(
  'doc_count',
  fields<WireStatsVideo>({
    doc_count: numberOrZero,
    media_size: numberOrZero,
    duration: numberOrZero,
    duration_str: orDefault(text, ''),
    type_videos: videoGroup,
    type_shorts: videoGroup,
    type_streams: videoGroup,
    active_true: videoGroup,
    active_false: videoGroup,
  }),
);

const listShapes = {
  doc_count: numberOrZero,
  active_true: numberOrZero,
  active_false: numberOrZero,
  subscribed_true: numberOrZero,
  subscribed_false: numberOrZero,
};

export const statsChannelShape = withRequiredKey('doc_count', fields<WireStatsChannel>(listShapes));
export const statsPlaylistShape = withRequiredKey('doc_count', fields<WireStatsPlaylist>(listShapes));

export const statsDownloadShape = withRequiredKey(
  'pending',
  fields<WireStatsDownload>({
    pending: numberOrZero,
    ignore: numberOrZero,
    pending_videos: numberOrZero,
    pending_shorts: numberOrZero,
    pending_streams: numberOrZero,
  }),
);

const watchGroup = orDefault<NonNullable<WireStatsWatch['watched']>, null>(
  fields<NonNullable<WireStatsWatch['watched']>>({ duration: numberOrZero, duration_str: orDefault(text, ''), progress: numberOrZero, items: numberOrZero }),
  null,
);

export const statsWatchShape = withRequiredKey(
  'total',
  fields<WireStatsWatch>({
    total: orDefault<NonNullable<WireStatsWatch['total']>, null>(
      fields<NonNullable<WireStatsWatch['total']>>({ duration: numberOrZero, duration_str: orDefault(text, ''), items: numberOrZero }),
      null,
    ),
    watched: watchGroup,
    unwatched: watchGroup,
  }),
);

export const downloadHistoryShape = listOf(fields<WireDownloadDay>({ date: text, count: numberOrZero, media_size: numberOrZero }));

export const biggestChannelsShape = listOf(
  fields<WireBiggestChannel>({
    id: identifier,
    name: text,
    doc_count: numberOrZero,
    duration: numberOrZero,
    duration_str: orDefault(text, ''),
    media_size: numberOrZero,
  }),
);
