import { useSyncExternalStore } from 'react';

/** Phones, and larger screens with large text: in em, so that large text counts as less room. */
const query = '(max-width: 37.49em)';

function subscribe(onChange: () => void): () => void {
  const list = matchMedia(query);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
