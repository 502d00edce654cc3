// Repeats a write that fails for a temporary reason: a full disk, or another program that is writing to the database.
import { setTimeout } from 'node:timers/promises';
import { isBusy } from './busy.ts';
import { isDiskFull } from './disk-full.ts';
import { inTransaction, type Database } from './transaction.ts';

/** How long a person's write waits while another program writes to the database. Most writes of other programs take less. */
const maxBusyMs = 2_000;
const busyRetryMs = 25;

export interface RetryWriteOptions {
  /** Ends the wait. */
  signal: AbortSignal;
  /** The pause before each further try. */
  retryMs: number;
  /** Called before each pause. */
  onWait(reason: 'full' | 'busy'): void;
}

/** Resolves to the result of `write`, or to null if the signal ends the wait first. Rejects immediately with an error of another kind. */
export async function retryWrite<Value>(write: () => Value, { signal, retryMs, onWait }: RetryWriteOptions): Promise<Value | null> {
  for (;;) {
    try {
      return write();
    } catch (error) {
      if (!isBusy(error) && !isDiskFull(error)) throw error;
      if (signal.aborted) return null;
      onWait(isBusy(error) ? 'busy' : 'full');
    }
    await pause(retryMs, signal);
    if (signal.aborted) return null;
  }
}

/**
 * Repeats longer work, which may write several times, while another program writes to the database.
 * @throws any other error, or the last error if the signal ends the wait
 */
export async function retryWhileBusy<Value>(work: () => Value | Promise<Value>, { signal, retryMs, onWait }: RetryWriteOptions): Promise<Value> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || signal.aborted) throw error;
      onWait('busy');
      await pause(retryMs, signal);
      if (signal.aborted) throw error;
    }
  }
}

/** Runs a person's write, and repeats it for a short time while another program writes to the database. @throws as `retryWhileBusy` */
export function whenNotBusy<Value>(write: () => Value): Promise<Value> {
  return retryWhileBusy(write, { signal: AbortSignal.timeout(maxBusyMs), retryMs: busyRetryMs, onWait: () => undefined });
}

/**
 * Waits until no other program writes to the database, at most as long as `whenNotBusy`. Called before work that must not be repeated: if
 * the work begins with a write, that write then rarely fails. When the time is over, the promise resolves too, because the work may write
 * nothing.
 */
export async function awaitNotBusy(database: Database): Promise<void> {
  await whenNotBusy(() => inTransaction(database, () => undefined)).catch((error: unknown) => {
    if (!isBusy(error)) throw error;
  });
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, null, { signal, ref: false }).catch(() => null); // the signal ended it
}
