/** Words of the settings pages that belong to a person. */
import { count } from './formats.ts';
import { plural } from './plural.ts';

export const settingsTexts = {
  title: 'Settings',
  navigation: 'Settings pages',
  dashboard: 'Dashboard',
  user: 'User',
  userTitle: 'User settings',
  names: {
    stylesheet: 'Color scheme',
    page_size: 'Archive page size',
    grid_items: 'Grid items',
    file_size_unit: 'File size units',
    show_help_text: 'Show help text',
  },
  /** Those that are set in the lists themselves; named where changes wait. */
  namesInLists: {
    sort_by: 'Sorting',
    sort_order: 'Sort order',
    view_style_home: 'View of videos',
    view_style_channel: 'View of channels',
    view_style_playlist: 'View of playlists',
    view_style_downloads: 'View of downloads',
    vid_type_filter: 'Type of videos',
    hide_watched: 'Watched filter',
    hide_watched_channel: 'Watched filter of channels',
    hide_watched_playlist: 'Watched filter of playlists',
    show_ignored_only: 'Ignored only',
    show_subed_only: 'Subscribed channels only',
    show_subed_only_playlists: 'Subscribed playlists only',
  },
  browsing: 'Browsing',
  pageSizeHelp: 'Videos, channels or playlists per page.',
  gridItemsHelp: 'Most columns on a wide screen, 3 to 7.',
  fewerGridItems: 'Fewer columns',
  moreGridItems: 'More columns',
  fileSizeHelp: '1 GiB is 1024 MiB, 1 GB is 1000 MB.',
  binary: 'Binary',
  metric: 'Metric',
  helpTextHelp: 'The small print under each setting.',
  schemeHelp: 'Goes with your account. The custom theme’s ground and colour stay on this device.',
  thisDevice: 'This device',
  copyHelp: 'What you have browsed is kept here, so that it opens without the server.',
  copyFacts: (videos: number, channels: number) =>
    `${count(videos)} ${plural(videos, 'video', 'videos')}, ${count(channels)} ${plural(channels, 'channel', 'channels')}`,
  copyFrom: (when: string) => `Your copy from ${when}`,
  neverSynced: 'Not synced yet',
  storageUsed: (size: string) => `${size} used by this browser for Stowaway`,
  storageUnknown: 'This browser does not tell how much room it takes.',
  clear: 'Clear this device',
  clearHelp: 'Logs you out and removes your copy from here. The archive keeps everything.',
  clearQuestion: 'Clear this device?',
  clearText: (unsent: number) =>
    unsent > 0
      ? `${count(unsent)} ${plural(unsent, 'change has', 'changes have')} not been sent and ${plural(unsent, 'goes', 'go')} with your copy. You will be logged out.`
      : 'Your copy goes from here, and you will be logged out. The archive keeps everything.',
  clearAnswer: 'Log out and clear this device',
  protection: {
    label: 'Protection',
    states: {
      protected: 'The browser keeps this copy, whatever space is left.',
      open: 'The browser may clear this when space runs out.',
      asking: 'Asking the browser…',
      refused: 'The browser did not agree. It may after the next visits, or once this is on the home screen.',
    },
    protect: 'Protect it',
  },
  install: 'Home screen',
  installHelp: 'Opens without a browser bar.',
  installAdd: 'Add to home screen',
  mirrorAhead: 'Copy ahead',
  mirrorAheadHelp: 'Copies what you will likely open next while nothing else is to do. Never on metered connections.',
  administration: 'Administration',
  users: 'User administration',
  usersHelp: 'Accounts and groups of this archive, in its own interface.',
  usersOpen: 'Open',
} as const;
