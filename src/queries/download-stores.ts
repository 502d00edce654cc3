// The stores behind the hooks of downloads.ts: the archive's own download queue.
import type { PromiseExtended } from 'dexie';
import type { WirePagination } from '../contract/names.ts';
import type { Mirror, MirrorDatabase } from '../mirror/database.ts';
import { shownOf } from '../mirror/fold-entities.ts';
import { downloadLane, queueLane } from '../mirror/lanes.ts';
import { listKey } from '../mirror/list-keys.ts';
import { downloadListFilters, type DownloadFilters } from '../mirror/list-filters.ts';
import { typedLines } from './typed-lines.ts';
import type { DownloadCounts, DownloadHold, DownloadRow, FoldedRow, ListPageRow } from '../mirror/rows.ts';
import { readDocument, readPageSize } from './documents.ts';
import { listStore, type ListKind } from './list-store.ts';
import { liveStoreFor, type Store } from './live-store.ts';
import { resourceStore } from './resource-store.ts';
import { viewStore, type ResourceState } from './view-store.ts';
import type { View } from './views.ts';

export interface DownloadListQuery extends DownloadFilters {
  /** Counted from 1. */
  page: number;
}

/** An item with its pending changes folded in. */
export interface DownloadView extends DownloadRow {
  isWaiting: boolean;
}

export interface DownloadPage {
  paginate: WirePagination | null;
  downloads: DownloadView[];
  /** Whether the archive's page is not stored, so that this one is built from the mirror and may be incomplete. */
  isFromDevice: boolean;
}

/** Limit of the rows read for a list built on the device. A viewed queue usually has a few hundred items. */
const maxScanned = 2_000;

const downloadList: ListKind<DownloadListQuery, DownloadView, DownloadPage> = {
  endpoint: 'downloads',
  filters: downloadListFilters,
  stored: {
    tables: (db) => [db.downloads, db.folded],
    async read(db, page, query) {
      const pendingByVideo = await readPending(db);
      const [listedRows, changedRows] = await Promise.all([db.downloads.bulkGet(page.ids), db.downloads.bulkGet([...pendingByVideo.keys()])]);
      return withChanges(page, query, withoutUndefined(listedRows), withoutUndefined(changedRows), pendingByVideo);
    },
  },
  device: {
    // The queue is not part of the catalogue.
    whole: async () => null,
    tables: (db) => [db.downloads, db.folded],
    async read(db, query, from, pageSize) {
      const [rows, pendingByVideo] = await Promise.all([db.downloads.limit(maxScanned).toArray(), readPending(db)]);
      const matchingItems = withPending(rows, pendingByVideo)
        .filter((item) => matchesFilters(item, query))
        .sort((left, right) => Number(right.isAutoStart) - Number(left.isAutoStart) || (left.addedAt ?? 0) - (right.addedAt ?? 0));
      // As items leave the queue, its last pages become empty. They show an empty list with a link to the first page.
      return matchingItems.length === 0 ? null : { items: matchingItems.slice(from, from + pageSize), total: matchingItems.length, isMore: false };
    },
  },
  page: ({ paginate, items: downloads }, isFromDevice) => ({ paginate, downloads, isFromDevice }),
};

export function downloadListStore(mirror: Mirror, query: DownloadListQuery): Store<View<DownloadPage>> {
  return listStore(mirror, downloadList, query);
}

type PendingByVideo = Map<string, FoldedRow>;

/** Applies pending changes: items that they move out of the list are left out, and items that they move into it come first. */
function withChanges(
  page: ListPageRow,
  query: DownloadListQuery,
  listedRows: DownloadRow[],
  changedRows: DownloadRow[],
  pendingByVideo: PendingByVideo,
): { paginate: WirePagination | null; items: DownloadView[] } {
  // The archive has already matched the text, by rules other than those of `matchesFilters`.
  const { text: _text, ...filters } = query;
  const remainingItems = withPending(listedRows, pendingByVideo).filter((item) => matchesFilters(item, filters));
  const listedIds = new Set(page.ids);
  const movedRows = query.page > 1 ? [] : changedRows.filter((row) => row.status !== query.status && !listedIds.has(row.videoId));
  const addedItems = withPending(movedRows, pendingByVideo).filter((item) => matchesFilters(item, query));
  const difference = addedItems.length + remainingItems.length - page.ids.length;
  const paginate = page.paginate && difference !== 0 ? { ...page.paginate, total_hits: Math.max(0, page.paginate.total_hits + difference) } : page.paginate;
  return { paginate, items: [...addedItems, ...remainingItems] };
}

function readPending(db: MirrorDatabase): PromiseExtended<PendingByVideo> {
  return db.folded
    .where('lane')
    .startsWith(downloadLane(''))
    .toArray()
    .then((folded) => new Map(folded.map((row) => [row.lane.slice(downloadLane('').length), row])));
}

function withPending(rows: readonly DownloadRow[], pendingByVideo: PendingByVideo): DownloadView[] {
  return rows.flatMap((row) => {
    const folded = pendingByVideo.get(row.videoId);
    const item = shownOf('download', row, folded);
    return item ? [{ ...item, isWaiting: folded !== undefined }] : [];
  });
}

/** The archive matches text by words. Here, a title matches if the text occurs at the start of a word. */
function matchesFilters(item: DownloadRow, { status, channelId, kind, hasError, text }: DownloadFilters): boolean {
  if (item.status !== status || (channelId && item.channelId !== channelId) || (kind && item.kind !== kind)) return false;
  if (hasError !== undefined && (item.message !== null) !== hasError) return false;
  return !text || ` ${item.title}`.toLocaleLowerCase().includes(` ${text.trim().toLocaleLowerCase()}`);
}

function withoutUndefined(rows: (DownloadRow | undefined)[]): DownloadRow[] {
  return rows.filter((row) => row !== undefined);
}

export function downloadCountsStore(mirror: Mirror, status: DownloadRow['status']): Store<View<DownloadCounts>> {
  const { db } = mirror;
  const key = `page:downloads-${status}` as const;
  return resourceStore<{ value: DownloadCounts; fetchedAtMs: number }, DownloadCounts>(mirror, {
    key,
    rank: 1,
    tables: [db.documents, db.channels, db.downloads, db.folded],
    get: () => readDocument(db, key),
    show: async ({ value }) => ({ ...(await withMirroredNames(db, value)), total: Math.max(0, value.total + (await pendingDifference(db, status))) }),
  });
}

/** The number by which the pending changes raise the archive's count; negative if they lower it. */
async function pendingDifference(db: MirrorDatabase, status: DownloadRow['status']): Promise<number> {
  const pendingByVideo = await readPending(db);
  const archivedRows = withoutUndefined(await db.downloads.bulkGet([...pendingByVideo.keys()]));
  const countIn = (rows: readonly DownloadRow[]): number => rows.filter((row) => row.status === status).length;
  return countIn(withPending(archivedRows, pendingByVideo)) - countIn(archivedRows);
}

/** The archive groups by names in lower case (docs/behaviour.md, Queue). Mirrored channels have the real names. */
async function withMirroredNames(db: MirrorDatabase, counts: DownloadCounts): Promise<DownloadCounts> {
  const rows = await db.channels.bulkGet(counts.channels.map(({ channelId }) => channelId));
  return { ...counts, channels: counts.channels.map((channel, index) => ({ ...channel, name: rows[index]?.name ?? channel.name })) };
}

export interface DownloadErrors {
  total: number;
  /** The archive stopped counting at `total`. */
  isCapped: boolean;
}

/** How many items of the queue have failed, according to the archive's last list of failed items. */
export function downloadErrorsStore(mirror: Mirror): Store<View<DownloadErrors>> {
  const { db } = mirror;
  const filters = downloadListFilters({ status: 'pending', hasError: true });
  const find = (): Promise<ResourceState<DownloadErrors>> =>
    db.transaction('r', [db.documents, db.listPages, db.wanted], async () => {
      const key = listKey({ endpoint: 'downloads', filters, pageSize: await readPageSize(db), page: 1 });
      const [page, request] = await Promise.all([db.listPages.get(key), db.wanted.get(key)]);
      const data = page?.paginate ? { total: page.paginate.total_hits, isCapped: page.paginate.max_hits } : null;
      return { key, data, fetchedAtMs: page?.fetchedAtMs ?? null, request: request ?? null };
    });
  return viewStore(mirror, { id: 'download-errors', rank: 1, find });
}

/** The counts according to the archive's last answers and the pending changes; nothing is requested. `total` includes `errorCount`. */
export function knownQueueCountsStore(mirror: Mirror): Store<KnownQueueCounts> {
  const { db } = mirror;
  const filters = downloadListFilters({ status: 'pending', hasError: true });
  return liveStoreFor(mirror, 'known-queue', { total: 0, errorCount: 0 }, async () => {
    const key = listKey({ endpoint: 'downloads', filters, pageSize: await readPageSize(db), page: 1 });
    const [counts, failedPage, difference] = await Promise.all([
      readDocument(db, 'page:downloads-pending'),
      db.listPages.get(key),
      pendingDifference(db, 'pending'),
    ]);
    const errorCount = failedPage?.paginate?.total_hits ?? 0;
    return { total: Math.max((counts?.value.total ?? 0) + difference, errorCount), errorCount };
  });
}

export interface KnownQueueCounts {
  total: number;
  errorCount: number;
}

export function pendingDownloadLinesStore(mirror: Mirror): Store<string[]> {
  return liveStoreFor<string[]>(mirror, 'pending-downloads', [], async () =>
    typedLines(mirror.db.kinds, await mirror.db.outbox.where('lane').equals(queueLane).sortBy('sequence'), 'queue'),
  );
}

export interface DownloaderNotices {
  holds: DownloadHold[];
  warnings: { title: string; message: string }[];
}

const noNotices: DownloaderNotices = { holds: [], warnings: [] };

export function downloaderNoticesStore(mirror: Mirror): Store<DownloaderNotices> {
  return liveStoreFor(mirror, 'downloader-notices', noNotices, async () => {
    const state = (await readDocument(mirror.db, 'downloader'))?.value;
    return state ? { holds: state.holds ?? [], warnings: state.warnings ?? [] } : noNotices;
  });
}

export function downloaderTroubleStore(mirror: Mirror): Store<string | null> {
  return liveStoreFor<string | null>(mirror, 'downloader-trouble', null, async () => {
    const state = (await readDocument(mirror.db, 'downloader'))?.value;
    return state && !state.isReady ? (state.message ?? '') : null;
  });
}
