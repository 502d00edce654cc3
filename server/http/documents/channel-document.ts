// Builds the contract's channel document from rows.
import type { WireChannel, WireChannelEmbedded } from '../../../src/contract/names.ts';
import type { Archive } from '../../archive/archive.ts';
import type { ChannelRow } from '../../archive/channels.ts';
import { isoDate } from './durations.ts';
import { channelPicturePath } from './media-paths.ts';

export const noOverwrites = {
  download_format: null,
  autodelete_days: null,
  index_playlists: null,
  integrate_sponsorblock: null,
  subscriptions_channel_size: null,
  subscriptions_live_channel_size: null,
  subscriptions_shorts_channel_size: null,
};

type Channels = Pick<Archive, 'channels'>;

/** Includes each channel's number of videos, which one query returns for all channels. */
export function channelDocuments({ channels }: Channels, rows: readonly ChannelRow[]): WireChannel[] {
  const counts = channels.videoCounts(rows.map((row) => row.channelId));
  return rows.map((row) => document(row, counts.get(row.channelId) ?? 0));
}

export function channelDocument({ channels }: Channels, row: ChannelRow): WireChannel {
  return document(row, channels.videoCounts([row.channelId]).get(row.channelId) ?? 0);
}

function document(row: ChannelRow, videoCount: number): WireChannel {
  return {
    ...embeddedChannel(row),
    ...(row.sourceUrl === null ? {} : { source_url: row.sourceUrl }),
    video_count: videoCount,
    _index: 'ta_channel',
    _score: 0,
  };
}

/**
 * Adds the addresses of all three pictures, for programs: the Plex agent skips a channel if one picture has no address. At these addresses
 * the server sends a substitute for a missing picture.
 */
export function withEveryPicture<Channel extends WireChannelEmbedded>(document: Channel): Channel {
  const { channel_id: id } = document;
  const addresses = {
    channel_banner_url: channelPicturePath(id, 'banner'),
    channel_thumb_url: channelPicturePath(id, 'thumb'),
    channel_tvart_url: channelPicturePath(id, 'tvart'),
  };
  return { ...document, ...addresses };
}

export function embeddedChannel(row: ChannelRow): WireChannelEmbedded {
  return {
    channel_id: row.channelId,
    channel_active: row.isActive,
    channel_banner_url: row.bannerFile && channelPicturePath(row.channelId, 'banner'),
    channel_thumb_url: row.thumbFile && channelPicturePath(row.channelId, 'thumb'),
    channel_tvart_url: row.tvartFile && channelPicturePath(row.channelId, 'tvart'),
    channel_description: row.description,
    channel_last_refresh: isoDate(row.refreshedAt),
    channel_name: row.name,
    channel_subs: row.subscriberCount,
    channel_subscribed: row.isSubscribed,
    channel_tags: row.tags,
    channel_tabs: row.kinds,
    ...(row.overwrites === null ? {} : { channel_overwrites: { ...noOverwrites, ...row.overwrites } }),
  };
}

/** A placeholder for a channel that the catalogue does not have, because its record was refused or comes later in the import. */
export function unknownChannel(channelId: string): WireChannelEmbedded {
  return embeddedChannel({
    channelId,
    name: channelId,
    description: null,
    subscriberCount: 0,
    tags: [],
    sourceUrl: null,
    thumbFile: null,
    bannerFile: null,
    tvartFile: null,
    isActive: true,
    isSubscribed: false,
    overwrites: null,
    refreshedAt: 0,
    kinds: [],
  });
}
