// Deletes the saved videos of a cleared account. The page itself also deletes them, but cannot do so if their ledger did not open.
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
