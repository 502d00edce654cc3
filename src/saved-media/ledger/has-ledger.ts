// Determines whether this device has a ledger without opening it: that would create one, and a device that never saved should get none.
import { ledgerName } from './rows.ts';

/** True if the browser cannot list databases: then the ledger is opened, at worst an empty one. */
export async function hasLedger(): Promise<boolean> {
  const databases = await indexedDB.databases?.().catch(() => []); // refused along with storage
  return databases?.some(({ name }) => name === ledgerName) !== false;
}
