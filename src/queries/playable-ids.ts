import { useMemo } from 'react';
import { isFullySaved, useSavedItems } from './saved.ts';

/** Ids of the videos saved completely on this device. The same array until they change. */
export function usePlayableIds(): readonly string[] {
  const items = useSavedItems();
  const ids = items.filter(isFullySaved).map(({ videoId }) => videoId);
  const key = ids.join(' ');
  // oxlint-disable-next-line react/exhaustive-deps -- the key says whether they are others
  return useMemo(() => ids, [key]);
}
