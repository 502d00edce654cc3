// State that a page keeps about a copy between two passes. The state is lost with the page; a call whose effect cannot be read back is then
// sent again. Called by flush.
import type { MirrorDatabase } from '../mirror/database.ts';
import { broadcastEvent } from '../mirror/sync-events.ts';
import type { AcceptedKeys } from './row-outcome.ts';

const acceptedKeysByDatabase = new WeakMap<MirrorDatabase, AcceptedKeys>();
const databasesReportedFull = new WeakSet<MirrorDatabase>();

export function acceptedKeysOf(db: MirrorDatabase): AcceptedKeys {
  const keys = acceptedKeysByDatabase.get(db) ?? new Set();
  acceptedKeysByDatabase.set(db, keys);
  return keys;
}

/**
 * Notifies the tabs once that the device is full, and again only after a pass has completed.
 *
 * @param end how a pass ended (`FlushResult`)
 */
export function reportIfFull(db: MirrorDatabase, end: string): void {
  if (end === 'drained') databasesReportedFull.delete(db);
  if (end !== 'full' || databasesReportedFull.has(db)) return;
  databasesReportedFull.add(db);
  broadcastEvent(db, { kind: 'device-full' });
}
