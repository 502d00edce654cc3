import Dexie from 'dexie';
import { errorNames } from './open-database.ts';

/**
 * Errors of a connection that the system closed in the background. Open transactions are rolled back; the next use reconnects. Chromium and
 * Firefox report an AbortError, Safari an UnknownError.
 */
const transientErrors = ['AbortError', 'UnknownError', 'InvalidStateError', 'DatabaseClosedError'];

/**
 * Runs a transaction, and repeats it once if the connection was lost. Within another transaction `work` is not repeated, because the outer
 * transaction is. If the database was closed for good, the second attempt fails as well.
 */
export function retryWrite<Value>(work: () => PromiseLike<Value>): Promise<Value> {
  // This function is not `async`, because an `async` function would lose the caller's transaction.
  if (Dexie.currentTransaction) return work() as Promise<Value>;
  return (work() as Promise<Value>).catch((reason: unknown) => {
    const names = errorNames(reason);
    // A full disk aborts the transaction as well.
    if (names.includes('QuotaExceededError') || !names.some((name) => transientErrors.includes(name))) throw reason;
    console.warn('A lost write is repeated', reason);
    return work();
  });
}
