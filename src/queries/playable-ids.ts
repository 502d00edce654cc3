import { useMemo } from 'react';
import { isWholeHere, useSavedItems } from './saved.ts';

/** Of the videos that are whole here. The same array until it changes. */
export function usePlayableIds(): readonly string[] {
  const items = useSavedItems();
  const ids = items.filter(isWholeHere).map(({ videoId }) => videoId);
  const key = ids.join(' ');
  // oxlint-disable-next-line react/exhaustive-deps -- the key says whether they are others
  return useMemo(() => ids, [key]);
}
