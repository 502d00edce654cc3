import { useSyncExternalStore } from 'react';
import { createMediaQuery } from '../lib/media-query.ts';

/** Phones, and larger screens with large text. In em, so that with large text a screen counts as narrower. */
const narrow = createMediaQuery('(max-width: 37.49em)');

export function useIsNarrow(): boolean {
  return useSyncExternalStore(narrow.subscribe, narrow.read);
}
