import type { Locks } from '../lib/locks.ts';
import type { Mirror } from '../mirror/database.ts';
import { lockSending, signInLock, unlockSending } from '../mirror/fence.ts';

/** Unlocks a copy left locked by a tab that was killed during a sign-in. Without browser locks, only the next start unlocks it. */
export async function unlockIfStale({ registry, accountKey, db }: Mirror, locks: Locks): Promise<void> {
  if (!locks.isCrossTab) return;
  const unlock = async (): Promise<void> => {
    const account = await registry.accounts.get(accountKey);
    if (account?.isLocked === 0) await unlockSending(db);
    // Another tab may have logged out meanwhile. It locks the copy once more after it has recorded the logout, or it is noticed here.
    if ((await registry.accounts.get(accountKey))?.isLocked !== 0) await lockSending(db);
  };
  await locks.run(signInLock, unlock, { ifFree: true });
}
