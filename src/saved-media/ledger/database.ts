// Opens the ledger's database, brings it to its present version, and lets go of it where another tab upgrades or deletes it.
import { deleteDB, openDB, type IDBPDatabase, type StoreNames } from 'idb';
import type { Schema } from './schema.ts';

/** A tab of an older version closes it within a moment; one that is frozen never does, and nobody is to wait for it for ever. */
const heldForMs = 5_000;

/** Ledgers once counted the revisions of each video, and forgot the count with the video: a player may still be open at any number up to here. */
const uncountedRevisions = 1_000;

interface LedgerDatabase {
  /** @throws what the browser throws, or that another tab holds an older version; the next call tries again */
  open(): Promise<IDBPDatabase<Schema>>;
  /** Where none of these stores has a row; answers whether it went. Goes when the last tab lets go of it, which is waited for as with `open`. */
  deleteIfEmpty(stores: readonly StoreNames<Schema>[]): Promise<boolean>;
  close(): Promise<void>;
}

/** `outdated`: a later version of the client has upgraded it, and nothing of this one reads or writes it any more. */
export type LedgerTaken = 'outdated' | 'deleted';

interface LedgerDatabaseOptions {
  patienceMs?: number;
  /** By another tab. Whoever opens it after it was deleted makes another. */
  onTaken?: ((how: LedgerTaken) => void) | undefined;
}

export function createLedgerDatabase(name: string, { patienceMs = heldForMs, onTaken }: LedgerDatabaseOptions = {}): LedgerDatabase {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;
  /** Rejects once it has been held for too long; null: it is open. */
  let held: Promise<never> | null = null;

  function start(): Promise<IDBPDatabase<Schema>> {
    let giveUp: (reason: Error) => void = () => {};
    held = new Promise<never>((_, reject) => (giveUp = reject));
    held.catch(() => undefined); // told to whoever asks
    let patience: ReturnType<typeof setTimeout> | undefined;
    return openDB<Schema>(name, 3, {
      async upgrade(db, from, _to, transaction) {
        if (from < 1) {
          db.createObjectStore('items', { keyPath: ['account', 'videoId', 'rendition'] });
          db.createObjectStore('revisions', { keyPath: ['account', 'videoId', 'rendition', 'revision'] });
          db.createObjectStore('digests', { keyPath: ['account', 'videoId', 'rendition', 'revision', 'window'] });
          db.createObjectStore('smallFiles', { keyPath: ['account', 'url', 'videoId'] }).createIndex('byVideo', ['account', 'videoId']);
          db.createObjectStore('claim');
          db.createObjectStore('settings');
        }
        if (from < 2) {
          db.createObjectStore('preferences', { keyPath: 'account' });
          db.createObjectStore('policies', { keyPath: ['account', 'policyId'] });
          db.createObjectStore('trips', { keyPath: ['account', 'tripId'] });
          const items = transaction.objectStore('items');
          for (const row of await items.getAll()) await items.put({ ...row, keptFor: 'person', isStream: false });
        }
        // Also so that no saver of the version before writes on a window that is counted in part.
        if (from === 1 || from === 2) {
          const settings = transaction.objectStore('settings');
          const last = Number((await settings.get('last-revision')) ?? 0);
          await settings.put(Math.max(last, uncountedRevisions), 'last-revision');
        }
      },
      blocked: () => (patience = setTimeout(giveUp, patienceMs, new Error(`another tab holds an older version of ${name}`))),
      // Not holding it up is all that is asked. Whoever wants it afterwards opens what is there then.
      blocking(_, wanted, event) {
        (event.target as IDBDatabase).close();
        opened = null;
        onTaken?.(wanted === null ? 'deleted' : 'outdated');
      },
      terminated: () => (opened = null),
    })
      .catch((error: unknown) => {
        opened = null;
        throw error;
      })
      .finally(() => {
        clearTimeout(patience);
        held = null;
      });
  }

  return {
    open() {
      opened ??= start();
      return held ? Promise.race([opened, held]) : opened;
    },
    async deleteIfEmpty(stores) {
      const transaction = (await this.open()).transaction(stores);
      const counts = await Promise.all(stores.map((store) => transaction.objectStore(store).count()));
      if (counts.some((count) => count > 0)) return false;
      await this.close();
      await new Promise<void>((resolve, reject) => void deleteDB(name, { blocked: () => void setTimeout(resolve, patienceMs) }).then(resolve, reject));
      return true;
    },
    async close() {
      (await opened)?.close();
      opened = null;
    },
  };
}
