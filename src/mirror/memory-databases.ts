// Databases in this page's memory, for a browser that gives no storage (docs/decisions/219). Called by app, as a part of its own.
import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

/** Every database that is opened from now on lies in memory, and is gone with the page. */
export function keepInMemory(): void {
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
}
