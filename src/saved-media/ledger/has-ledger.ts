// Determines whether this device has a ledger. Does not open it, because that would create one on a device that never saved.
import { ledgerName } from './rows.ts';

/** True if the browser cannot list databases: at worst, the caller then creates an empty ledger. */
export async function hasLedger(): Promise<boolean> {
  const databases = await indexedDB.databases?.().catch(() => []); // rejects where storage is blocked
  return databases?.some(({ name }) => name === ledgerName) !== false;
}
