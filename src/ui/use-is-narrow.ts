import { useSyncExternalStore } from 'react';
import { mediaQuery } from '../lib/media-query.ts';

/** Phones, and larger screens with large text: in em, so that large text counts as less room. */
const narrow = mediaQuery('(max-width: 37.49em)');

export function useIsNarrow(): boolean {
  return useSyncExternalStore(narrow.subscribe, narrow.read);
}
