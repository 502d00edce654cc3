// Uses internals of fake-indexeddb: rolls back the transactions of a killed tab without its code noticing, reads what a killed tab has left
// behind, and fills disks.
import type Dexie from 'dexie';
import { IDBObjectStore } from 'fake-indexeddb';
import type { OutboxRow } from '../../../src/mirror/rows.ts';

interface RawTransaction {
  _state: string;
  db: unknown;
  abort(): void;
  dispatchEvent: (event: { type: string }) => boolean;
  _requests: { request: { dispatchEvent: () => boolean } }[];
}

interface RawConnection {
  close(): void;
  _rawDatabase: { transactions: RawTransaction[]; processTransactions(): void };
}

/** Ends the databases of a killed tab. */
export function endDatabases(databases: readonly Dexie[]): void {
  for (const database of databases) {
    const connection = (database.isOpen() ? database.backendDB() : null) as unknown as RawConnection | null;
    if (!connection) continue;
    const { _rawDatabase: rawDatabase } = connection;
    for (const transaction of rawDatabase.transactions.filter(({ db, _state: state }) => db === connection && state !== 'finished')) {
      for (const { request } of transaction._requests) request.dispatchEvent = () => true;
      transaction.dispatchEvent = ({ type }) => {
        if (type === 'complete' || type === 'abort') rawDatabase.processTransactions();
        return true;
      };
      if (transaction._state !== 'committing') transaction.abort();
    }
    connection.close();
    // From now on the tab's code finds no database.
    database.close({ disableAutoOpen: true });
  }
}

interface RawFactory {
  _databases: Map<string, { rawObjectStores: Map<string, { getAllValues(): OutboxRow[] }> }>;
}

/** The Idempotency-Keys of the changes that are recorded as sent, in the databases whose names begin with `prefix`. */
export function keysRecordedAsSent(prefix: string): string[] {
  const { _databases: databases } = indexedDB as unknown as RawFactory;
  const copies = [...databases].flatMap(([name, database]) => (name.startsWith(prefix) ? [database] : []));
  const rows = copies.flatMap(({ rawObjectStores }) => rawObjectStores.get('outbox')?.getAllValues() ?? []);
  return rows.flatMap(({ state, idempotencyKey }) => (state.name === 'sent' ? [idempotencyKey] : []));
}

const fullDisks = new Set<string>();
const { put, add } = IDBObjectStore.prototype;

/** While a disk is full, writes to the databases whose names begin with `prefix` fail as in a browser. */
export function fillDisk(prefix: string, isFull: boolean): void {
  if (isFull) fullDisks.add(prefix);
  else fullDisks.delete(prefix);
  IDBObjectStore.prototype.put = fullDisks.size === 0 ? put : refusing(put);
  IDBObjectStore.prototype.add = fullDisks.size === 0 ? add : refusing(add);
}

export function makeRoomOnDisks(): void {
  for (const prefix of [...fullDisks]) fillDisk(prefix, false);
}

function refusing(write: typeof put): typeof put {
  return function (this: IDBObjectStore, ...args: Parameters<typeof put>) {
    const { name } = this.transaction.db;
    if ([...fullDisks].some((prefix) => name.startsWith(prefix))) throw new DOMException('no space', 'QuotaExceededError');
    return write.apply(this, args);
  };
}
