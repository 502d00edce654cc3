import { lockOtherCopies, readSessionCount, unlockAccount } from '../mirror/registry.ts';
import type { SessionPorts } from './load-account.ts';

/**
 * "Open my copy": unlocks a kept account without the network. Its changes wait until this user signs in. Does nothing for an account that
 * was cleared meanwhile.
 */
export async function openCopy({ registry, clock, kinds }: Pick<SessionPorts, 'registry' | 'clock' | 'kinds'>, accountKey: string): Promise<void> {
  const account = await registry.accounts.get(accountKey);
  if (!account) return;
  await lockOtherCopies(registry, kinds, accountKey);
  await unlockAccount(registry, { ...account, lastUsedAtMs: clock.now() }, await readSessionCount(registry));
}
