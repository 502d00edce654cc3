import type { RegistryDatabase } from '../mirror/database.ts';
import { unlockAccount } from '../mirror/registry.ts';
import type { Clock } from '../lib/clock.ts';

/**
 * "Open my copy": unlocks a kept account without the network. Its changes wait as signed out until this person logs in.
 * Does nothing for an account that was cleared meanwhile.
 */
export async function openCopy({ registry, clock }: { registry: RegistryDatabase; clock: Clock }, accountKey: string): Promise<void> {
  const account = await registry.accounts.get(accountKey);
  if (account) await unlockAccount(registry, { ...account, lastUsedAtMs: clock.now() });
}
