import type { WireUserConfig } from '../../contract/names.ts';
import { isDeepEqual } from '../../lib/keep-identity.ts';
import { settingsLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';

export interface SetConfig {
  kind: 'set-config';
  key: keyof WireUserConfig;
  value: WireUserConfig[keyof WireUserConfig];
}

/** Sets one key of the account's settings. */
export const setConfig: MutationKind<SetConfig> = {
  lane: () => settingsLane,
  mergeKey: ({ key }) => key,
  // A key that the archive refuses does not hold up the others.
  isOrderedByMergeKey: true,
  entity: {
    of: 'config',
    id: () => '',
    fold: (config, { key, value }) => ({ ...config, [key]: value }),
    isNoOp: (config, { key, value }) => isDeepEqual(config[key], value),
  },
};

export function changesSetting(mutation: { kind: string }, key: SetConfig['key']): boolean {
  return mutation.kind === 'set-config' && (mutation as SetConfig).key === key;
}
