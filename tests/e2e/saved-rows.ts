// Writes rows into the ledger of a real device, for states that a working saver and a working archive do not show for long enough.
import type { Page } from '@playwright/test';
import { ledgerName, type SavedItem, type Trip } from '../../src/saved-media/ledger/rows.ts';
import { aTrip } from '../builders/a-trip.ts';
import { aSavedItem } from '../builders/saved-items.ts';

export interface SavedRows {
  items: readonly Partial<SavedItem>[];
  trips?: readonly Partial<Trip>[];
  /** Null, the default: the user has chosen no limit. */
  budgetBytes?: number | null;
}

/** From the next document on, no saver starts, so that each row stays as it was written. */
export async function refuseSavers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const requestLock = navigator.locks.request.bind(navigator.locks) as (name: string, ...otherArguments: unknown[]) => Promise<unknown>;
    // Not a function with a name: the compiler of the scripts would wrap it in a helper that the page does not have.
    navigator.locks.request = ((name: string, ...otherArguments: unknown[]) =>
      name.startsWith('stowaway-saver ') ? new Promise(() => {}) : requestLock(name, ...otherArguments)) as LockManager['request'];
  });
}

/**
 * Replaces the saved videos and the trips of the only account on this device. A video with a real copy keeps its row's other fields. The
 * page shows the rows after its next load.
 */
export async function putSavedRows(page: Page, { items, trips = [], budgetBytes = null }: SavedRows): Promise<void> {
  const rows = {
    items: items.map((overrides) => ({ overrides, row: aSavedItem(overrides) })),
    trips: trips.map((overrides, index) => ({ ...aTrip, tripId: `trip ${index}`, ...overrides })),
    budgetBytes,
  };
  await page.evaluate(
    async ([name, { items: newItems, trips: newTrips, budgetBytes: newBudget }]) => {
      const openRequest = indexedDB.open(name);
      const ledger = await new Promise<IDBDatabase>((resolve) => (openRequest.onsuccess = () => resolve(openRequest.result)));
      const transaction = ledger.transaction(['items', 'trips', 'preferences'], 'readwrite');
      const [itemStore, tripStore, preferenceStore] = ['items', 'trips', 'preferences'].map((store) => transaction.objectStore(store));
      const itemsRequest = itemStore?.getAll();
      const preferencesRequest = preferenceStore?.getAll();
      if (!itemsRequest || !preferencesRequest) return;
      // The requests of a transaction succeed in their order.
      preferencesRequest.onsuccess = () => {
        const storedItems = itemsRequest.result as { videoId: string; account: string }[];
        const [preferences] = preferencesRequest.result as { account: string }[];
        itemStore?.clear();
        tripStore?.clear();
        for (const { overrides, row } of newItems) {
          const storedItem = storedItems.find(({ videoId }) => videoId === row.videoId);
          itemStore?.put({ ...row, ...(storedItem ? { ...storedItem, ...overrides } : { account: preferences?.account }) });
        }
        for (const trip of newTrips) tripStore?.put({ ...trip, account: preferences?.account });
        preferenceStore?.put({ ...preferences, budgetBytes: newBudget });
      };
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(new Error(`the rows were not written: ${String(transaction.error)}`));
      });
      ledger.close();
    },
    [ledgerName, rows] as const,
  );
}

/** Makes the complete copy of a video look as if the saving had stopped after this share of its bytes. */
export async function cutSavedCopy(page: Page, videoId: string, share: number): Promise<void> {
  await page.evaluate(
    async ([name, id, savedShare]) => {
      const openRequest = indexedDB.open(name);
      const ledger = await new Promise<IDBDatabase>((resolve) => (openRequest.onsuccess = () => resolve(openRequest.result)));
      const transaction = ledger.transaction(['items', 'revisions'], 'readwrite');
      for (const store of ['items', 'revisions'] as const) {
        const cursorRequest = transaction.objectStore(store).openCursor();
        cursorRequest.onsuccess = () => {
          const cursor = cursorRequest.result;
          if (!cursor) return;
          const row = cursor.value as { videoId: string; totalBytes: number; wholeRevision?: number };
          const savedBytes = Math.floor(row.totalBytes * savedShare);
          const unfinishedItem = { status: { state: 'paused', reason: 'offline' }, wholeRevision: null, openRevision: row.wholeRevision, savedBytes };
          if (row.videoId === id) cursor.update({ ...row, ...(store === 'items' ? unfinishedItem : { committedBytes: savedBytes }) });
          cursor.continue();
        };
      }
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(new Error(`the rows were not written: ${String(transaction.error)}`));
      });
      ledger.close();
    },
    [ledgerName, videoId, share] as const,
  );
}

/** A complete copy, as the ledger lists it; there are no files. */
export function aWholeCopy(videoId: string, totalBytes: number, overrides: Partial<SavedItem> = {}): Partial<SavedItem> {
  return { videoId, status: { state: 'ready', reason: null }, wholeRevision: 1, totalBytes, savedBytes: totalBytes, ...overrides };
}

/** A departure `days` from now, as a trip stores it: local time, without a zone. Devices of these tests are in the zone UTC. */
export function departureIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16);
}
