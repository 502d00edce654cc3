// Wishes, while nothing else is asked for, for what a person will likely open next: the next page, the lists that the
// navigation leads to, the channels and playlists on the screen, details of what was begun. Called by main, once for each tab,
// after the first content. Wishes alone, as a query would; pull fetches them last.
import type { Mirror, MirrorDatabase } from '../mirror/database.ts';
import { listKey, type ListKeyParts } from '../mirror/list-keys.ts';
import { channelListFilters, playlistListFilters } from '../mirror/list-filters.ts';
import { liveKeysOf } from '../mirror/live-keys.ts';
import { channelFactsKey, channelKey, commentsKey, navKey, parseResourceKey, playlistKey, videoKey, type Resource } from '../mirror/resource-keys.ts';
import type { ListPageRow } from '../mirror/rows.ts';
import { wish } from '../mirror/wanted.ts';

export interface MirrorAheadOptions {
  mirror: Mirror;
  isVisible(): boolean;
  /** False while the browser saves data, the network is metered, or the person has switched it off. */
  mayFetch(): boolean;
}

/** Long enough after the first content for its pictures, and for a person to go on by themselves. */
const firstLookAfterMs = 6_000;
/** One wish a step: what a person asks for meanwhile never waits for more than one answer. */
const stepMs = 1_000;
/** With nothing left to wish for: a person has to open something else first. */
const restMs = 10_000;
/** What was fetched ahead is good enough for a tunnel for so long; opening it asks anew anyway. */
const goodForMs = 60 * 60_000;

/** Ends it. */
export function startMirrorAhead(options: MirrorAheadOptions): () => void {
  const { clock } = options.mirror;
  let cancel = clock.after(firstLookAfterMs, look);
  let isStopped = false;

  function look(): void {
    void step(options)
      .catch(() => false) // the database is closing
      .then((isMore) => {
        if (!isStopped) cancel = clock.after(isMore ? stepMs : restMs, look);
      });
  }

  return () => {
    isStopped = true;
    cancel();
  };
}

/** Answers whether to look again soon. */
async function step({ mirror, isVisible, mayFetch }: MirrorAheadOptions): Promise<boolean> {
  if (!isVisible() || !mayFetch()) return false;
  const connection = await mirror.registry.connection.get('connection');
  if (connection?.value.name !== 'online') return false;
  const { db } = mirror;
  if ((await db.wanted.filter((row) => row.state !== 'failed').count()) > 0) return true;
  for (const key of await keysAhead(db)) {
    if ((await db.wanted.get(key)) || !(await isOld(mirror, key))) continue;
    await wish(mirror, key, 2);
    return true;
  }
  return false;
}

async function isOld({ db, clock }: Mirror, key: string): Promise<boolean> {
  const resource = parseResourceKey(key);
  const fetchedAtMs = resource && (await fetchedAt(db, resource));
  return fetchedAtMs === undefined || fetchedAtMs === null || clock.now() - fetchedAtMs > goodForMs;
}

async function fetchedAt(db: MirrorDatabase, resource: Resource): Promise<number | undefined> {
  switch (resource.kind) {
    case 'list':
      return (await db.listPages.get(resource.key))?.fetchedAtMs;
    case 'video':
      return (await db.videoDetails.get(resource.videoId))?.fetchedAtMs;
    case 'channel':
      return (await db.channels.get(resource.channelId))?.fetchedAtMs;
    case 'channel-facts':
      return (await db.channelFacts.get(resource.channelId))?.fetchedAtMs;
    case 'playlist':
      return (await db.playlists.get(resource.playlistId))?.fetchedAtMs;
    case 'comments':
      return (await db.comments.get(resource.videoId))?.fetchedAtMs;
    case 'nav':
      return (await db.playlistNavs.get(resource.videoId))?.fetchedAtMs;
    default:
      return undefined;
  }
}

/** The likeliest first. */
async function keysAhead(db: MirrorDatabase): Promise<string[]> {
  const shown = liveKeysOf(db)
    .map((live) => parseResourceKey(live.key()))
    .filter((resource) => resource !== null);
  const lists = shown.filter((resource) => resource.kind === 'list');
  const pages = await Promise.all(lists.map(async (list) => ({ list, page: await db.listPages.get(list.key) })));
  const keys = pages.flatMap(({ list, page }) => (page ? [...nextPage(list, page), ...begun(list, page)] : []));
  keys.push(...(await navigationLists(db, lists)));
  for (const { list, page } of pages) if (page) keys.push(...(await onScreen(db, list, page)));
  for (const resource of shown) if (resource.kind === 'video') keys.push(...(await aroundVideo(db, resource.videoId)));
  return [...new Set(keys)];
}

function nextPage(list: ListKeyParts, { paginate }: ListPageRow): string[] {
  const isMore = paginate !== null && (paginate.next_pages.length > 0 || paginate.last_page > list.page);
  return isMore ? [listKey({ ...list, page: list.page + 1 })] : [];
}

function begun(list: ListKeyParts, { ids }: ListPageRow): string[] {
  return list.filters === 'watch=continue' ? ids.flatMap((id) => [videoKey(id), navKey(id), commentsKey(id)]) : [];
}

/** The first pages behind the navigation, under the size that the lists on the screen have, as the account's settings filter them. */
async function navigationLists(db: MirrorDatabase, lists: readonly ListKeyParts[]): Promise<string[]> {
  const pageSize = lists[0]?.pageSize;
  const config = await db.documents.get('user-config');
  if (pageSize === undefined || config?.key !== 'user-config') return [];
  const { show_subed_only: channels, show_subed_only_playlists: playlists } = config.value;
  return [
    listKey({ endpoint: 'channels', filters: channelListFilters(subscribed(channels)), pageSize, page: 1 }),
    listKey({ endpoint: 'playlists', filters: playlistListFilters(subscribed(playlists)), pageSize, page: 1 }),
  ];
}

/** SPEC §3: null for all. */
function subscribed(isSubscribed: boolean | null): { filter?: 'subscribed' | 'unsubscribed' } {
  return isSubscribed === null ? {} : { filter: isSubscribed ? 'subscribed' : 'unsubscribed' };
}

async function onScreen(db: MirrorDatabase, list: ListKeyParts, { ids }: ListPageRow): Promise<string[]> {
  switch (list.endpoint) {
    case 'channels':
      return ids.map(channelFactsKey);
    case 'playlists':
      return ids.map(playlistKey);
    case 'downloads':
      return [];
    case 'videos': {
      const cards = await db.videoCards.bulkGet(ids);
      return cards.flatMap((card) => (card ? [channelKey(card.channelId), channelFactsKey(card.channelId)] : []));
    }
  }
}

/** Its channel, and what plays before and after it. */
async function aroundVideo(db: MirrorDatabase, videoId: string): Promise<string[]> {
  const [card, nav] = await Promise.all([db.videoCards.get(videoId), db.playlistNavs.get(videoId)]);
  const neighbors = (nav?.playlists ?? []).flatMap((playlist) => [playlist.playlist_next?.youtube_id, playlist.playlist_previous?.youtube_id]);
  return [...neighbors.filter((id) => id !== undefined).map(videoKey), ...(card ? [channelKey(card.channelId), channelFactsKey(card.channelId)] : [])];
}
