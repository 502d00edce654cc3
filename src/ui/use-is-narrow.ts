import { useSyncExternalStore } from 'react';
import { mediaQueryStore } from '../lib/media-query.ts';

/** Phones, and larger screens with large text. In em, so that with large text a screen counts as narrower. */
const narrow = mediaQueryStore('(max-width: 37.49em)');

export function useIsNarrow(): boolean {
  return useSyncExternalStore(narrow.subscribe, narrow.read);
}
