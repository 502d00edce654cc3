// Counts what the saver fetches, in the transactions that it makes anyway. If none follows, or it fails, the last bytes are not counted: for a killed
// saver, a window or two.
import type { FetchedData, SavedPreferences } from './rows.ts';

interface PreferencesStore {
  get(account: string): Promise<SavedPreferences | undefined>;
  put(row: SavedPreferences): Promise<unknown>;
}

export interface FetchedCount {
  add(bytes: number, nowMs: number): void;
  /** Within a transaction. */
  write(store: PreferencesStore, atFirst: SavedPreferences): Promise<void>;
}

export function createFetchedCount(): FetchedCount {
  let notWritten: FetchedData | null = null;
  return {
    add(bytes, nowMs) {
      notWritten = { bytes: (notWritten?.bytes ?? 0) + bytes, sinceMs: notWritten?.sinceMs ?? nowMs };
    },
    async write(store, atFirst) {
      if (!notWritten) return;
      const { bytes, sinceMs } = notWritten;
      notWritten = null;
      const row = (await store.get(atFirst.account)) ?? atFirst;
      await store.put({ ...row, fetched: { bytes: (row.fetched?.bytes ?? 0) + bytes, sinceMs: row.fetched?.sinceMs ?? sinceMs } });
    },
  };
}
