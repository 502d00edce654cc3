/** Words of the channel list and of a channel's own page. */
export const channelsTexts = {
  title: 'Channels',
  empty: 'No channels found...',
  emptyForStaff: 'Channels appear with the first video of theirs.',
  emptyForOthers: 'Nothing here yet. Ask whoever runs this archive.',
  loading: 'Loading channels',
} as const;

export const channelTexts = {
  notFound: 'Channel not found!',
  notFoundText: 'The archive does not have it, or no longer.',
  goToChannels: 'Go to Channels',
  tabs: 'Channel',
  videos: 'Videos',
  streams: 'Streams',
  shorts: 'Shorts',
  lastRefreshed: (day: string) => `last refreshed ${day}`,
  deactivated: 'Deactivated',
  totalVideos: 'videos',
  totalDuration: 'to watch',
  totalSize: 'on the server',
  markWatched: 'Mark as watched',
  markUnwatched: 'Mark as unwatched',
  empty: 'No videos found...',
  emptyForStaff: 'Nothing of this channel is in the archive yet.',
  emptyForOthers: 'Nothing here yet. Ask whoever runs this archive.',
  loading: 'Loading the channel',
} as const;
