// State that a page keeps about a copy between two passes. It is lost with the page: then a call whose effect cannot be read back is sent
// again. Called by flush.
import type { MirrorDatabase } from '../mirror/database.ts';
import { broadcastEvent } from '../mirror/sync-events.ts';
import type { AcceptedKeys } from './row-outcome.ts';

const acceptedByDatabase = new WeakMap<MirrorDatabase, AcceptedKeys>();
const reportedFull = new WeakSet<MirrorDatabase>();

export function acceptedKeysOf(db: MirrorDatabase): AcceptedKeys {
  const keys = acceptedByDatabase.get(db) ?? new Set();
  acceptedByDatabase.set(db, keys);
  return keys;
}

/**
 * Notifies the tabs once that the device is full, and again only after a pass has completed.
 *
 * @param end how a pass ended (`FlushResult`)
 */
export function reportIfFull(db: MirrorDatabase, end: string): void {
  if (end === 'drained') reportedFull.delete(db);
  if (end !== 'full' || reportedFull.has(db)) return;
  reportedFull.add(db);
  broadcastEvent(db, { kind: 'device-full' });
}
