import Dexie from 'dexie';
import { errorNames } from './open-database.ts';

/** Errors of a connection that the system closed in the background. Its writes are rolled back, and the next use reopens the database. */
const transientErrors = ['UnknownError', 'InvalidStateError', 'DatabaseClosedError'];

/**
 * Runs a transaction, and runs it once more if its connection was lost. Within another transaction `work` runs without a retry, because the
 * outer one is repeated. A database that was closed for good fails a second time.
 */
export function retryWrite<Value>(work: () => PromiseLike<Value>): Promise<Value> {
  // The promise is not awaited, because an async function would lose the transaction that it runs in.
  if (Dexie.currentTransaction) return work() as Promise<Value>;
  return (work() as Promise<Value>).catch((reason: unknown) => {
    if (!errorNames(reason).some((name) => transientErrors.includes(name))) throw reason;
    console.warn('A lost write is repeated', reason);
    return work();
  });
}
