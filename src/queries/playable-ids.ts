import { useMemo } from 'react';
import { isFullySaved, useSavedSelection } from './saved.ts';

/** Ids of the videos saved completely on this device. The same array until they change, so the progress of a save does not render. */
export function usePlayableIds(): readonly string[] {
  const joinedIds = useSavedSelection((items) => items.flatMap((item) => (isFullySaved(item) ? item.videoId : [])).join(' '));
  return useMemo(() => (joinedIds === '' ? [] : joinedIds.split(' ')), [joinedIds]);
}
