import type { Table } from 'dexie';
import type { Mirror } from '../mirror/database.ts';
import type { RefreshRequest } from '../mirror/rows.ts';
import type { LiveStore } from './live-store.ts';
import { viewStore, type ResourceState } from './view-store.ts';
import type { View } from './views.ts';

/** A resource that one call returns and one row stores. Most resources are of this kind. */
interface ResourceQuery<Row extends { fetchedAtMs: number | null }, Data> {
  key: string;
  rank: RefreshRequest['rank'];
  /** The tables that `get` and `show` read. */
  tables: readonly Table[];
  /** The row that stores the resource. */
  get: () => PromiseLike<Row | undefined>;
  /** The data of the view; null if the row has none. */
  show: (row: Row) => PromiseLike<Data | null> | Data | null;
}

export function resourceStore<Row extends { fetchedAtMs: number | null }, Data>(
  mirror: Mirror,
  { key, rank, tables, get, show }: ResourceQuery<Row, Data>,
): LiveStore<View<Data>> {
  const { db } = mirror;
  const find = (): Promise<ResourceState<Data>> =>
    db.transaction('r', [...tables, db.wanted], async () => {
      const [row, request] = await Promise.all([get(), db.wanted.get(key)]);
      return { key, data: row ? await show(row) : null, fetchedAtMs: row?.fetchedAtMs ?? null, request: request ?? null };
    });
  return viewStore(mirror, { id: key, rank, find });
}
