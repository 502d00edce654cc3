// Counts the bytes that the saver fetches. The count is stored with the saver's next transaction, so it needs no transaction of its own. If
// that transaction fails or never comes, its bytes go uncounted: a window or two if the saver is killed; after a power cut, all that was
// not yet on disk.
import type { FetchedData, SavedPreferences } from './rows.ts';

interface PreferencesStore {
  get(account: string): Promise<SavedPreferences | undefined>;
  put(row: SavedPreferences): Promise<unknown>;
}

export interface FetchedCounter {
  add(bytes: number, nowMs: number): void;
  /** Stores the count, within a transaction. `defaults`: the row to begin with if there is none. */
  write(store: PreferencesStore, defaults: SavedPreferences): Promise<void>;
}

export function createFetchedCounter(): FetchedCounter {
  let unstoredData: FetchedData | null = null;
  return {
    add(bytes, nowMs) {
      unstoredData = { bytes: (unstoredData?.bytes ?? 0) + bytes, sinceMs: unstoredData?.sinceMs ?? nowMs };
    },
    async write(store, defaults) {
      if (!unstoredData) return;
      const { bytes, sinceMs } = unstoredData;
      unstoredData = null;
      const row = (await store.get(defaults.account)) ?? defaults;
      await store.put({ ...row, fetched: { bytes: (row.fetched?.bytes ?? 0) + bytes, sinceMs: row.fetched?.sinceMs ?? sinceMs } });
    },
  };
}
