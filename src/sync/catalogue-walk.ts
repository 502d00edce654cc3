// The steps of the catalogue walk: begin, request a page, accept or skip it, request items that a list did not contain, go to the next
// list. Each step is one transaction, which does nothing if the walk has moved on. So two tabs accept each page only once, and a walk
// resumes after a crash. Called by catalogue-reader.ts.
import type { Catalogue, CatalogueWalk } from '../mirror/catalogue-state.ts';
import { isCatalogueOn } from '../mirror/catalogue-state.ts';
import { updateCatalogue, deleteWalkPages, readCatalogue } from '../mirror/catalogue.ts';
import type { Mirror, MirrorDatabase } from '../mirror/database.ts';
import type { ListPageRow } from '../mirror/rows.ts';
import { requestRefresh } from '../mirror/refresh-requests.ts';
import { channelOf, findMissingIds, listAfter, totalKeyOf } from './catalogue-lists.ts';
import { walkPageKey, readListContents } from './catalogue-pages.ts';

/** The page size requested from the embedded server. */
const largePageSize = 500;
/** After this many restarts a list is skipped, because a server that keeps changing the page size provides no usable list. */
const maxRestarts = 3;

/** Begins a walk, unless one is under way or the catalogue is off. Resolves to false if the account or its settings are not stored yet. */
export async function beginWalk(mirror: Mirror): Promise<boolean> {
  const { db } = mirror;
  const walk = await newWalk(mirror);
  if (!walk) return false;
  await db.transaction('rw', db.documents, db.listPages, () =>
    updateCatalogue(db, (current) => {
      if (current.walk || !isCatalogueOn(current)) return null;
      // Pages left by an earlier walk are deleted. If the clock was set back since, they would count as pages of this walk.
      return clearPages(db, { ...current, walk, isAskedAgain: false });
    }),
  );
  return true;
}

async function newWalk({ db, clock, registry, accountKey }: Mirror): Promise<CatalogueWalk | null> {
  const [account, config] = await Promise.all([registry.accounts.get(accountKey), db.documents.get('user-config')]);
  if (!account || config?.key !== 'user-config') return null;
  return {
    startedAtMs: clock.now(),
    list: { of: 'videos', channelId: null },
    page: 1,
    // Only the embedded server sends an archive id, and only it takes a page size. If it answers with another size, the walk uses that.
    pageSize: account.archiveId === null ? config.value.page_size : largePageSize,
    restarts: 0,
    isFromEnd: false,
    isSecondRead: false,
    isByChannel: false,
    missing: null,
    videosRead: 0,
    channelsRead: 0,
    unreached: 0,
    failedLists: 0,
  };
}

/** Requests the next page. Does nothing if another tab has moved the walk on, or has fetched the page again since `seenAtMs`. */
export function requestPage(mirror: Mirror, walk: CatalogueWalk, seenAtMs: number | undefined): Promise<void> {
  const { db } = mirror;
  return db.transaction('rw', db.documents, db.listPages, db.wanted, async () => {
    const key = walkPageKey(walk);
    if (!isSamePosition(await readCatalogue(db), walk) || (await db.listPages.get(key))?.fetchedAtMs !== seenAtMs) return;
    const totalKey = walk.page === 1 ? totalKeyOf(walk) : null;
    if (totalKey) await requestRefresh(mirror, totalKey, 2);
    await requestRefresh(mirror, key, 2);
  });
}

/** Changes the state if the walk is still at the position of `walk`. `change` returns the new state. */
function updateWalk(db: MirrorDatabase, walk: CatalogueWalk, change: (current: Catalogue) => Promise<Catalogue>): Promise<void> {
  return db.transaction('rw', [db.documents, db.listPages, db.videoCards, db.channels, db.channelFacts, db.playlists, db.outbox], () =>
    updateCatalogue(db, (current) => (isSamePosition(current, walk) ? change(current) : null)),
  );
}

function isSamePosition(current: Catalogue, walk: CatalogueWalk): boolean {
  return current.walk !== null && positionOf(current.walk) === positionOf(walk);
}

function positionOf({ startedAtMs, list, page, pageSize, isFromEnd, isSecondRead, missing }: CatalogueWalk): string {
  return JSON.stringify([startedAtMs, list, page, pageSize, isFromEnd, isSecondRead, missing?.ids.length, missing?.asked]);
}

/** @param page null if the archive answered 404, which ends the list like an empty page */
export function acceptPage(db: MirrorDatabase, walk: CatalogueWalk, page: ListPageRow | null): Promise<void> {
  return updateWalk(db, walk, async (current) => {
    let newState: Catalogue = current;
    const paginate = page?.paginate ?? null;
    // If the first page was skipped, the first page that can be read gives the number.
    const givesCount = walk.page === 1 || (walk.videosRead === 0 && paginate !== null);
    if (walk.list.of === 'videos' && walk.list.channelId === null && givesCount) {
      newState = { ...current, videoCount: paginate?.total_hits ?? page?.ids.length ?? 0, isCountCapped: paginate?.max_hits === true };
      // The catalogue is no longer small, and nobody has asked for it, so the copy is no longer kept up to date.
      if (!isCatalogueOn(newState)) return clearPages(db, { ...newState, walk: null, last: null });
      if (newState.isCountCapped) return clearPages(db, { ...newState, walk: { ...walk, isByChannel: true, list: { of: 'channels' }, page: 1 } });
    }
    const isCounted = walk.list.of === 'videos' && !walk.isSecondRead;
    const countedWalk = { ...walk, videosRead: walk.videosRead + (isCounted ? (page?.ids.length ?? 0) : 0) };
    // An empty page ends a list, even if it claims further pages.
    const hasMore = page !== null && page.ids.length > 0 && hasNextPage(walk.page, page.paginate);
    return hasMore ? { ...newState, walk: { ...countedWalk, page: walk.page + 1 } } : finishList(db, newState, countedWalk);
  });
}

function hasNextPage(page: number, paginate: ListPageRow['paginate']): boolean {
  return paginate !== null && (paginate.next_pages.length > 0 || paginate.last_page > page);
}

/**
 * Goes to the next page, because one malformed video must not block all others. After two unreadable pages in a row the list is skipped.
 */
export function skipPage(db: MirrorDatabase, walk: CatalogueWalk, atMs: number): Promise<void> {
  return updateWalk(db, walk, async (current) => {
    const previousPage = walk.page === 1 ? null : ((await db.listPages.get(walkPageKey(walk, walk.page - 1))) ?? null);
    if (previousPage?.ids.length === 0) return skipFailedList(db, current, walk);
    const paginate = previousPage?.paginate ?? null;
    await db.listPages.put({ key: walkPageKey(walk), ids: [], paginate, fetchedAtMs: atMs });
    return walk.page === 1 || hasNextPage(walk.page, paginate) ? { ...current, walk: { ...walk, page: walk.page + 1 } } : finishList(db, current, walk);
  });
}

async function finishList(db: MirrorDatabase, current: Catalogue, walk: CatalogueWalk): Promise<Catalogue> {
  const { ids, total, shrunkBy, isCapped } = await readListContents(db, walk);
  if (isCapped && !walk.isFromEnd && walk.list.of === 'videos') return { ...current, walk: { ...walk, isFromEnd: true, page: 1 } };
  if (isCapped || walk.isFromEnd) return startNextList(db, current, await addUnreached(db, walk, ids.size));
  // Deletions during the read have moved items from later pages to pages already read.
  const missingCount = Math.max(0, total - ids.size, shrunkBy);
  if (missingCount > 0 && !walk.isSecondRead) return clearPages(db, { ...current, walk: { ...walk, isSecondRead: true, page: 1 } });
  if (missingCount > 0)
    return startNextList(
      db,
      current,
      walk.list.of === 'videos' ? { ...walk, unreached: walk.unreached + missingCount } : { ...walk, failedLists: walk.failedLists + 1 },
    );
  const missingIds = await findMissingIds(db, walk, ids);
  return missingIds.length > 0 ? { ...current, walk: { ...walk, missing: { ids: missingIds, asked: null } } } : startNextList(db, current, walk);
}

/**
 * Counts the channel's videos that were reached from neither end of its list. Other lists, and channels with unknown totals, count as
 * failed.
 */
async function addUnreached(db: MirrorDatabase, walk: CatalogueWalk, seenCount: number): Promise<CatalogueWalk> {
  const channelId = channelOf(walk);
  const facts = channelId === null ? undefined : await db.channelFacts.get(channelId);
  if (!facts) return { ...walk, failedLists: walk.failedLists + 1 };
  return { ...walk, unreached: walk.unreached + Math.max(0, facts.totalItems - seenCount) };
}

/** Skips a list that the archive refuses or fails to return. It counts as one failed list. */
export function skipList(db: MirrorDatabase, walk: CatalogueWalk): Promise<void> {
  return updateWalk(db, walk, (current) => skipFailedList(db, current, walk));
}

function skipFailedList(db: MirrorDatabase, current: Catalogue, walk: CatalogueWalk): Promise<Catalogue> {
  return startNextList(db, current, { ...walk, failedLists: walk.failedLists + 1 });
}

/** Starts the list again with another page size, because pages of different sizes cannot be combined. */
export function restartList(db: MirrorDatabase, walk: CatalogueWalk, pageSize: number): Promise<void> {
  return updateWalk(db, walk, async (current) => {
    const { restarts = 0 } = walk;
    if (restarts === maxRestarts) return skipFailedList(db, current, walk);
    const { ids } = await readListContents(db, walk);
    const videosRead = walk.list.of === 'videos' && !walk.isSecondRead ? Math.max(0, walk.videosRead - ids.size) : walk.videosRead;
    return clearPages(db, { ...current, walk: { ...walk, pageSize, videosRead, restarts: restarts + 1, page: 1, isFromEnd: false } });
  });
}

export function recordRequested(db: MirrorDatabase, walk: CatalogueWalk, id: string): Promise<void> {
  return updateWalk(db, walk, async (current) => ({ ...current, walk: { ...walk, missing: walk.missing && { ...walk.missing, asked: id } } }));
}

/** Called when the request for the first missing item has been answered, whatever the answer. */
export function dropFirstMissing(db: MirrorDatabase, walk: CatalogueWalk): Promise<void> {
  return updateWalk(db, walk, (current) => {
    const [, ...ids] = walk.missing?.ids ?? [];
    return ids.length > 0 ? Promise.resolve({ ...current, walk: { ...walk, missing: { ids, asked: null } } }) : startNextList(db, current, walk);
  });
}

async function startNextList(db: MirrorDatabase, current: Catalogue, walk: CatalogueWalk): Promise<Catalogue> {
  const list = await listAfter(db, walk);
  if (!list) return clearPages(db, { ...current, walk: null, last: await summaryOf(db, walk) });
  const channelsRead = channelOf(walk) !== null ? walk.channelsRead + 1 : walk.channelsRead;
  return clearPages(db, { ...current, walk: { ...walk, list, channelsRead, page: 1, restarts: 0, isFromEnd: false, isSecondRead: false, missing: null } });
}

async function summaryOf(db: MirrorDatabase, walk: CatalogueWalk): Promise<Catalogue['last']> {
  const [videos, channels, playlists] = await Promise.all([db.videoCards.count(), db.channels.count(), db.playlists.count()]);
  return { atMs: walk.startedAtMs, videos, channels, playlists, unreached: walk.unreached, failedLists: walk.failedLists };
}

/** Deletes the walk's pages, which nothing else uses, and returns `current`. */
async function clearPages(db: MirrorDatabase, current: Catalogue): Promise<Catalogue> {
  await deleteWalkPages(db);
  return current;
}
