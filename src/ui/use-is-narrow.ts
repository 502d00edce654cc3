import { useSyncExternalStore } from 'react';
import { mediaQueryStore } from '../lib/media-query.ts';

/** Matches phones. The unit is em, so that a larger screen with large text also counts as narrow. */
const narrowScreen = mediaQueryStore('(max-width: 37.49em)');

export function useIsNarrow(): boolean {
  return useSyncExternalStore(narrowScreen.subscribe, narrowScreen.read);
}
