// What a person can do with a change that has not reached the archive (the sync sheet).
import type { Mirror } from '../mirror/database.ts';
import { discardAllRows, discardRow, makeWaitingDue, retryRow } from '../mirror/outbox.ts';
import { retryFailedWishes } from '../mirror/wanted.ts';

/** Sends a refused change again, whatever the archive says meanwhile. */
export function retryChange(mirror: Mirror, sequence: number): Promise<void> {
  return retryRow(mirror, sequence);
}

/** Takes a change off the list; what is shown goes back to what the archive last said. */
export function discardChange(mirror: Mirror, sequence: number): Promise<void> {
  return discardRow(mirror, sequence);
}

export function discardAllChanges(mirror: Mirror): Promise<void> {
  return discardAllRows(mirror);
}

/** Everything that waits, in both directions. The engine sees the rows and asks the archive. */
export async function tryNow(mirror: Mirror): Promise<void> {
  await makeWaitingDue(mirror);
  await retryFailedWishes(mirror);
}
