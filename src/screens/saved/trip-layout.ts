import { useSyncExternalStore } from 'react';
import { mediaQueryStore } from '../../lib/media-query.ts';

const wide = mediaQueryStore('(min-width: 1240px)');

/** Whether a trip is packed in a panel next to the page; otherwise in a sheet. */
export function useIsPackerBeside(): boolean {
  return useSyncExternalStore(wide.subscribe, wide.read);
}
