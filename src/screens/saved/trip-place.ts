import { useSyncExternalStore } from 'react';
import { mediaQuery } from '../../lib/media-query.ts';

const wide = mediaQuery('(min-width: 1240px)');

/** Whether a trip is packed in a panel beside the page; else in a sheet. */
export function useIsPackerBeside(): boolean {
  return useSyncExternalStore(wide.subscribe, wide.read);
}
