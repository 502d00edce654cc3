/** Texts of the channel list and of a channel's own page. */
import { count } from './formats.ts';
import { plural } from './plural.ts';
import { translated } from './translated.ts';

export const channelsTexts = translated('channels', {
  title: 'Channels',
  empty: 'No channels found...',
  emptyForStaff: 'A channel appears with its first video.',
  emptySubscribed: 'No subscribed channels.',
  emptyUnsubscribed: 'No unsubscribed channels.',
  filter: 'Subscription',
  filters: { all: 'All subscribe state', subscribed: 'Subscribed only', unsubscribed: 'Unsubscribed only' },
  view: 'View',
  views: { grid: 'Grid', list: 'List' },
  add: 'Add subscriptions',
  addPlaceholder: 'Subscribe: links or ids',
  addHelp: 'One per line. The server looks them up and reports on each.',
  added: (n: number) => `${count(n)} ${plural(n, 'subscription', 'subscriptions')} on the way.`,
  loading: 'Loading channels',
} as const);

export const channelTexts = translated('channel', {
  notFound: 'Channel not found!',
  notFoundText: 'It was deleted or never archived.',
  goToChannels: 'Go to Channels',
  tabs: 'Channel',
  videos: 'Videos',
  streams: 'Streams',
  shorts: 'Shorts',
  playlists: 'Playlists',
  about: 'About',
  downloads: 'Downloads',
  ignored: 'Ignored',
  lastRefreshed: (day: string) => `last refreshed ${day}`,
  deactivated: 'Deactivated',
  /** The next three label the channel's totals. The values are shown separately. */
  totalVideos: (n: number) => plural(n, 'video', 'videos'),
  totalDuration: 'to watch',
  totalSize: 'on the server',
  videoCount: (n: number) => `${count(n)} ${plural(n, 'video', 'videos')}`,
  more: 'More',
  moreActions: 'More actions',
  markWatched: 'Mark as watched',
  markUnwatched: 'Mark as unwatched',
  emptyForStaff: 'Nothing of this channel is in the archive yet.',
  emptyOfKind: 'This channel has only other kinds of videos.',
  loading: 'Loading the channel',
} as const);
