// Lists of the archive, page by page. A page is the archive's stored answer or, if none is stored, built from the mirror and marked as
// such. A `ListKind` defines what differs between lists: rows, the folding of pending changes, order on the device.
import Dexie, { type Table } from 'dexie';
import type { WirePagination } from '../contract/names.ts';
import type { Catalogue } from '../mirror/catalogue-state.ts';
import type { Mirror, MirrorDatabase } from '../mirror/database.ts';
import { listKey, type ListEndpoint } from '../mirror/list-keys.ts';
import type { ListPageRow } from '../mirror/rows.ts';
import { failureOfConnection } from './connection-store.ts';
import { devicePages } from './device-pages.ts';
import { readDocument, readPageSize } from './documents.ts';
import type { LiveStore } from './live-store.ts';
import { viewStore, type ResourceState } from './view-store.ts';
import type { View } from './views.ts';

interface ListedPage<Item> {
  /** Null for an empty list of videos in progress. */
  paginate: WirePagination | null;
  items: Item[];
}

/** One page of the items that match on the device. */
export interface DeviceItems<Item> {
  items: Item[];
  /** How many match, of those checked. */
  total: number;
  /** Whether there are items that may match too, which `total` does not count. */
  isMore: boolean;
}

/** One page of a list over the whole catalogue, which is on the device. */
export interface WholeListPage {
  ids: string[];
  total: number;
}

export interface ListKind<Query extends { page: number }, Item, Page> {
  endpoint: ListEndpoint;
  /** The filters as they are in the list's key. */
  filters(query: Query): string;
  stored: {
    tables(db: MirrorDatabase): Table[];
    /** The archive's page with later local changes. Called in a transaction over `tables`, documents, pages and refresh requests. */
    read(db: MirrorDatabase, page: ListPageRow, query: Query): PromiseLike<ListedPage<Item>>;
  };
  device: {
    tables(db: MirrorDatabase): Table[];
    /** Resolves to null if there is nothing to show. Called in a transaction over `tables` and documents. `from`: the first item's index */
    read(db: MirrorDatabase, query: Query, from: number, pageSize: number, whole: WholeListPage | null): PromiseLike<DeviceItems<Item> | null>;
    /**
     * Called before the transaction, and only if the whole catalogue is on the device. Resolves to the ids of the page; null if it cannot
     * find them. If the function is absent, `read` finds all rows of the list itself.
     */
    whole?(mirror: Mirror, query: Query, from: number, pageSize: number): Promise<WholeListPage | null>;
  };
  /** The page as the list's hook returns it. */
  page(listed: ListedPage<Item>, isFromDevice: boolean): Page;
}

export function listStore<Query extends { page: number }, Item, Page>(mirror: Mirror, kind: ListKind<Query, Item, Page>, query: Query): LiveStore<View<Page>> {
  const filters = kind.filters(query);
  const shownPage = { isFromDevice: false };
  return viewStore(mirror, { id: `${kind.endpoint}?${filters}&page=${query.page}`, rank: 0, find: () => findPage(mirror, kind, query, filters, shownPage) });
}

async function findPage<Query extends { page: number }, Item, Page>(
  mirror: Mirror,
  kind: ListKind<Query, Item, Page>,
  query: Query,
  filters: string,
  shownPage: { isFromDevice: boolean },
): Promise<ResourceState<Page>> {
  const { db } = mirror;
  const { stored, device } = kind;
  const { storedState, pageSize, wholeAtMs } = await db.transaction('r', [...stored.tables(db), db.documents, db.listPages, db.wanted], async () => {
    const size = await readPageSize(db);
    const key = listKey({ endpoint: kind.endpoint, filters, pageSize: size, page: query.page });
    const [page, request] = await Promise.all([db.listPages.get(key), db.wanted.get(key)]);
    const data = page ? kind.page(await stored.read(db, page, query), false) : null;
    const wholeAtMs = page ? null : wholeCatalogueAtMs((await readDocument(db, 'catalogue'))?.value);
    return { pageSize: size, wholeAtMs, storedState: { key, data, fetchedAtMs: page?.fetchedAtMs ?? null, request: request ?? null } };
  });
  if (storedState.data !== null) return storedState;
  const connection = await mirror.registry.connection.get('connection');
  // The archive's own page is on its way. If a page built from the mirror is already shown, it stays until then, because the
  // archive may answer only after many tries.
  if (!shownPage.isFromDevice && storedState.request?.state !== 'failed' && failureOfConnection(connection?.value ?? null) === null) return storedState;
  const from = (Math.max(1, query.page) - 1) * pageSize;
  // A promise of Dexie's own, because any other would end the observation of the reads below.
  const whole = wholeAtMs === null ? null : await Dexie.Promise.resolve(device.whole?.(mirror, query, from, pageSize) ?? null);
  const isWhole = wholeAtMs !== null && (whole !== null || !device.whole);
  return db.transaction('r', [...device.tables(db), db.documents], async () => {
    const deviceItems = await device.read(db, query, from, pageSize, whole);
    if (!deviceItems) return storedState;
    shownPage.isFromDevice = true;
    const { items, total, isMore } = deviceItems;
    const paginate = devicePages({ total, isMore, page: query.page, pageSize });
    const copiedAtMs = isWhole ? wholeAtMs : ((await readDocument(db, 'last-sync'))?.fetchedAtMs ?? 0);
    return { ...storedState, data: kind.page({ paginate, items }, !isWhole), copiedAtMs };
  });
}

/**
 * When the whole catalogue was last read; null if the copy is incomplete. A list built from a complete copy equals the archive's answer.
 */
function wholeCatalogueAtMs(catalogue: Catalogue | undefined): number | null {
  const lastRead = catalogue?.last;
  return lastRead && lastRead.unreached + lastRead.failedLists === 0 ? lastRead.atMs : null;
}
