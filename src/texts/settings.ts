/** Texts of the user settings page, and those that several settings pages share. */
import { count } from './formats.ts';
import { plural } from './plural.ts';
import { translated } from './translated.ts';

const savedVideos = (n: number): string => `${count(n)} saved ${plural(n, 'video', 'videos')}`;

/** The complete copies that are deleted with an account's data on this device. */
export interface ClearedVideos {
  count: number;
  /** Of all of them. */
  size: string;
  /** How many of them the archive no longer has. */
  goneCount: number;
}

export const settingsTexts = translated('settings', {
  title: 'Settings',
  navigation: 'Settings pages',
  dashboard: 'Dashboard',
  user: 'User',
  application: 'Application',
  scheduling: 'Scheduling',
  actions: 'Actions',
  lastKnown: (when: string) => `Changing this needs the server. Last known values from ${when}.`,
  userTitle: 'User settings',
  names: {
    stylesheet: 'Color scheme',
    page_size: 'Archive page size',
    grid_items: 'Grid items',
    file_size_unit: 'File size units',
    show_help_text: 'Show help text',
  },
  /** Settings that are changed in the lists; named here for the list of waiting changes. */
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
  language: 'Language',
  languageHelp: 'For this browser, including the server’s own pages. The server’s messages in the app stay in English.',
  /** Each name in its own language. */
  languageNames: { en: 'English', de: 'Deutsch' },
  languageOfBrowser: (name: string) => `Same as the browser (${name})`,
  languageMissing: (name: string) => `${name} could not be loaded. Connect once, then try again.`,
  pageSizeHelp: 'Videos, channels or playlists per page.',
  gridItemsHelp: 'Most columns on a wide screen, 3 to 7.',
  fewerGridItems: 'Fewer columns',
  moreGridItems: 'More columns',
  fileSizeHelp: '1 GiB is 1024 MiB, 1 GB is 1000 MB.',
  binary: 'Binary',
  metric: 'Metric',
  helpTextHelp: 'The small print under each setting.',
  schemeHelp: 'Saved with your account. A custom background and accent stay on this device.',
  thisDevice: 'This device',
  copyHelp: 'What you have browsed is kept here and opens without the server.',
  copyFacts: (videos: number, channels: number) =>
    `${count(videos)} ${plural(videos, 'video', 'videos')}, ${count(channels)} ${plural(channels, 'channel', 'channels')}`,
  copyFrom: (when: string) => `Your copy from ${when}`,
  neverSynced: 'Not synced yet',
  storageUsed: (size: string) => `${size} used by this browser for Stowaway`,
  storageUnknown: 'This browser does not say how much storage it uses.',
  clear: 'Clear this device',
  clearHelp: 'Logs you out and removes your copy and your saved videos from here. Nothing is deleted on the server.',
  clearQuestion: 'Clear this device?',
  clearText: (unsent: number, saved: ClearedVideos) =>
    [
      unsent > 0 ? `${count(unsent)} ${plural(unsent, 'change has', 'changes have')} not been sent and will be lost.` : '',
      saved.count > 0
        ? `Your copy and ${savedVideos(saved.count)} (${saved.size}) are removed from here, and you will be logged out.`
        : 'Your copy is removed from here, and you will be logged out.',
      saved.goneCount > 0 ? `${savedVideos(saved.goneCount)} ${plural(saved.goneCount, 'is', 'are')} no longer on the server and cannot be saved again.` : '',
      unsent + saved.goneCount === 0 ? 'The archive keeps everything.' : '',
    ]
      .filter(Boolean)
      .join(' '),
  clearAnswer: 'Log out and clear this device',
  protection: {
    label: 'Protection',
    states: {
      protected: 'The browser keeps this copy even when space runs out.',
      open: 'The browser may clear this when space runs out.',
      asking: 'Asking the browser…',
      refused: 'The browser declined. It may agree after more visits, or once Stowaway is on the home screen.',
    },
    protect: 'Protect it',
  },
  install: 'Home screen',
  installHelp: 'Opens without a browser bar.',
  installAdd: 'Add to home screen',
  mirrorAhead: 'Copy ahead',
  mirrorAheadHelp: 'While idle, copies what you will likely open next. Never on metered connections.',
  administration: 'Administration',
  users: 'User administration',
  usersHelp: 'Accounts and groups of this archive, in its own interface.',
  usersOpen: 'Open',
  account: 'Account',
  ownAccount: 'Password and devices',
  ownAccountHelp: 'Change your password or sign out other devices, in the archive’s own interface.',
} as const);
