// The keys of the resources that this tab's mounted views show, so that these can be refreshed on a return to the tab or after a server
// restart. In memory only, like the views.
import type { MirrorDatabase } from './database.ts';
import type { RefreshRequest } from './rows.ts';

export interface LiveKey {
  key(): string;
  /** Null: never fetched. Infinity: not to be refreshed, because it is still being read or exists only on this device. */
  fetchedAtMs(): number | null;
  rank: RefreshRequest['rank'];
  /** Whether the screen shows this device's copy of the resource, so that a refused read is worth a toast. Absent counts as false. */
  isCopyShown?(): boolean;
}

const liveKeysByDatabase = new WeakMap<MirrorDatabase, Set<LiveKey>>();

/** Returns the function that removes the key. */
export function addLiveKey(db: MirrorDatabase, liveKey: LiveKey): () => void {
  const keys = liveKeysByDatabase.get(db) ?? new Set();
  liveKeysByDatabase.set(db, keys);
  keys.add(liveKey);
  return () => keys.delete(liveKey);
}

export function liveKeysOf(db: MirrorDatabase): LiveKey[] {
  return [...(liveKeysByDatabase.get(db) ?? [])];
}
