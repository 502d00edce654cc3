import { translated } from './translated.ts';

/** Texts of the frame around every screen. */
export const shellTexts = translated('shell', {
  product: 'Stowaway',
  pageTitle: (title: string) => `${title} · Stowaway`,
  skip: 'Skip to content',
  mainNavigation: 'Main',
  notices: 'Notices',
  home: 'Home',
  channels: 'Channels',
  saved: 'Saved',
  downloads: 'Downloads',
  groupOfDevice: 'This device',
  groupOfServer: 'Server',
  playlists: 'Playlists',
  search: 'Search',
  back: 'Back',
  account: 'Account',
  accountLabel: 'Account and more',
  settings: 'Settings',
  about: 'About',
  logout: 'Logout',
  copyright: (year: number) => `© 2021–${year}`,
  version: (version: string) => `v${version.replace(/^v/, '')}`,
  updateAvailable: (version: string, isBreaking: boolean) => `v${version.replace(/^v/, '')} available${isBreaking ? ' (breaking)' : ''}`,
  /** Shown if the server's answers cannot be stored, also in place of a view. */
  deviceFull: 'Sync paused: this device is full. Free some space.',
  /** Followed by the reason, one of `notKept`. */
  storedSome: (n: number, all: number) => `Stored ${n} of ${all} changes.`,
  /** Shown for a change that this device could not store. */
  notKept: {
    full: 'Not stored: this device is full. Free some space, then try again.',
    closed: 'Not stored: the copy on this device is closed. Reload the page.',
    other: 'This could not be stored on this device.',
  },
} as const);
