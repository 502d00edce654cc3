// Deletes the saved videos of a cleared account. They are deleted here too, because the page could not delete them if their ledger could not
// be opened.
import type { Clock } from '../lib/clock.ts';

/** Resolves to false if something may be left. `isStillCleared`: see clear-account.ts. */
export async function clearSaved(account: string, clock: Clock, isStillCleared: () => Promise<boolean>): Promise<boolean> {
  try {
    const { clearAccount } = await import('../saved-media/store/clear-account.ts');
    await clearAccount(account, clock, isStillCleared);
    return true;
  } catch (reason) {
    console.warn('Saved videos not cleared yet', reason);
    return false;
  }
}
