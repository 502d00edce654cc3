// The filter "Playable now" of a list whose items are all loaded. Whether the filter is on is part of the address.
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { withQuery } from '../../lib/addresses.ts';
import { usePlayableIds } from '../../queries/playable-ids.ts';

export interface PlayableOnly {
  isOn: boolean;
  /** Whether the filter is on, or at least one video is saved completely. */
  isOffered: boolean;
  /** The ids that the filter shows: while it is on, those of playable videos, otherwise all. */
  shownOf(videoIds: readonly string[]): readonly string[];
  toggle(): void;
}

/** The result is stable until something in it changes. */
export function usePlayableOnly(): PlayableOnly {
  const [search, setSearch] = useSearchParams();
  const ids = usePlayableIds();
  const isOn = search.has('playable');
  return useMemo(() => {
    const playableIds = new Set(ids);
    return {
      isOn,
      isOffered: isOn || ids.length > 0,
      shownOf: (videoIds) => (isOn ? videoIds.filter((videoId) => playableIds.has(videoId)) : videoIds),
      toggle: () => setSearch((current) => withQuery(current, { playable: isOn ? null : 1 }), { replace: true }),
    };
  }, [ids, isOn, setSearch]);
}
