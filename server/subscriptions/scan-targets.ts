// Determines which pages to check for subscriptions, and how many entries of each. Pure.
import type { WireAppSettings } from '../../src/contract/names.ts';
import type { ChannelRow } from '../archive/channels.ts';
import type { PlaylistRow } from '../archive/playlists.ts';

export interface ScanTarget {
  /** Id of the channel or playlist. */
  id: string;
  name: string;
  address: string;
  /** The number of entries to check; null for all. */
  maxEntries: number | null;
  /** `tab`: a page that a channel may lack. */
  what: 'channel' | 'tab' | 'playlist';
  /** Whether the page's last entries are the newest. */
  isFromBottom: boolean;
}

type Sizes = WireAppSettings['subscriptions'];

/** The size null means no limit, and 0 switches a kind off (docs/behaviour.md, Application settings). */
export function channelTargets(channel: ChannelRow, sizes: Sizes): ScanTarget[] {
  if (channel.sourceUrl === null) return [];
  const sizeOf = (key: string, archiveSize: number | null): number | null => {
    const value = channel.overwrites?.[key];
    return typeof value === 'number' ? value : archiveSize;
  };
  const maxVideos = sizeOf('subscriptions_channel_size', sizes.channel_size);
  const page = youtubePage(channel.sourceUrl);
  const commonFields = { id: channel.channelId, name: channel.name, isFromBottom: false };
  // On other sites a channel has one page, with everything on it.
  if (page === null) return withoutDisabled([{ ...commonFields, address: channel.sourceUrl, maxEntries: maxVideos, what: 'channel' }]);
  return withoutDisabled([
    { ...commonFields, address: `${page}/videos`, maxEntries: maxVideos, what: 'channel' },
    { ...commonFields, address: `${page}/shorts`, maxEntries: sizeOf('subscriptions_shorts_channel_size', sizes.shorts_channel_size), what: 'tab' },
    { ...commonFields, address: `${page}/streams`, maxEntries: sizeOf('subscriptions_live_channel_size', sizes.live_channel_size), what: 'tab' },
  ]);
}

export function playlistTargets(playlist: PlaylistRow, sizes: Sizes): ScanTarget[] {
  if (playlist.sourceUrl === null) return [];
  const { playlistId: id, name, sourceUrl: address } = playlist;
  return withoutDisabled([{ id, name, address, maxEntries: sizes.playlist_size, what: 'playlist', isFromBottom: playlist.sortOrder === 'bottom' }]);
}

function withoutDisabled(targets: ScanTarget[]): ScanTarget[] {
  return targets.filter(({ maxEntries }) => maxEntries === null || maxEntries > 0);
}

/** A YouTube channel's page without its tab; null for another site. */
export function youtubePage(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { hostname, pathname } = new URL(address);
  if (!/(^|\.)youtube\.com$/.test(hostname)) return null;
  // The pattern matches only from the first slash of a run of slashes. Otherwise a long run within the path would take quadratic time.
  const path = pathname.replace(/(?<!\/)\/+$/, '').replace(/\/(videos|streams|shorts|playlists|featured|about|live)$/, '');
  return `https://www.youtube.com${path}`;
}
