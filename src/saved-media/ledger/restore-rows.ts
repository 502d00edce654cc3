// Restores the rows of accounts that a lost ledger no longer has. This is one transaction: a full disk or a crash leaves either all rows or
// none, and the second of two tabs that restore at the same time changes nothing.
import type { IDBPDatabase } from 'idb';
import { itemKeyOf, type Revision, type SavedItem, type SavePlans } from './rows.ts';
import type { Schema } from './schema.ts';

/** The preferences of an account that has changed none. */
export const defaultPreferences = { budgetBytes: null, isWifiOnly: false, isPaused: false } as const;

/** What is known of an account whose rows were lost. */
export interface LostRows {
  account: string;
  /** `revision`: the complete copy of the video; null if there is none. */
  videos: readonly { item: SavedItem; revision: Revision | null }[];
  /** Null if nothing is known of them. */
  plans: SavePlans | null;
}

/**
 * Does nothing if the ledger knows `account`, because then nothing was lost. Otherwise restores every account of `readRows` that the ledger
 * does not know. Rows that exist stay as they are. The ledger knows these accounts from then on.
 * @param readRows called within the transaction, so that rows that another tab has just deleted do not come back
 * @throws what the browser throws, for instance if the device is full
 */
export async function restoreRows(database: IDBPDatabase<Schema>, account: string, readRows: () => readonly LostRows[]): Promise<void> {
  const stores = ['items', 'revisions', 'policies', 'trips', 'preferences', 'settings'] as const;
  const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' });
  const [items, policies, trips] = [transaction.objectStore('items'), transaction.objectStore('policies'), transaction.objectStore('trips')];
  const [preferences, settings] = [transaction.objectStore('preferences'), transaction.objectStore('settings')];

  const isKnown = async (owner: string): Promise<boolean> => (await preferences.getKey(owner)) !== undefined;

  async function restore({ account: owner, videos, plans }: LostRows): Promise<void> {
    for (const { item, revision } of videos) {
      if ((await items.getKey(itemKeyOf(item))) !== undefined) continue;
      await items.put(item);
      if (!revision) continue;
      await transaction.objectStore('revisions').put(revision);
      await settings.put(Math.max(revision.revision, Number((await settings.get('last-revision')) ?? 0)), 'last-revision');
    }
    for (const policy of plans?.policies ?? []) if ((await policies.getKey([owner, policy.policyId])) === undefined) await policies.put(policy);
    for (const trip of plans?.trips ?? []) if ((await trips.getKey([owner, trip.tripId])) === undefined) await trips.put(trip);
    await preferences.put({ account: owner, ...defaultPreferences, ...plans?.preferences });
  }

  transaction.done.catch(() => undefined); // thrown below
  try {
    if (!(await isKnown(account))) for (const rows of readRows()) if (!(await isKnown(rows.account))) await restore(rows);
    await transaction.done;
  } catch (reason) {
    // An exception that is not the browser's would leave the transaction open, and the browser would store what was put so far.
    if (transaction.error === null) abort();
    throw transaction.error ?? reason;
  }

  function abort(): void {
    try {
      transaction.abort();
    } catch {
      // The transaction has already ended.
    }
  }
}
