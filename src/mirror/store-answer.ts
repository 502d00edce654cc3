// What is the same for all answers of the archive that are written to rows (apply.ts, apply-downloads.ts): a list page without deleted items,
// rows that are written only if they have changed and no newer answer wrote them, and the end of the refresh request. Call inside a
// transaction, except `applyPage`, which begins one.
import type { WirePagination } from '../contract/names.ts';
import type { Table } from 'dexie';
import { isDeepEqual } from '../lib/keep-identity.ts';
import type { MirrorDatabase } from './database.ts';
import { mayReplace, withoutDeleted, type DeletionKey } from './request-order.ts';
import type { RequestTime } from './rows.ts';

export interface ListPageAnswer<Item> {
  key: string;
  data: Item[];
  paginate: WirePagination | null;
  requestTime: RequestTime;
}

interface ItemHandlers<Item> {
  idOf: (item: Item) => string;
  /** The deletions that also remove this item. */
  keysOf: (item: Item) => readonly DeletionKey[];
  put: (items: Item[]) => Promise<unknown>;
}

/**
 * Stores a list page and its items. Items deleted since the page was requested are left out, and the total is lowered by their number.
 *
 * @param tables those that `put` needs
 */
export async function applyPage<Item>(
  db: MirrorDatabase,
  tables: Table[],
  page: ListPageAnswer<Item>,
  { idOf, keysOf, put }: ItemHandlers<Item>,
): Promise<void> {
  const { key, data, paginate, requestTime } = page;
  await db.transaction('rw', [...tables, db.listPages, db.wanted], async () => {
    const items = await withoutDeleted(db, requestTime, data, keysOf);
    await put(items);
    const deletedCount = data.length - items.length;
    const paginateAfterDeletions = paginate && deletedCount > 0 ? { ...paginate, total_hits: Math.max(0, paginate.total_hits - deletedCount) } : paginate;
    await db.listPages.put({ key, ids: items.map(idOf), paginate: paginateAfterDeletions, fetchedAtMs: requestTime.atMs });
    await completeRequest(db, key, requestTime);
  });
}

interface RowStore<Row> {
  bulkGet(keys: string[]): PromiseLike<(Row | undefined)[]>;
  bulkPut(rows: Row[]): PromiseLike<unknown>;
}

/** Putting rows clones them synchronously. A batch of this size takes a few milliseconds. */
const batchSize = 100;

async function putIf<Row>(
  table: RowStore<Row>,
  rows: Row[],
  idOf: (row: Row) => string,
  isChanged: (row: Row, existing: Row | undefined) => boolean,
): Promise<void> {
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = rows.slice(from, from + batchSize);
    const existingRows = await table.bulkGet(batch.map(idOf));
    const changedRows = batch.filter((row, index) => isChanged(row, existingRows[index]));
    if (changedRows.length > 0) await table.bulkPut(changedRows);
  }
}

/** Puts the rows that differ from the stored ones. */
export function putChanged<Row>(table: RowStore<NoInfer<Row>>, rows: Row[], idOf: (row: Row) => string): Promise<void> {
  return putIf(table, rows, idOf, (row, existing) => !isDeepEqual(existing, row));
}

export interface Timestamped {
  fetchedAtMs: number;
  asOf?: number;
  confirmedAtMs?: number;
}

/** Puts the rows that may replace the stored ones and differ from them in more than the timestamps. */
export function putIfNewer<Row extends Timestamped>(
  table: RowStore<NoInfer<Row>>,
  rows: Row[],
  requestTime: RequestTime,
  idOf: (row: Row) => string,
): Promise<void> {
  const stampedRows = rows.map((row) => ({ ...row, asOf: requestTime.asOf }));
  return putIf(
    table,
    stampedRows,
    idOf,
    (row, existing) => mayReplace(existing, requestTime) && !isDeepEqual(withoutTimestamps(existing), withoutTimestamps(row)),
  );
}

function withoutTimestamps(row: Timestamped | undefined): object | undefined {
  if (!row) return undefined;
  const { fetchedAtMs: _fetchedAtMs, asOf: _asOf, confirmedAtMs: _confirmedAtMs, ...rest } = row;
  return rest;
}

/** "Synced 2 min ago" needs no finer step, and each write wakes the views that show it. */
const lastSyncStepMs = 10_000;

/** @param isSuperseded whether the answer was discarded because the stored row is newer; the resource is then requested once more */
export async function completeRequest(db: MirrorDatabase, key: string, { atMs }: RequestTime, isSuperseded = false): Promise<void> {
  const request = await db.wanted.get(key);
  // The request gets no expiry. Otherwise a clock jump before the request is claimed could make it too old.
  if (isSuperseded || request?.isAskedAgain) await db.wanted.put({ key, sinceMs: atMs, untilMs: Infinity, rank: request?.rank ?? 1, state: 'wanted' });
  else await db.wanted.delete(key);
  const lastSync = await db.documents.get('last-sync');
  if (!lastSync || Math.abs(atMs - lastSync.fetchedAtMs) >= lastSyncStepMs) await db.documents.put({ key: 'last-sync', value: { atMs }, fetchedAtMs: atMs });
}
