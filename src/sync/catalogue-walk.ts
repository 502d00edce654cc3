// The catalogue walk as steps: which page is next, what a fetched page leads to, what a list did not contain. Each step is one transaction that
// checks whether it is still the next one, so that two tabs take each page once and a walk resumes after a crash. Called by catalogue-run.ts.
import type { Table } from 'dexie';
import type { Catalogue, CatalogueWalk, WalkedList } from '../mirror/catalogue-state.ts';
import { isCatalogueOn } from '../mirror/catalogue-state.ts';
import { changeCatalogue, dropPagesOfWalk, readCatalogue } from '../mirror/catalogue.ts';
import type { Mirror, MirrorDatabase } from '../mirror/database.ts';
import { channelLane, playlistLane } from '../mirror/lanes.ts';
import { isTemporaryPlaylistId } from '../mirror/playlist-ids.ts';
import { channelFactsKey, channelKey, playlistKey, videoKey } from '../mirror/resource-keys.ts';
import type { Lane, ListPageRow } from '../mirror/rows.ts';
import { wish } from '../mirror/wanted.ts';
import { keyOfPage, whatCame } from './catalogue-pages.ts';

/** The page size requested from the embedded server. */
const largePage = 500;
/** A server whose answers keep changing the page size provides no usable list. */
const mostRestarts = 3;
/** Missing items are requested up to this many per list; the rest is found by the next walk. */
const mostMissing = 1_000;

/** Sorts after every id of the archive. */
const afterAll = '\uffff';

/** Resolves to whether there is a walk now. */
export async function beginWalk(mirror: Mirror): Promise<boolean> {
  const { db } = mirror;
  const walk = await newWalk(mirror);
  if (!walk) return false;
  await db.transaction('rw', db.documents, db.listPages, () =>
    changeCatalogue(db, (standing) => {
      if (standing.walk || !isCatalogueOn(standing)) return null;
      // Pages of an earlier walk may be dated after this one, if the clock was set since.
      return dropPages(db, { ...standing, walk, isAskedAgain: false });
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
    // Only the embedded server sends an archive id, and only it takes a page size; if it answers with another size, reading continues with that.
    pageSize: account.archiveId === null ? config.value.page_size : largePage,
    restarts: 0,
    isFromEnd: false,
    isAgain: false,
    isByChannel: false,
    missing: null,
    videosRead: 0,
    channelsRead: 0,
    unreached: 0,
    failedLists: 0,
  };
}

/** The key by which an item missing from a list is requested. */
export function keyOfMissing({ list }: CatalogueWalk, id: string): string {
  return list.of === 'videos' ? videoKey(id) : list.of === 'channels' ? channelKey(id) : playlistKey(id);
}

/** Does nothing if another tab did it: the walk has moved on, or the page of `seenAtMs` has been fetched again. */
export function askForPage(mirror: Mirror, walk: CatalogueWalk, seenAtMs: number | undefined): Promise<void> {
  const { db } = mirror;
  return db.transaction('rw', db.documents, db.listPages, db.wanted, async () => {
    const key = keyOfPage(walk);
    if (!isAt(await readCatalogue(db), walk) || (await db.listPages.get(key))?.fetchedAtMs !== seenAtMs) return;
    const totalKey = walk.page === 1 ? keyOfTotal(walk) : null;
    if (totalKey) await wish(mirror, totalKey, 2);
    await wish(mirror, key, 2);
  });
}

/** For a channel whose list is longer than the archive serves: its total. */
function keyOfTotal(walk: CatalogueWalk): string | null {
  const channelId = channelOf(walk);
  return walk.isFromEnd && channelId !== null ? channelFactsKey(channelId) : null;
}

function channelOf({ list }: CatalogueWalk): string | null {
  return list.of === 'videos' ? list.channelId : null;
}

/** Changes the walk if it is still where `walk` is. `change` returns the new state. */
function advance(db: MirrorDatabase, walk: CatalogueWalk, change: (standing: Catalogue) => Promise<Catalogue>): Promise<void> {
  return db.transaction('rw', [db.documents, db.listPages, db.videoCards, db.channels, db.channelFacts, db.playlists, db.outbox], () =>
    changeCatalogue(db, (standing) => (isAt(standing, walk) ? change(standing) : null)),
  );
}

function isAt(standing: Catalogue, walk: CatalogueWalk): boolean {
  return standing.walk !== null && placeOf(standing.walk) === placeOf(walk);
}

function placeOf({ startedAtMs, list, page, pageSize, isFromEnd, isAgain, missing }: CatalogueWalk): string {
  return JSON.stringify([startedAtMs, list, page, pageSize, isFromEnd, isAgain, missing?.ids.length, missing?.asked]);
}

/** `page` null: the archive has no such page (404 after the last one). */
export function takePage(db: MirrorDatabase, walk: CatalogueWalk, page: ListPageRow | null): Promise<void> {
  return advance(db, walk, async (standing) => {
    let next: Catalogue = standing;
    if (walk.list.of === 'videos' && walk.list.channelId === null && walk.page === 1) {
      const paginate = page?.paginate ?? null;
      next = { ...standing, videoCount: paginate?.total_hits ?? page?.ids.length ?? 0, isCountCapped: paginate?.max_hits === true };
      // It is no longer small, and nobody has asked for it: what was read is not kept up to date.
      if (!isCatalogueOn(next)) return dropPages(db, { ...next, walk: null, last: null });
      if (next.isCountCapped) return dropPages(db, { ...next, walk: { ...walk, isByChannel: true, list: { of: 'channels' } } });
    }
    const isCounted = walk.list.of === 'videos' && !walk.isAgain;
    const read = { ...walk, videosRead: walk.videosRead + (isCounted ? (page?.ids.length ?? 0) : 0) };
    // An empty page ends a list, whatever it says about further pages.
    const isMore = page !== null && page.ids.length > 0 && isBefore(walk.page, page.paginate);
    return isMore ? { ...next, walk: { ...read, page: walk.page + 1 } } : endOfList(db, next, read);
  });
}

function isBefore(page: number, paginate: ListPageRow['paginate']): boolean {
  return paginate !== null && (paginate.next_pages.length > 0 || paginate.last_page > page);
}

/** The page cannot be read, but the next one perhaps can: one odd video must not block all others. After two in a row the list is skipped. */
export function skipPage(db: MirrorDatabase, walk: CatalogueWalk, atMs: number): Promise<void> {
  return advance(db, walk, async (standing) => {
    const before = walk.page === 1 ? null : ((await db.listPages.get(keyOfPage(walk, walk.page - 1))) ?? null);
    if (before?.ids.length === 0) return leaveOut(db, standing, walk);
    const paginate = before?.paginate ?? null;
    await db.listPages.put({ key: keyOfPage(walk), ids: [], paginate, fetchedAtMs: atMs });
    return walk.page === 1 || isBefore(walk.page, paginate) ? { ...standing, walk: { ...walk, page: walk.page + 1 } } : endOfList(db, standing, walk);
  });
}

async function endOfList(db: MirrorDatabase, standing: Catalogue, walk: CatalogueWalk): Promise<Catalogue> {
  const { ids, total, shrunkBy, isCapped } = await whatCame(db, walk);
  if (isCapped && !walk.isFromEnd && walk.list.of === 'videos') return { ...standing, walk: { ...walk, isFromEnd: true, page: 1 } };
  if (isCapped || walk.isFromEnd) return nextList(db, standing, await withBeyond(db, walk, ids.size));
  // Deletions during the read have moved items from later pages to pages already read.
  const lacking = Math.max(0, total - ids.size, shrunkBy);
  if (lacking > 0 && !walk.isAgain) return dropPages(db, { ...standing, walk: { ...walk, isAgain: true, page: 1 } });
  if (lacking > 0)
    return nextList(
      db,
      standing,
      walk.list.of === 'videos' ? { ...walk, unreached: walk.unreached + lacking } : { ...walk, failedLists: walk.failedLists + 1 },
    );
  const missing = await unlisted(db, walk, ids);
  return missing.length > 0 ? { ...standing, walk: { ...walk, missing: { ids: missing, asked: null } } } : nextList(db, standing, walk);
}

/** How many a channel has beyond both ends of its list. Other lists, and channels with unknown totals, count as incomplete. */
async function withBeyond(db: MirrorDatabase, walk: CatalogueWalk, seen: number): Promise<CatalogueWalk> {
  const channelId = channelOf(walk);
  const facts = channelId === null ? undefined : await db.channelFacts.get(channelId);
  if (!facts) return { ...walk, failedLists: walk.failedLists + 1 };
  return { ...walk, unreached: walk.unreached + Math.max(0, facts.totalItems - seen) };
}

/** Ids on this device that the list does not contain. Those with pending changes are left alone. */
async function unlisted(db: MirrorDatabase, { list }: CatalogueWalk, seen: ReadonlySet<string>): Promise<string[]> {
  const known = (await knownIds(db, list)).filter((id) => !seen.has(id));
  if (known.length === 0) return [];
  const pending = new Set((await db.outbox.orderBy('lane').uniqueKeys()) as Lane[]);
  const laneOf = (id: string): Lane => (list.of === 'videos' ? `video:${id}` : list.of === 'channels' ? channelLane(id) : playlistLane(id));
  return known.filter((id) => !pending.has(laneOf(id))).slice(0, mostMissing);
}

async function knownIds(db: MirrorDatabase, list: WalkedList): Promise<string[]> {
  if (list.of === 'channels') return idsOf(db.channels);
  if (list.of === 'playlists') return (await idsOf(db.playlists)).filter((id) => !isTemporaryPlaylistId(id));
  if (list.channelId === null) return idsOf(db.videoCards);
  return db.videoCards.where('[channelId+publishedAt]').between([list.channelId, ''], [list.channelId, afterAll]).primaryKeys();
}

function idsOf(table: Pick<Table<unknown, string>, 'toCollection'>): PromiseLike<string[]> {
  return table.toCollection().primaryKeys();
}

/** The archive fails at a list or refuses it: it counts as one unread list. */
export function skipList(db: MirrorDatabase, walk: CatalogueWalk): Promise<void> {
  return advance(db, walk, (standing) => leaveOut(db, standing, walk));
}

function leaveOut(db: MirrorDatabase, standing: Catalogue, walk: CatalogueWalk): Promise<Catalogue> {
  return nextList(db, standing, { ...walk, failedLists: walk.failedLists + 1 });
}

/** Pages of different sizes do not fit together. */
export function beginListAgain(db: MirrorDatabase, walk: CatalogueWalk, pageSize: number): Promise<void> {
  return advance(db, walk, async (standing) => {
    const { restarts = 0 } = walk;
    if (restarts === mostRestarts) return leaveOut(db, standing, walk);
    const { ids } = await whatCame(db, walk);
    const videosRead = walk.list.of === 'videos' && !walk.isAgain ? Math.max(0, walk.videosRead - ids.size) : walk.videosRead;
    return dropPages(db, { ...standing, walk: { ...walk, pageSize, videosRead, restarts: restarts + 1, page: 1, isFromEnd: false } });
  });
}

export function noteAsked(db: MirrorDatabase, walk: CatalogueWalk, asked: string): Promise<void> {
  return advance(db, walk, async (standing) => ({ ...standing, walk: { ...walk, missing: walk.missing && { ...walk.missing, asked } } }));
}

/** Called when the first one has been answered, whatever the answer. */
export function takeMissing(db: MirrorDatabase, walk: CatalogueWalk): Promise<void> {
  return advance(db, walk, (standing) => {
    const [, ...ids] = walk.missing?.ids ?? [];
    return ids.length > 0 ? Promise.resolve({ ...standing, walk: { ...walk, missing: { ids, asked: null } } }) : nextList(db, standing, walk);
  });
}

async function nextList(db: MirrorDatabase, standing: Catalogue, walk: CatalogueWalk): Promise<Catalogue> {
  const list = await listAfter(db, walk);
  if (!list) return dropPages(db, { ...standing, walk: null, last: await factsOf(db, walk) });
  const channelsRead = channelOf(walk) !== null ? walk.channelsRead + 1 : walk.channelsRead;
  return dropPages(db, { ...standing, walk: { ...walk, list, channelsRead, page: 1, restarts: 0, isFromEnd: false, isAgain: false, missing: null } });
}

async function listAfter(db: MirrorDatabase, walk: CatalogueWalk): Promise<WalkedList | null> {
  const { list, isByChannel } = walk;
  if (list.of === 'videos' && !isByChannel) return { of: 'channels' };
  if (list.of === 'channels') return { of: 'playlists' };
  if (!isByChannel) return null;
  const channelId = await channelAfter(db, channelOf(walk) ?? '');
  return channelId === null ? null : { of: 'videos', channelId };
}

/** Includes channels that the archive no longer lists: their videos are requested. */
async function channelAfter(db: MirrorDatabase, channelId: string): Promise<string | null> {
  const [listed] = await db.channels.where('channelId').above(channelId).limit(1).primaryKeys();
  const card = await db.videoCards.where('[channelId+publishedAt]').above([channelId, afterAll]).first();
  const ids = [listed, card?.channelId].filter((id) => id !== undefined).sort();
  return ids[0] ?? null;
}

async function factsOf(db: MirrorDatabase, walk: CatalogueWalk): Promise<Catalogue['last']> {
  const [videos, channels, playlists] = await Promise.all([db.videoCards.count(), db.channels.count(), db.playlists.count()]);
  return { atMs: walk.startedAtMs, videos, channels, playlists, unreached: walk.unreached, failedLists: walk.failedLists };
}

/** Pages of the walk serve only the walk. */
async function dropPages(db: MirrorDatabase, standing: Catalogue): Promise<Catalogue> {
  await dropPagesOfWalk(db);
  return standing;
}
