/** Words of the frame around every screen. */
import { count } from './formats.ts';
import { plural } from './plural.ts';

export const shellTexts = {
  product: 'Stowaway',
  pageTitle: (title: string) => `${title} · Stowaway`,
  skip: 'Skip to content',
  mainNavigation: 'Main',
  notices: 'Notices',
  home: 'Home',
  channels: 'Channels',
  downloads: 'Downloads',
  playlists: 'Playlists',
  search: 'Search',
  back: 'Back',
  account: 'Account',
  accountLabel: 'Account and more',
  colorScheme: 'Color scheme',
  schemes: { dark: 'Dark', light: 'Light', matrix: 'Matrix', midnight: 'Midnight', custom: 'Custom' },
  base: 'Ground',
  bases: { ink: 'Ink', graphite: 'Graphite', cocoa: 'Cocoa', pine: 'Pine', paper: 'Paper', mist: 'Mist' },
  accent: 'Color',
  accents: { lantern: 'Lantern', coral: 'Coral', rose: 'Rose', orchid: 'Orchid', iris: 'Iris', sky: 'Sky', seaglass: 'Sea-glass', moss: 'Moss' },
  settings: 'Settings',
  settingsPages: 'Your archive, color scheme, this device',
  about: 'About',
  install: 'Add to home screen',
  logout: 'Logout',
  copyright: (year: number) => `© 2021–${year}`,
  version: (version: string) => `v${version.replace(/^v/, '')}`,
  updateAvailable: (version: string, isBreaking: boolean) => `v${version.replace(/^v/, '')} available${isBreaking ? ' (breaking)' : ''}`,
  logoutDialog: {
    question: (unsent: number) => (unsent > 0 ? `Log out? ${count(unsent)} ${plural(unsent, 'change has', 'changes have')} not been sent.` : 'Log out?'),
    consequence: (unsent: number) =>
      unsent > 0
        ? 'Kept, your copy and what waits stay behind “Open my copy”. Cleared, both go.'
        : 'Kept, your copy stays behind “Open my copy”. Cleared, it goes.',
    keep: 'Log out, keep my copy',
    clear: 'Log out and clear this device',
  },
  notKept: 'That could not be kept: this device has no room or no storage for it.',
} as const;
