// The destinations of the navigation: one list for tab bar, rail and sidebar.
import { shellTexts } from '../../texts/shell.ts';
import type { IconName } from '../../ui/icon.tsx';

export interface Destination {
  to: string;
  label: string;
  icon: IconName;
  /** The key to press after g. */
  key: string;
  isForStaff?: true;
  /** Set if the destination shows content of this device. It is then drawn with the device's storage use. */
  isOfDevice?: true;
  /** The name of the group that begins with this destination. Only the sidebar shows it; the rail shows a line. */
  group?: string;
}

export const destinations: readonly Destination[] = [
  { to: '/', label: shellTexts.home, icon: 'home', key: 'h' },
  { to: '/channel/', label: shellTexts.channels, icon: 'channels', key: 'c' },
  { to: '/playlist/', label: shellTexts.playlists, icon: 'playlists', key: 'p' },
  { to: '/saved/', label: shellTexts.saved, icon: 'saved', key: 'v', isOfDevice: true, group: shellTexts.groupOfDevice },
  { to: '/downloads/', label: shellTexts.downloads, icon: 'downloads', key: 'd', isForStaff: true, group: shellTexts.groupOfServer },
];

/** The destinations that the account may use (SPEC §6). */
export function destinationsFor({ isStaff }: { isStaff: boolean }): readonly Destination[] {
  return destinations.filter((destination) => isStaff || !destination.isForStaff);
}

/** Separate from the others: at the end of the tab bar, first in rail and sidebar. Its key needs no g before it. */
export const searchDestination: Destination = { to: '/search/', label: shellTexts.search, icon: 'search', key: '/' };

/** Separate from the others: behind the avatar on phones, at the foot of the rail and the sidebar. */
export const settingsDestination: Destination = { to: '/settings/', label: shellTexts.settings, icon: 'settings', key: 's' };

/** Whether a destination is the open page or its parent (a channel belongs to Channels). */
export function isCurrent(destination: Destination, pathname: string): boolean {
  const path = pathname.endsWith('/') ? pathname : `${pathname}/`;
  return destination.to === '/' ? path === '/' : path.startsWith(destination.to);
}

/** The content of a phone's top bar on a page. */
export type TopBar =
  | { kind: 'brand' }
  | { kind: 'title'; title: string }
  /**
   * The bar has a Back button. `isOverPicture`: the bar floats over the channel's banner. `isOfVideo`: the bar is shown only if the page
   * has no player, whose top row has a Back button of its own.
   */
  | { kind: 'inner'; isOverPicture: boolean; isOfVideo?: true };

export function topBarOf(pathname: string): TopBar {
  const path = pathname.endsWith('/') ? pathname : `${pathname}/`;
  if (path === '/') return { kind: 'brand' };
  if (path.startsWith('/video/')) return { kind: 'inner', isOverPicture: false, isOfVideo: true };
  // Every settings page has the title of the settings and no Back button.
  const destination = path.startsWith(settingsDestination.to) ? settingsDestination : [...destinations, searchDestination].find(({ to }) => to === path);
  if (destination) return { kind: 'title', title: destination.label };
  return { kind: 'inner', isOverPicture: path.startsWith('/channel/') };
}
