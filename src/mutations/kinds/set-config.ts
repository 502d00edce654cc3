import { isSame } from '../../lib/keep-identity.ts';
import { settingsLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';
import type { MutationOf } from '../../mirror/rows.ts';

/** One key of the account's settings. */
export const setConfig: MutationKind<MutationOf<'set-config'>> = {
  lane: () => settingsLane,
  wish: ({ key }) => key,
  entity: {
    of: 'config',
    id: () => '',
    fold: (config, { key, value }) => ({ ...config, [key]: value }),
    isShown: (config, { key, value }) => isSame(config[key], value),
  },
};
