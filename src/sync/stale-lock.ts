import type { Locks } from '../lib/locks.ts';
import type { Mirror } from '../mirror/database.ts';
import { signInLock, unlockSending } from '../mirror/fence.ts';

/** Unlocks a copy left locked by a tab that was killed during a sign-in. Without browser locks, only the next start unlocks it. */
export async function unlockIfStale({ registry, accountKey, db }: Mirror, locks: Locks): Promise<void> {
  if (!locks.isCrossTab) return;
  const unlock = async (): Promise<void> => {
    const account = await registry.accounts.get(accountKey);
    if (account?.isLocked === 0) await unlockSending(db);
  };
  await locks.run(signInLock, unlock, { ifFree: true });
}
