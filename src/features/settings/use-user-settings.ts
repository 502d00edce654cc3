import { useMemo } from 'react';
import type { WireUserConfig } from '../../contract/names.ts';
import { setUserConfig } from '../../mutations/set-user-config.ts';
import { useUserConfig } from '../../queries/session.ts';
import { changesSetting } from '../../mutations/kinds/set-config.ts';
import { usePendingChanges } from '../../queries/sync-sheet.ts';
import type { settingsTexts } from '../../texts/settings.ts';
import { useIsAway } from '../commands/use-is-away.ts';
import { useWrite } from '../writes/use-write.ts';

type SettingKey = keyof typeof settingsTexts.names;

export interface UserSettings {
  /** The account's settings, with the unsent changes applied. */
  config: WireUserConfig;
  /** Stores the value on the device immediately; it is sent to the archive later. */
  set<Key extends SettingKey>(key: Key, value: WireUserConfig[Key]): void;
  /** Whether the archive has sent the setting. Only such settings are offered. */
  has(key: SettingKey): boolean;
  /** Whether a change of the setting waits because the archive is away. While the archive is reachable, changes are sent immediately. */
  isWaiting(key: SettingKey): boolean;
}

/** The account's settings, to read and change. */
export function useUserSettings(): UserSettings {
  const { mutate } = useWrite();
  const config = useUserConfig();
  const changes = usePendingChanges();
  const isAway = useIsAway();
  return useMemo(
    () => ({
      config,
      set(key, value) {
        // fire and forget: the page follows the mirror
        void mutate((mirror) => setUserConfig(mirror, key, value));
      },
      has: (key) => Object.hasOwn(config, key),
      isWaiting: (key) => isAway && changes.some(({ mutation, state }) => changesSetting(mutation, key) && state.name !== 'parked'),
    }),
    [mutate, config, changes, isAway],
  );
}
