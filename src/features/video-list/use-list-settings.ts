import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { withQuery } from '../../lib/addresses.ts';
import { setUserConfig } from '../../mutations/set-user-config.ts';
import { configChanges, videoListSettings, type VideoListArea } from '../../queries/list-settings.ts';
import { useSession } from '../../queries/session.ts';
import { heightOfQuery, type ListSettings } from '../../ui/list-settings.ts';
import { useWrite } from '../writes/use-write.ts';

export interface ScreenListSettings {
  settings: ListSettings;
  change: (change: Partial<ListSettings>) => void;
}

/**
 * Filters and view of a list of videos. The height and "Playable now" are in the address; everything else is in the account's settings.
 */
export function useListSettings(area: VideoListArea): ScreenListSettings {
  const { mutate } = useWrite();
  const { userConfig } = useSession();
  const [search, setSearch] = useSearchParams();
  const height = heightOfQuery(search.get('height'));
  const isPlayableOnly = search.has('playable');
  return useMemo(() => {
    const settings = { ...videoListSettings(userConfig, area), height, isPlayableOnly };
    return {
      settings,
      change(changes) {
        const isOtherList = (['type', 'sort', 'order', 'watched', 'height', 'isPlayableOnly'] as const).some(
          (key) => changes[key] !== undefined && changes[key] !== settings[key],
        );
        if (isOtherList)
          // A changed list starts at its first page.
          setSearch(
            (current) =>
              withQuery(current, { page: null, height: changes.height, playable: changes.isPlayableOnly === false ? null : changes.isPlayableOnly && 1 }),
            { replace: true },
          );
        // Fire and forget: the list follows the mirror.
        for (const { key, value } of configChanges(userConfig, area, changes)) void mutate((mirror) => setUserConfig(mirror, key, value));
      },
    };
  }, [mutate, userConfig, area, height, isPlayableOnly, setSearch]);
}
