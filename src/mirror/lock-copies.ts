// Locks copies, so that no tab sends from them, and opens the database of any copy, whether or not this tab has it open. Called by the
// commands that sign somebody in or out, and by the commands and queries about other copies.
import { openMirrorDatabase, type MirrorDatabase, type RegistryDatabase } from './database.ts';
import { lockSending, unlockSending } from './fence.ts';
import type { MutationKinds } from './mutation-kinds.ts';
import type { AccountRow } from './rows.ts';

interface CopiesPorts {
  registry: RegistryDatabase;
  kinds: MutationKinds;
}

/** Locks all unlocked copies except the one with the key `except`, and returns them. After that, no tab starts sending from them. */
export async function lockCopies(ports: CopiesPorts, except?: string): Promise<AccountRow[]> {
  const unlockedAccounts = (await ports.registry.accounts.toArray()).filter((account) => account.isLocked === 0 && account.accountKey !== except);
  for (const account of unlockedAccounts) await withCopyDatabase(ports.kinds, account, lockSending);
  return unlockedAccounts;
}

/** Unlocks these copies, except those whose account is locked by now. */
export async function unlockCopies(ports: CopiesPorts, copies: readonly AccountRow[]): Promise<void> {
  for (const { accountKey } of copies) {
    const account = await ports.registry.accounts.get(accountKey);
    if (account?.isLocked === 0) await withCopyDatabase(ports.kinds, account, unlockSending);
  }
}

/** The key of the registry's note that two copies are to stay separate. The order of the arguments does not matter. */
export function separateCopiesKey(one: string, other: string): `apart:${string}` {
  return `apart:${[one, other].toSorted().join(' ')}`;
}

/** Opens the database of any copy and runs `work` with it. Resolves to null if `work` fails or the copy cannot be opened. */
export async function withCopyDatabase<Value>(
  kinds: MutationKinds,
  { databaseName }: AccountRow,
  work: (db: MirrorDatabase) => Promise<Value>,
): Promise<Value | null> {
  const db = openMirrorDatabase(databaseName, kinds);
  try {
    return await work(db);
  } catch (reason) {
    // A copy that cannot be opened here needs no lock: either nobody sends from it, or a newer version of the app does, which has its own
    // fence.
    console.warn('A copy could not be used', reason);
    return null;
  } finally {
    db.close();
  }
}
