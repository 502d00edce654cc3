// The walk through the whole catalogue as steps: which page is the next, what a page that has come leads to, what a list did not hold. Each step
// is one transaction that looks whether it is still the next one, so that two tabs take each page once and a crash goes on where it was.
// Called by catalogue-run.ts.
import type { Table } from 'dexie';
import type { Catalogue, CatalogueWalk, WalkedList } from '../mirror/catalogue-state.ts';
import { beginningsOfWalk, isCatalogueOn } from '../mirror/catalogue-state.ts';
import { changeCatalogue } from '../mirror/catalogue.ts';
import type { Mirror, MirrorDatabase } from '../mirror/database.ts';
import { channelLane, playlistLane } from '../mirror/lanes.ts';
import { listKey, type ListKeyParts } from '../mirror/list-keys.ts';
import { isTemporaryPlaylistId } from '../mirror/playlist-ids.ts';
import { channelFactsKey, channelKey, playlistKey, videoKey } from '../mirror/resource-keys.ts';
import type { Lane, ListPageRow } from '../mirror/rows.ts';

/** The embedded server's largest page (docs/behaviour.md, Pages). */
const largestPage = 500;
/** What a list did not hold is asked for in such bites; the rest is found by the next walk. */
const mostMissing = 1_000;

/** Ids from it on are behind every id of the archive. */
const afterAll = '\uffff';

export async function newWalk({ db, clock, registry, accountKey }: Mirror): Promise<CatalogueWalk | null> {
  const [account, config] = await Promise.all([registry.accounts.get(accountKey), db.documents.get('user-config')]);
  if (!account || config?.key !== 'user-config') return null;
  return {
    startedAtMs: clock.now(),
    list: { of: 'videos', channelId: null },
    page: 1,
    // Only the embedded server names its archive, and only it takes a page size.
    takesPageSize: account.archiveId !== null,
    pageSize: account.archiveId === null ? config.value.page_size : largestPage,
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

/**
 * The page's key. In ascending order of download what comes meanwhile comes at the end. No view has these keys: their parameters stand in
 * another order than a view's.
 */
export function keyOfPage(walk: CatalogueWalk, page = walk.page): string {
  return listKey({ ...listOf(walk), pageSize: walk.pageSize, page });
}

function listOf({ list, pageSize, takesPageSize, isFromEnd }: CatalogueWalk): Pick<ListKeyParts, 'endpoint' | 'filters'> {
  const size = takesPageSize ? [`page_size=${pageSize}`] : [];
  if (list.of !== 'videos') return { endpoint: list.of, filters: size.join('&') };
  const channel = list.channelId === null ? [] : [`channel=${encodeURIComponent(list.channelId)}`];
  return { endpoint: 'videos', filters: [...size, `order=${isFromEnd ? 'desc' : 'asc'}`, 'sort=downloaded', ...channel].join('&') };
}

/** What a video, channel or playlist that a list did not hold is asked for by. */
export function keyOfMissing({ list }: CatalogueWalk, id: string): string {
  return list.of === 'videos' ? videoKey(id) : list.of === 'channels' ? channelKey(id) : playlistKey(id);
}

/** A channel whose list has more than an archive serves: how many it has in all. */
export function keyOfTotal(walk: CatalogueWalk): string | null {
  const channelId = channelOf(walk);
  return walk.isFromEnd && channelId !== null ? channelFactsKey(channelId) : null;
}

function channelOf({ list }: CatalogueWalk): string | null {
  return list.of === 'videos' ? list.channelId : null;
}

/** Changes the walk if it still stands where `walk` does. `change` answers what it becomes; null: it has ended. */
function advance(db: MirrorDatabase, walk: CatalogueWalk, change: (standing: Catalogue) => Promise<Catalogue>): Promise<void> {
  return db.transaction('rw', [db.documents, db.listPages, db.videoCards, db.channels, db.channelFacts, db.playlists, db.outbox], () =>
    changeCatalogue(db, (standing) => (standing.walk && placeOf(standing.walk) === placeOf(walk) ? change(standing) : null)),
  );
}

function placeOf({ startedAtMs, list, page, pageSize, isFromEnd, isAgain, missing }: CatalogueWalk): string {
  return JSON.stringify([startedAtMs, list, page, pageSize, isFromEnd, isAgain, missing?.ids.length, missing?.asked]);
}

/** `page` null: the archive knows no such page (404 behind the last one). */
export function takePage(db: MirrorDatabase, walk: CatalogueWalk, page: ListPageRow | null): Promise<void> {
  return advance(db, walk, async (standing) => {
    const paginate = page?.paginate ?? null;
    let next: Catalogue = standing;
    if (walk.list.of === 'videos' && walk.list.channelId === null && walk.page === 1) {
      next = { ...standing, videoCount: paginate?.total_hits ?? page?.ids.length ?? 0, isCountCapped: paginate?.max_hits === true };
      // It is not small, and nobody has said that it is wanted.
      if (!isCatalogueOn(next)) return dropPages(db, { ...next, walk: null });
      if (next.isCountCapped) return dropPages(db, { ...next, walk: { ...walk, isByChannel: true, list: { of: 'channels' } } });
    }
    const read = walk.list.of === 'videos' && !walk.isAgain ? walk.videosRead + (page?.ids.length ?? 0) : walk.videosRead;
    const isMore = paginate !== null && (paginate.next_pages.length > 0 || paginate.last_page > walk.page);
    if (isMore) return { ...next, walk: { ...walk, page: walk.page + 1, videosRead: read } };
    return endOfList(db, next, { ...walk, videosRead: read }, paginate);
  });
}

async function endOfList(db: MirrorDatabase, standing: Catalogue, walk: CatalogueWalk, paginate: ListPageRow['paginate']): Promise<Catalogue> {
  const isCapped = paginate?.max_hits === true;
  if (isCapped && !walk.isFromEnd && walk.list.of === 'videos') return { ...standing, walk: { ...walk, isFromEnd: true, page: 1 } };
  const seen = await idsOfList(db, walk);
  if (isCapped || walk.isFromEnd) return nextList(db, standing, { ...walk, unreached: walk.unreached + (await beyond(db, walk, seen.size)) });
  const lacking = Math.max(0, (paginate?.total_hits ?? 0) - seen.size);
  if (lacking > 0 && !walk.isAgain) return dropPages(db, { ...standing, walk: { ...walk, isAgain: true, page: 1 } });
  const missing = lacking > 0 ? [] : await unlisted(db, walk, seen);
  const counted = { ...walk, unreached: walk.unreached + (walk.list.of === 'videos' ? lacking : 0) };
  return missing.length > 0 ? { ...standing, walk: { ...counted, missing: { ids: missing, asked: null } } } : nextList(db, standing, counted);
}

/** How many a channel has beyond both ends of its list. */
async function beyond(db: MirrorDatabase, walk: CatalogueWalk, seen: number): Promise<number> {
  const channelId = channelOf(walk);
  const facts = channelId === null ? undefined : await db.channelFacts.get(channelId);
  return Math.max(0, (facts?.totalItems ?? 0) - seen);
}

async function idsOfList(db: MirrorDatabase, walk: CatalogueWalk): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const isFromEnd of walk.isFromEnd ? [false, true] : [false]) {
    const ofEnd = { ...walk, isFromEnd };
    for (let page = 1; ; page += 1) {
      const row = await db.listPages.get(keyOfPage(ofEnd, page));
      if (!row || (isFromEnd === walk.isFromEnd && page > walk.page)) break;
      for (const id of row.ids) ids.add(id);
    }
  }
  return ids;
}

/** What is on this device and not in the list. What waits to be sent of it is left alone. */
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

/** The archive fails at a list or refuses it: what of it is unread is told by number of lists. */
export function skipList(db: MirrorDatabase, walk: CatalogueWalk): Promise<void> {
  return advance(db, walk, (standing) => nextList(db, standing, { ...walk, failedLists: walk.failedLists + 1 }));
}

/** The account's page size has changed: pages of another size do not belong together. */
export function beginListAgain(db: MirrorDatabase, walk: CatalogueWalk, pageSize: number): Promise<void> {
  return advance(db, walk, (standing) => dropPages(db, { ...standing, walk: { ...walk, pageSize, page: 1, isFromEnd: false } }));
}

export function noteAsked(db: MirrorDatabase, walk: CatalogueWalk, asked: string): Promise<void> {
  return advance(db, walk, async (standing) => ({ ...standing, walk: { ...walk, missing: walk.missing && { ...walk.missing, asked } } }));
}

/** The first one has been answered, whatever the answer. */
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
  return dropPages(db, { ...standing, walk: { ...walk, list, channelsRead, page: 1, isFromEnd: false, isAgain: false, missing: null } });
}

async function listAfter(db: MirrorDatabase, walk: CatalogueWalk): Promise<WalkedList | null> {
  const { list, isByChannel } = walk;
  if (list.of === 'videos' && !isByChannel) return { of: 'channels' };
  if (list.of === 'channels') return { of: 'playlists' };
  if (!isByChannel) return null;
  const channelId = await channelAfter(db, channelOf(walk) ?? '');
  return channelId === null ? null : { of: 'videos', channelId };
}

/** Also of channels that the archive lists no more: their videos are asked for. */
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

/** Pages of the walk serve it alone. */
async function dropPages(db: MirrorDatabase, standing: Catalogue): Promise<Catalogue> {
  await db.listPages
    .where('key')
    .startsWithAnyOf([...beginningsOfWalk])
    .delete();
  return standing;
}
