// Shapes of the statistics answers. A null count is zero, and a group may be null or missing (docs/behaviour.md, Stats); one key, which every release
// sends, identifies the answer as belonging to that call.
import type {
  WireBiggestChannel,
  WireDownloadDay,
  WireStatsChannel,
  WireStatsDownload,
  WireStatsPlaylist,
  WireStatsVideo,
  WireStatsWatch,
} from '../contract/names.ts';
import { fields, identifier, listOf, number, or, record, text, type Shape } from './shape.ts';

const amount = or(number, 0);

/** Null is a valid answer; a missing key means that something else has answered. */
function withKey<Value>(key: string, shape: Shape<Value>): Shape<Value> {
  return (value) => {
    const source = record(value);
    if (!(key in source)) text(undefined);
    return shape(source);
  };
}

const videoGroup = or<NonNullable<WireStatsVideo['active_true']>, null>(
  fields<NonNullable<WireStatsVideo['active_true']>>({ doc_count: amount, media_size: amount, duration: amount, duration_str: or(text, '') }),
  null,
);

export const statsVideoShape = withKey(
  'doc_count',
  fields<WireStatsVideo>({
    doc_count: amount,
    media_size: amount,
    duration: amount,
    duration_str: or(text, ''),
    type_videos: videoGroup,
    type_shorts: videoGroup,
    type_streams: videoGroup,
    active_true: videoGroup,
    active_false: videoGroup,
  }),
);

const listShapes = { doc_count: amount, active_true: amount, active_false: amount, subscribed_true: amount, subscribed_false: amount };

export const statsChannelShape = withKey('doc_count', fields<WireStatsChannel>(listShapes));
export const statsPlaylistShape = withKey('doc_count', fields<WireStatsPlaylist>(listShapes));

export const statsDownloadShape = withKey(
  'pending',
  fields<WireStatsDownload>({ pending: amount, ignore: amount, pending_videos: amount, pending_shorts: amount, pending_streams: amount }),
);

const watchGroup = or<NonNullable<WireStatsWatch['watched']>, null>(
  fields<NonNullable<WireStatsWatch['watched']>>({ duration: amount, duration_str: or(text, ''), progress: amount, items: amount }),
  null,
);

export const statsWatchShape = withKey(
  'total',
  fields<WireStatsWatch>({
    total: or<NonNullable<WireStatsWatch['total']>, null>(
      fields<NonNullable<WireStatsWatch['total']>>({ duration: amount, duration_str: or(text, ''), items: amount }),
      null,
    ),
    watched: watchGroup,
    unwatched: watchGroup,
  }),
);

export const downloadHistoryShape = listOf(fields<WireDownloadDay>({ date: text, count: amount, media_size: amount }));

export const biggestChannelsShape = listOf(
  fields<WireBiggestChannel>({ id: identifier, name: text, doc_count: amount, duration: amount, duration_str: or(text, ''), media_size: amount }),
);
