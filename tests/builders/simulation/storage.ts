// Uses internals of fake-indexeddb: rolls back the transactions of a killed tab without its code noticing, closes the databases of a living
// tab, reads what a killed tab has left behind, and fills disks.
import type Dexie from 'dexie';
import { forceCloseDatabase, IDBObjectStore } from 'fake-indexeddb';
import type { StoredOutboxRow } from '../../../src/mirror/fold.ts';

interface RawRequest {
  error: unknown;
  dispatchEvent: (event?: unknown) => boolean;
}

interface RawTransaction {
  _state: string;
  db: unknown;
  abort(): void;
  _abort(errorName: string): void;
  dispatchEvent: (event: { type: string }) => boolean;
  _requests: { request: RawRequest }[];
}

interface RawConnection {
  close(): void;
  _rawDatabase: { transactions: RawTransaction[]; processTransactions(): void };
}

/** Ends the databases of a killed tab. */
export function endDatabases(databases: readonly Dexie[]): void {
  for (const database of databases) {
    const connection = connectionOf(database);
    if (!connection) {
      // It may be opening, for the first time or after the system has closed it.
      database.close({ disableAutoOpen: true });
      continue;
    }
    const { _rawDatabase: rawDatabase } = connection;
    for (const transaction of openTransactions(connection)) {
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

const connectionOf = (database: Dexie): RawConnection | null => (database.isOpen() ? database.backendDB() : null) as unknown as RawConnection | null;

function openTransactions(connection: RawConnection): RawTransaction[] {
  return connection._rawDatabase.transactions.filter(({ db, _state: state }) => db === connection && state !== 'finished');
}

/**
 * Closes the databases of a living tab as the system does: what was not committed is rolled back, and the tab learns of it from the errors.
 * Chromium and Firefox report an AbortError and the event `close`. Safari reports an UnknownError, and no event in its older versions.
 */
export function closeDatabases(databases: readonly Dexie[], { isReported }: { isReported: boolean }): void {
  for (const connection of databases.flatMap((database) => connectionOf(database) ?? [])) {
    for (const transaction of openTransactions(connection).filter(({ _state: state }) => state !== 'committing')) {
      if (!isReported) for (const { request } of transaction._requests) failAsUnknown(request);
      transaction._abort(isReported ? 'AbortError' : 'UnknownError');
    }
    if (isReported) forceCloseDatabase(connection as never);
    else connection.close();
  }
}

function failAsUnknown(request: RawRequest): void {
  const { dispatchEvent } = request;
  request.dispatchEvent = (event) => {
    request.error = new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    return dispatchEvent.call(request, event);
  };
}

interface RawFactory {
  _databases: Map<string, { rawObjectStores: Map<string, { getAllValues(): StoredOutboxRow[] }> }>;
}

/** The changes in the databases whose names begin with `prefix`, read without a storage event. */
export function storedChanges(prefix: string): { name: string; rows: StoredOutboxRow[] }[] {
  const { _databases: databases } = indexedDB as unknown as RawFactory;
  return [...databases].flatMap(([name, { rawObjectStores }]) =>
    name.startsWith(prefix) ? [{ name, rows: rawObjectStores.get('outbox')?.getAllValues() ?? [] }] : [],
  );
}

/** The Idempotency-Keys of the changes that are recorded as sent, in the databases whose names begin with `prefix`. */
export function keysRecordedAsSent(prefix: string): string[] {
  const rows = storedChanges(prefix).flatMap((copy) => copy.rows);
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

export const isDiskFull = (prefix: string): boolean => fullDisks.has(prefix);

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
