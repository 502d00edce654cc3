// Deletes the saved videos of an account that the user has cleared, without opening the account. Called by the logout, and by a later start
// for what the logout could not delete.
import type { Clock } from '../../lib/clock.ts';
import { inBackground } from '../../lib/in-background.ts';
import { hasLedger } from '../ledger/has-ledger.ts';
import { openLedger } from '../ledger/ledger.ts';
import { retryWhileLocked } from './locked-file.ts';
import { deleteAccount } from './part-files.ts';

/**
 * Deletes the files even if the ledger cannot be opened or written.
 *
 * @param isStillCleared called after each wait, because the user may have signed in again meanwhile; then nothing more is deleted
 * @throws what the browser throws; another call deletes what is left
 */
export async function clearAccount(account: string, clock: Clock, isStillCleared: () => Promise<boolean>): Promise<void> {
  try {
    // The rows are deleted first, so that no deleted file is played.
    await forgetRows(account, isStillCleared);
  } finally {
    const root = await globalThis.navigator?.storage?.getDirectory?.().catch(() => null); // rejects where storage is blocked
    if (root) await retryWhileLocked(clock, async () => (await isStillCleared()) && (await deleteAccount(root, account)));
  }
}

async function forgetRows(account: string, isStillCleared: () => Promise<boolean>): Promise<void> {
  if (!(await hasLedger())) return;
  const ledger = openLedger();
  try {
    await ledger.hasAccount(account); // waits until the ledger is open
    if (await isStillCleared()) await ledger.forgetAccount(account);
  } finally {
    // Fire and forget: a ledger that another tab blocks closes once it has opened.
    inBackground(ledger.close(), 'The ledger could not be closed');
  }
}
