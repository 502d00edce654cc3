// Working in copies from outside of the tabs that have them open: locking them against sending, and looking into them. Called by the commands
// that change whose session it is, and by what tells of other copies.
import { openMirrorDatabase, type MirrorDatabase, type RegistryDatabase } from './database.ts';
import { lockSending, unlockSending } from './fence.ts';
import type { MutationKinds } from './mutation-kinds.ts';
import type { AccountRow } from './rows.ts';

interface CopiesPorts {
  registry: RegistryDatabase;
  kinds: MutationKinds;
}

/** From the moment in which it resolves no tab begins to send from an unlocked copy. Answers those copies. */
export async function lockCopies(ports: CopiesPorts, except?: string): Promise<AccountRow[]> {
  const unlocked = (await ports.registry.accounts.toArray()).filter((account) => account.isLocked === 0 && account.accountKey !== except);
  for (const account of unlocked) await inCopy(ports.kinds, account, lockSending);
  return unlocked;
}

/** The end of it, for copies whose account is unlocked still, or again. */
export async function unlockCopies(ports: CopiesPorts, copies: readonly AccountRow[]): Promise<void> {
  for (const { accountKey } of copies) {
    const account = await ports.registry.accounts.get(accountKey);
    if (account?.isLocked === 0) await inCopy(ports.kinds, account, unlockSending);
  }
}

/** The key of the note that two copies stay apart, whichever of them is open. */
export function apartKey(one: string, other: string): `apart:${string}` {
  return `apart:${[one, other].toSorted().join(' ')}`;
}

/** Runs `work` in a copy that this page need not have open. Null: it failed, or the copy cannot be opened. */
export async function inCopy<Value>(kinds: MutationKinds, { databaseName }: AccountRow, work: (db: MirrorDatabase) => Promise<Value>): Promise<Value | null> {
  const db = openMirrorDatabase(databaseName, kinds);
  try {
    return await work(db);
  } catch (reason) {
    // One that does not open here is sent from by nobody, or by a newer version of the app, which has a fence of its own.
    console.warn('A copy could not be used', reason);
    return null;
  } finally {
    db.close();
  }
}
