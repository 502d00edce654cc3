import type { SetConfig } from './kinds/set-config.ts';
import { failed, ok, type Result } from '../lib/result.ts';
import type { WireUserConfig } from '../contract/names.ts';
import type { Mirror } from '../mirror/database.ts';
import { withOutbox } from '../mirror/outbox.ts';
import { appendEntityChange } from '../mirror/outbox-entities.ts';

/**
 * Sets one key of the account's settings: immediately on this device, then on the archive. Only keys that the archive sent may be
 * written; any other fails with `unknown-key` and changes nothing.
 */
export function setUserConfig<Key extends keyof WireUserConfig>(mirror: Mirror, key: Key, value: WireUserConfig[Key]): Promise<Result<void, 'unknown-key'>> {
  return withOutbox(mirror.db, async () => {
    const config = await mirror.db.documents.get('user-config');
    if (config?.key !== 'user-config' || !Object.hasOwn(config.value, key)) return failed('unknown-key');
    await appendEntityChange<SetConfig>(mirror, { mutation: { kind: 'set-config', key, value }, subject: key });
    return ok(undefined);
  });
}
