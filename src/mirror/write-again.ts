import Dexie from 'dexie';
import { errorNames } from './open-database.ts';

/** Of a connection that the system has closed in the background: what was written then is rolled back, and the next use opens the database again. */
const passing = ['UnknownError', 'InvalidStateError', 'DatabaseClosedError'];

/**
 * Runs a transaction, and once more where its connection was lost. Within another transaction `work` is run as it is: that one is run again as a
 * whole. A database that was closed for good fails a second time.
 */
export function writeAgain<Value>(work: () => PromiseLike<Value>): Promise<Value> {
  // Not awaited here: an async function within a transaction loses it.
  if (Dexie.currentTransaction) return work() as Promise<Value>;
  return (work() as Promise<Value>).catch((reason: unknown) => {
    if (!errorNames(reason).some((name) => passing.includes(name))) throw reason;
    console.warn('A lost write is made again', reason);
    return work();
  });
}
