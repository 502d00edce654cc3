// Whether this device has a ledger: opening one makes it, and a device that never saved is to get none.
import { ledgerName } from './rows.ts';

/** True where the browser has no list of databases: there it is opened. */
export async function hasLedger(): Promise<boolean> {
  const databases = await indexedDB.databases?.().catch(() => []); // refused where storage is
  return databases?.some(({ name }) => name === ledgerName) !== false;
}
