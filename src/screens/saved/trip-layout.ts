import { useSyncExternalStore } from 'react';
import { mediaQueryStore } from '../../lib/media-query.ts';

const wideScreen = mediaQueryStore('(min-width: 1240px)');

/** Whether the form that packs a trip is a panel next to the page. Otherwise it is a sheet. */
export function useIsPackerBeside(): boolean {
  return useSyncExternalStore(wideScreen.subscribe, wideScreen.read);
}
