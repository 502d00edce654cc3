// The accounts on this device, which one is open, and the work left by a logout. At most one account is unlocked, and only that one is
// opened at startup, so that nobody is shown somebody else's copy. Called by the commands, app/client.tsx, sync/final-position.ts and
// queries/sign-in-elsewhere.ts.
import type { Mirror, RegistryDatabase } from './database.ts';
import { lockSending } from './fence.ts';
import type { MutationKinds } from './mutation-kinds.ts';
import type { AccountRow } from './rows.ts';
import { watchQuery } from './watch-query.ts';

/** The account to open at startup; null when there is none, or all are locked. */
export async function findCurrentAccount(registry: RegistryDatabase): Promise<AccountRow | null> {
  const accounts = await registry.accounts.toArray();
  const unlockedAccounts = accounts.filter((account) => account.isLocked === 0).sort((left, right) => right.lastUsedAtMs - left.lastUsedAtMs);
  return unlockedAccounts[0] ?? null;
}

/** Called before another account is opened, so that nothing more is sent from the account that is open. */
export async function lockOtherCopies(registry: RegistryDatabase, kinds: MutationKinds, accountKey: string): Promise<void> {
  const isAnotherOpen = (await registry.accounts.toArray()).some((account) => account.isLocked === 0 && account.accountKey !== accountKey);
  if (isAnotherOpen) await (await import('./lock-copies.ts')).lockCopies({ registry, kinds }, accountKey);
}

/** How often somebody has signed in or out on this device. Read before a ping, and passed to `unlockAccount` with the ping's answer. */
export async function readSessionCount(registry: RegistryDatabase): Promise<number> {
  const note = await registry.notes.get('session');
  return note?.key === 'session' ? note.count : 0;
}

/** Called when somebody has signed in or out. Call inside a transaction over `notes`, or outside any. */
export async function incrementSessionCount(registry: RegistryDatabase): Promise<void> {
  await registry.transaction('rw', registry.notes, async () => {
    await registry.notes.put({ key: 'session', count: (await readSessionCount(registry)) + 1 });
  });
}

/**
 * Opens this account and locks every other, in one step.
 *
 * @param sessionCount the count before the ping. If another tab has signed in or out since, nothing changes and the result is false
 */
export async function unlockAccount(registry: RegistryDatabase, account: AccountRow, sessionCount: number): Promise<boolean> {
  return registry.transaction('rw', [registry.accounts, registry.notes], async () => {
    if ((await readSessionCount(registry)) !== sessionCount) return false;
    await lockAll(registry);
    await registry.accounts.put({ ...account, isLocked: 0 });
    return true;
  });
}

/**
 * Called when the archive's session belongs to another user or another archive: the copy is left as it is and sends nothing. Its fence is
 * locked first. On a full device this fails, but a full device can mark no row as sent, so it sends nothing anyway.
 *
 * @throws when the account could not be locked, because the next start would open it
 */
export async function lockAccount({ registry, db, accountKey }: Mirror): Promise<void> {
  await lockSending(db).catch(() => {});
  await registry.accounts.update(accountKey, { isLocked: 1 });
}

export async function lockAll(registry: RegistryDatabase): Promise<void> {
  await registry.transaction('rw', registry.accounts, async () => {
    for (const account of await registry.accounts.toArray()) {
      if (account.isLocked === 0) await registry.accounts.put({ ...account, isLocked: 1 });
    }
  });
}

/** Durably records the work left by a logout, before anything else is tried. */
export async function recordLogout(registry: RegistryDatabase, account: AccountRow | null, shouldClear: boolean, atMs: number): Promise<void> {
  await registry.transaction('rw', [registry.accounts, registry.notes], async () => {
    await lockAll(registry);
    await incrementSessionCount(registry);
    await registry.notes.put({ key: 'sign-out', atMs });
    if (!shouldClear || !account) return;
    await registry.accounts.delete(account.accountKey);
    await registry.notes.put({ key: `delete:${account.databaseName}`, databaseName: account.databaseName });
  });
}

export async function hasPendingSignOut(registry: RegistryDatabase): Promise<boolean> {
  return (await registry.notes.get('sign-out')) !== undefined;
}

/** Called when the server's session has ended, or another login has replaced it. */
export async function forgetPendingSignOut(registry: RegistryDatabase): Promise<void> {
  await registry.notes.delete('sign-out');
}

/** Calls back once when this account is locked or cleared, in any tab. Returns the unsubscribe function. */
export function watchAccount({ registry, accountKey, clock }: Mirror, onGone: () => void): () => void {
  const unsubscribe = watchQuery(
    clock,
    async () => registry.accounts.get(accountKey),
    (account) => {
      if (account?.isLocked === 0) return;
      unsubscribe();
      onGone();
    },
  );
  return unsubscribe;
}
