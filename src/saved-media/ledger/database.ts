// Opens the ledger's database, upgrades it to the current version, and closes it when another tab upgrades or deletes it.
import { openDB, type IDBPDatabase } from 'idb';
import type { Schema } from './schema.ts';

/** How long to wait for a tab of an older version to close the database. Most do so within a moment; a frozen tab never does. */
const blockedTimeoutMs = 5_000;

/**
 * Earlier ledgers numbered the revisions of each video separately, and lost the number with the video. An open player may still use any
 * number up to this one, so new numbers begin above it.
 */
const uncountedRevisions = 1_000;

interface LedgerDatabase {
  /**
   * @throws the browser's error, after which the next call tries again; or an error that says that another tab has an older version open,
   *   until that tab closes the database
   */
  open(): Promise<IDBPDatabase<Schema>>;
  close(): Promise<void>;
}

/**
 * - `outdated`: a later version of the client has upgraded the ledger, and this version no longer reads or writes it
 * - `deleted`: an earlier version of the client has deleted the ledger; this version never does
 */
export type LedgerLoss = 'outdated' | 'deleted';

interface LedgerDatabaseOptions {
  timeoutMs?: number;
  /** Called when another tab has upgraded or deleted the database. Opening a deleted database creates a new one. */
  onLost?: ((how: LedgerLoss) => void) | undefined;
}

export function createLedgerDatabase(name: string, { timeoutMs = blockedTimeoutMs, onLost }: LedgerDatabaseOptions = {}): LedgerDatabase {
  let database: Promise<IDBPDatabase<Schema>> | null = null;
  /** Rejects once the opening under way has been blocked for too long; null if none is under way. */
  let blockedTimeout: Promise<never> | null = null;

  function start(): Promise<IDBPDatabase<Schema>> {
    let rejectBlocked: (reason: Error) => void = () => {};
    blockedTimeout = new Promise<never>((_, reject) => (rejectBlocked = reject));
    blockedTimeout.catch(() => undefined); // reported to callers of open
    let timer: ReturnType<typeof setTimeout> | undefined;
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
        // Version 3 also locks out savers of earlier versions, which cannot continue a window that is committed only in part.
        if (from === 1 || from === 2) {
          const settings = transaction.objectStore('settings');
          const lastRevision = Number((await settings.get('last-revision')) ?? 0);
          await settings.put(Math.max(lastRevision, uncountedRevisions), 'last-revision');
        }
      },
      blocked: () => (timer = setTimeout(rejectBlocked, timeoutMs, new Error(`another tab holds an older version of ${name}`))),
      // The database is closed, so that it does not block the other tab. Later calls open the database that exists then.
      blocking(_, newVersion, event) {
        (event.target as IDBDatabase).close();
        database = null;
        onLost?.(newVersion === null ? 'deleted' : 'outdated');
      },
      terminated: () => (database = null),
    })
      .catch((error: unknown) => {
        database = null;
        throw error;
      })
      .finally(() => {
        clearTimeout(timer);
        blockedTimeout = null;
      });
  }

  return {
    open() {
      database ??= start();
      return blockedTimeout ? Promise.race([database, blockedTimeout]) : database;
    },
    async close() {
      (await database)?.close();
      database = null;
    },
  };
}
