// Repeats a write of a long task while another program writes to the database, so that the rest of the work is still done.
import { retryWhileBusy } from '../database/retry-write.ts';
import type { TaskWork } from './tasks.ts';

export interface BusyDeps {
  /** How often to try again. */
  busyRetryMs?: number;
}

const defaultBusyRetryMs = 5_000;

/** @throws the last error if the task or the server is stopped meanwhile */
export function repeatWhileBusy<Value>(
  { busyRetryMs = defaultBusyRetryMs }: BusyDeps,
  { update, signal }: TaskWork,
  step: () => Value | Promise<Value>,
): Promise<Value> {
  return retryWhileBusy(step, {
    signal,
    retryMs: busyRetryMs,
    onWait: () => update(['Another program is writing to the database. The task continues after that.']),
  });
}
