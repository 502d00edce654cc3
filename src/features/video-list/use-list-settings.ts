import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { withQuery } from '../../lib/addresses.ts';
import { setUserConfig } from '../../mutations/set-user-config.ts';
import { configChanges, videoListSettings, type VideoListArea } from '../../queries/list-settings.ts';
import { useSession } from '../../queries/session.ts';
import { heightOfQuery, type ListSettings } from '../../ui/list-settings.ts';
import { useWrite } from '../writes/use-write.ts';

export interface ListSettingsOfScreen {
  settings: ListSettings;
  change: (change: Partial<ListSettings>) => void;
}

/** Filters and view of a list of videos: the account's settings, and the height from the address, which has no key of its own. */
export function useListSettings(area: VideoListArea): ListSettingsOfScreen {
  const { mutate } = useWrite();
  const { userConfig } = useSession();
  const [search, setSearch] = useSearchParams();
  const height = heightOfQuery(search.get('height'));
  return useMemo(() => {
    const settings = { ...videoListSettings(userConfig, area), height };
    return {
      settings,
      change(change) {
        const isOtherList = (['type', 'sort', 'order', 'watched', 'height'] as const).some((key) => change[key] !== undefined && change[key] !== settings[key]);
        if (isOtherList)
          // Another list begins with its first page.
          setSearch((last) => withQuery(last, { page: null, height: change.height }), { replace: true });
        // Not awaited: the list follows the rows.
        for (const { key, value } of configChanges(userConfig, area, change)) void mutate((mirror) => setUserConfig(mirror, key, value));
      },
    };
  }, [mutate, userConfig, area, height, setSearch]);
}
