/** Texts of the dashboard (SPEC §2 "Dashboard (Your Archive)"). */
import { count } from './formats.ts';
import { plural } from './plural.ts';
import { translated } from './translated.ts';

export const dashboardTexts = translated('dashboard', {
  title: 'Your Archive',
  loading: 'Loading...',
  counted: (when: string) => (when === 'just now' ? 'Counted just now' : `Counted ${when}`),
  countedOffline: (when: string) => `Counted before you went offline, ${when}`,
  overview: 'Overview',
  videos: (total: number) => plural(total, 'video', 'videos'),
  active: 'Active',
  inactive: 'Inactive',
  watchProgress: 'Watch Progress',
  watched: 'Watched',
  unwatched: 'Unwatched',
  share: (share: number) => `${Math.round(share * 100)}%`,
  shareWatched: 'of the playing time watched',
  seconds: (total: number) => `${count(total)} ${plural(total, 'second', 'seconds')}`,
  videoType: 'Video Type',
  regular: 'Regular',
  shorts: 'Shorts',
  streams: 'Streams',
  application: 'Application',
  channels: 'Channels',
  playlists: 'Playlists',
  subscribed: (total: number) => `${count(total)} subscribed`,
  pending: 'Pending downloads',
  pendingKinds: (videos: number, shorts: number, streams: number) =>
    [
      videos > 0 ? `${count(videos)} ${plural(videos, 'video', 'videos')}` : '',
      shorts > 0 ? `${count(shorts)} ${plural(shorts, 'short', 'shorts')}` : '',
      streams > 0 ? `${count(streams)} ${plural(streams, 'stream', 'streams')}` : '',
    ]
      .filter(Boolean)
      .join(', '),
  history: 'Download History',
  noHistory: 'No recent downloads',
  historySum: (total: number, size: string, days: number) =>
    `${count(total)} ${plural(total, 'video', 'videos')} · ${size} in ${count(days)} ${plural(days, 'day', 'days')}`,
  day: 'Day',
  videosHead: 'Videos',
  durationHead: 'Duration',
  sizeHead: 'Size',
  channelHead: 'Channel',
  biggest: 'Biggest Channels',
  by: { doc_count: 'By videos', duration: 'By duration', media_size: 'By media size' },
  noChannels: 'No channels found...',
} as const);
