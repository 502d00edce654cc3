// What a page remembers about a copy between two drains. Lost with the page: then a call whose effect cannot be read back is sent again. Called by
// flush.
import type { MirrorDatabase } from '../mirror/database.ts';
import { tellTabs } from '../mirror/sync-events.ts';
import type { AcceptedKeys } from './row-outcome.ts';

const accepted = new WeakMap<MirrorDatabase, AcceptedKeys>();
const saidToBeFull = new WeakSet<MirrorDatabase>();

export function acceptedKeysOf(db: MirrorDatabase): AcceptedKeys {
  const keys = accepted.get(db) ?? new Set();
  accepted.set(db, keys);
  return keys;
}

/** @param end of a drain (`FlushResult`). Notifies the tabs once that the device is full, until a drain completes. */
export function sayWhetherFull(db: MirrorDatabase, end: string): void {
  if (end === 'drained') saidToBeFull.delete(db);
  if (end !== 'full' || saidToBeFull.has(db)) return;
  saidToBeFull.add(db);
  tellTabs(db, { kind: 'device-full' });
}
