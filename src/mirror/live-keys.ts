// What the mounted views of this tab show right now, so that a return to the tab or a restarted server can refresh it.
// In memory only: it dies with the tab, as the views do.
import type { MirrorDatabase } from './database.ts';
import type { WantedRow } from './rows.ts';

export interface LiveKey {
  key(): string;
  fetchedAtMs(): number | null;
  rank: WantedRow['rank'];
  /** Whether the person sees a copy of it; absent where there is nothing to see. */
  isCopyShown?(): boolean;
}

const byDatabase = new WeakMap<MirrorDatabase, Set<LiveKey>>();

/** The answer takes it away again. */
export function addLiveKey(db: MirrorDatabase, live: LiveKey): () => void {
  const keys = byDatabase.get(db) ?? new Set();
  byDatabase.set(db, keys);
  keys.add(live);
  return () => keys.delete(live);
}

export function liveKeysOf(db: MirrorDatabase): LiveKey[] {
  return [...(byDatabase.get(db) ?? [])];
}
