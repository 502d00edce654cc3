import { useMemo } from 'react';
import { isFullySaved, useSavedSelector } from './saved.ts';

/**
 * Ids of the videos saved completely on this device. The array stays the same until the ids change, so the progress of a save causes no
 * rendering.
 */
export function usePlayableIds(): readonly string[] {
  const joinedIds = useSavedSelector((items) => items.flatMap((item) => (isFullySaved(item) ? item.videoId : [])).join(' '));
  return useMemo(() => (joinedIds === '' ? [] : joinedIds.split(' ')), [joinedIds]);
}
