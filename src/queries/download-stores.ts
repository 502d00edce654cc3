// The queries of the archive's own queue beneath the hooks.
import type { WirePagination } from '../contract/names.ts';
import type { Mirror } from '../mirror/database.ts';
import { shownOf } from '../mirror/fold-entities.ts';
import { downloadLane, queueLane } from '../mirror/lanes.ts';
import { downloadListFilters, listKey, type DownloadFilters } from '../mirror/list-keys.ts';
import { typedLines } from '../mirror/mutation-kinds.ts';
import type { DownloadCounts, DownloadHold, DownloadRow, FoldedRow, ListPageRow } from '../mirror/rows.ts';
import { failureOfConnection } from './connection-store.ts';
import { devicePages } from './device-pages.ts';
import { createLiveStore, storeFor, type Store } from './live-store.ts';
import { readPageSize } from './page-size.ts';
import { viewStore, type Found } from './view-store.ts';
import type { View } from './views.ts';

export interface DownloadListQuery extends DownloadFilters {
  /** From 1. */
  page: number;
}

/** An item with what waits to be sent of it folded in. */
export interface DownloadView extends DownloadRow {
  isWaiting: boolean;
}

export interface DownloadPage {
  paginate: WirePagination | null;
  downloads: DownloadView[];
  /** The page was never stored: it is put together from what is mirrored, and may be incomplete. */
  isFromDevice: boolean;
}

/** A queue that was looked at has a few hundred items here; a bound all the same, so that no stand-in list reads without end. */
const lookedAt = 2_000;

export function downloadListStore(mirror: Mirror, query: DownloadListQuery): Store<View<DownloadPage>> {
  const filters = downloadListFilters(query);
  return viewStore(mirror, { id: `downloads?${filters}&page=${query.page}`, rank: 0, find: () => findPage(mirror, query, filters) });
}

type PendingByVideo = Map<string, FoldedRow>;

async function findPage(mirror: Mirror, query: DownloadListQuery, filters: string): Promise<Found<DownloadPage>> {
  const { db } = mirror;
  const stored = await db.transaction('r', [db.documents, db.listPages, db.downloads, db.folded, db.wanted], async () => {
    const pageSize = await readPageSize(db);
    const key = listKey({ endpoint: 'downloads', filters, pageSize, page: query.page });
    const [page, wish, folded] = await Promise.all([db.listPages.get(key), db.wanted.get(key), db.folded.where('lane').startsWith(downloadLane('')).toArray()]);
    const pending: PendingByVideo = new Map(folded.map((row) => [row.lane.slice(downloadLane('').length), row]));
    const [listed, changed] = await Promise.all([db.downloads.bulkGet(page?.ids ?? []), db.downloads.bulkGet([...pending.keys()])]);
    const data = page ? pageOf(page, query, present(listed), present(changed), pending) : null;
    return { pageSize, pending, found: { key, data, fetchedAtMs: page?.fetchedAtMs ?? null, wish: wish ?? null } };
  });
  if (stored.found.data) return stored.found;
  const connection = await mirror.registry.connection.get('connection');
  if (stored.found.wish?.state !== 'failed' && failureOfConnection(connection?.value ?? null) === null) return stored.found;
  const [rows, lastSync] = await Promise.all([db.downloads.limit(lookedAt).toArray(), db.documents.get('last-sync')]);
  const matching = withPending(rows, stored.pending)
    .filter((item) => isOfFilters(item, query))
    .sort((left, right) => Number(right.isAutoStart) - Number(left.isAutoStart) || (left.addedAt ?? 0) - (right.addedAt ?? 0));
  if (matching.length === 0) return stored.found;
  const from = (Math.max(1, query.page) - 1) * stored.pageSize;
  const paginate = devicePages({ total: matching.length, isMore: false, page: query.page, pageSize: stored.pageSize });
  const downloads = matching.slice(from, from + stored.pageSize);
  return { ...stored.found, data: { paginate, downloads, isFromDevice: true }, copiedAtMs: lastSync?.fetchedAtMs ?? 0 };
}

/** What was changed here leaves the list that it no longer belongs to, and stands at the head of the one that it came into. */
function pageOf(page: ListPageRow, query: DownloadListQuery, listed: DownloadRow[], changed: DownloadRow[], pending: PendingByVideo): DownloadPage {
  // The words of a title are the archive's to judge.
  const { text: _text, ...filters } = query;
  const staying = withPending(listed, pending).filter((item) => isOfFilters(item, filters));
  const isListed = new Set(page.ids);
  const elsewhere = query.page > 1 ? [] : changed.filter((row) => row.status !== query.status && !isListed.has(row.videoId));
  const coming = withPending(elsewhere, pending).filter((item) => isOfFilters(item, query));
  const more = coming.length + staying.length - page.ids.length;
  const paginate = page.paginate && more !== 0 ? { ...page.paginate, total_hits: Math.max(0, page.paginate.total_hits + more) } : page.paginate;
  return { paginate, downloads: [...coming, ...staying], isFromDevice: false };
}

function withPending(rows: readonly DownloadRow[], pending: PendingByVideo): DownloadView[] {
  return rows.flatMap((row) => {
    const folded = pending.get(row.videoId);
    const item = shownOf('download', row, folded);
    return item ? [{ ...item, isWaiting: folded !== undefined }] : [];
  });
}

/** The archive's own rule for a text is by words; here, for what is put together without it, the beginning of any will do. */
function isOfFilters(item: DownloadRow, { status, channelId, kind, hasError, text }: DownloadFilters): boolean {
  if (item.status !== status || (channelId && item.channelId !== channelId) || (kind && item.kind !== kind)) return false;
  if (hasError !== undefined && (item.message !== null) !== hasError) return false;
  return !text || ` ${item.title}`.toLocaleLowerCase().includes(` ${text.trim().toLocaleLowerCase()}`);
}

function present(rows: (DownloadRow | undefined)[]): DownloadRow[] {
  return rows.filter((row) => row !== undefined);
}

export function downloadCountsStore(mirror: Mirror, status: DownloadRow['status']): Store<View<DownloadCounts>> {
  const { db } = mirror;
  const key = `page:downloads-${status}` as const;
  const find = (): Promise<Found<DownloadCounts>> =>
    db.transaction('r', [db.documents, db.wanted], async () => {
      const [row, wish] = await Promise.all([db.documents.get(key), db.wanted.get(key)]);
      const data = row?.key === key ? (row.value as DownloadCounts) : null;
      return { key, data, fetchedAtMs: row?.fetchedAtMs ?? null, wish: wish ?? null };
    });
  return viewStore(mirror, { id: key, rank: 1, find });
}

export interface DownloadErrors {
  total: number;
  /** The archive counts no further. */
  isCapped: boolean;
}

/** How many items of the queue have failed: what the archive said when it was last asked for a list of them. */
export function downloadErrorsStore(mirror: Mirror): Store<View<DownloadErrors>> {
  const { db } = mirror;
  const filters = downloadListFilters({ status: 'pending', hasError: true });
  const find = (): Promise<Found<DownloadErrors>> =>
    db.transaction('r', [db.documents, db.listPages, db.wanted], async () => {
      const key = listKey({ endpoint: 'downloads', filters, pageSize: await readPageSize(db), page: 1 });
      const [page, wish] = await Promise.all([db.listPages.get(key), db.wanted.get(key)]);
      const data = page?.paginate ? { total: page.paginate.total_hits, isCapped: page.paginate.max_hits } : null;
      return { key, data, fetchedAtMs: page?.fetchedAtMs ?? null, wish: wish ?? null };
    });
  return viewStore(mirror, { id: 'download-errors', rank: 1, find });
}

/** The same number as it is known, and asked for by nobody: for what shows on every page. 0 where it was never told. */
export function knownDownloadErrorsStore(mirror: Mirror): Store<number> {
  const { db } = mirror;
  const filters = downloadListFilters({ status: 'pending', hasError: true });
  const query = async (): Promise<number> => {
    const key = listKey({ endpoint: 'downloads', filters, pageSize: await readPageSize(db), page: 1 });
    return (await db.listPages.get(key))?.paginate?.total_hits ?? 0;
  };
  return storeFor(mirror, 'known-download-errors', (onIdle) => createLiveStore<number>({ clock: mirror.clock, query, initial: 0, onIdle }));
}

export function pendingDownloadLinesStore(mirror: Mirror): Store<string[]> {
  return storeFor(mirror, 'pending-downloads', (onIdle) =>
    createLiveStore<string[]>({
      clock: mirror.clock,
      initial: [],
      query: async () => typedLines(mirror.db.kinds, await mirror.db.outbox.where('lane').equals(queueLane).sortBy('sequence'), 'queue'),
      onIdle,
    }),
  );
}

export interface DownloaderNotices {
  holds: DownloadHold[];
  warnings: { title: string; message: string }[];
}

const noNotices: DownloaderNotices = { holds: [], warnings: [] };

export function downloaderNoticesStore(mirror: Mirror): Store<DownloaderNotices> {
  return storeFor(mirror, 'downloader-notices', (onIdle) =>
    createLiveStore<DownloaderNotices>({
      clock: mirror.clock,
      initial: noNotices,
      query: async () => {
        const row = await mirror.db.documents.get('downloader');
        return row?.key === 'downloader' ? { holds: row.value.holds ?? [], warnings: row.value.warnings ?? [] } : noNotices;
      },
      onIdle,
    }),
  );
}

export function downloaderTroubleStore(mirror: Mirror): Store<string | null> {
  return storeFor(mirror, 'downloader-trouble', (onIdle) =>
    createLiveStore<string | null>({
      clock: mirror.clock,
      initial: null,
      query: async () => {
        const row = await mirror.db.documents.get('downloader');
        return row?.key === 'downloader' && !row.value.isReady ? (row.value.message ?? '') : null;
      },
      onIdle,
    }),
  );
}
