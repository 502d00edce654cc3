// Databases in this page's memory, for a browser without storage (docs/decisions/219). Part of a separate chunk
// (src/app/memory-storage.tsx).
import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

/** Every database opened from now on is in memory, and is lost with the page. */
export function keepInMemory(): void {
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
}
