// Prepares the device for going offline. While nothing else is requested, requests the data that the user will likely open next. The order
// is: the lists of the navigation, the next page, the channels and playlists on screen, started videos with their details, the channel
// and the neighbours of an open video, and then the pictures of all these. Called by app/background-copy.ts, once per tab, after the
// first content. Writes refresh requests, as a query does; pull fulfils these last.
import { ageMs } from '../lib/clock.ts';
import { pictureAddress } from '../lib/picture-address.ts';
import { isWalkKey } from '../mirror/catalogue-state.ts';
import type { Mirror, MirrorDatabase } from '../mirror/database.ts';
import { listKey, type ListKeyParts } from '../mirror/list-keys.ts';
import { channelListFilters, playlistListFilters } from '../mirror/list-filters.ts';
import { liveKeysOf } from '../mirror/live-keys.ts';
import { channelFactsKey, channelKey, commentsKey, navKey, parseResourceKey, playlistKey, videoKey, type Resource } from '../mirror/resource-keys.ts';
import type { ListPageRow, RefreshRequest } from '../mirror/rows.ts';
import { isFresh, requestRefresh } from '../mirror/refresh-requests.ts';
import { watchQuery } from '../mirror/watch-query.ts';
import { createPollLoop } from './poll-loop.ts';

export interface PrefetchOptions {
  mirror: Mirror;
  isVisible(): boolean;
  /** False while the browser saves data, the network is metered, or the user has switched off prefetching. */
  mayFetch(): boolean;
  /** Whether the pictures of the current screen are still loading, or somebody is using the page at this moment. */
  isBusy(): boolean;
  /** Whether fetched pictures are kept. */
  canCachePictures(): boolean;
  /** Called once, when nothing is left to fetch or the connection is not `online`. */
  onIdle(): void;
  /** Resolves when the picture is available offline, or cannot be fetched. */
  cachePicture(url: string): Promise<unknown>;
}

/** Prefetching starts after the first content, whose pictures come before anything else. */
const startDelayMs = 500;
const busyDelayMs = 250;
/** The number of parallel fetches. The browser's other connections are left to the page. */
const maxParallel = 2;
/** The delay while there is nothing to fetch, or fetching is not allowed. */
const idleDelayMs = 10_000;
/** How long prefetched data is good enough for being offline; opening it fetches it again anyway. */
const maxAgeMs = 60 * 60_000;

/** Returns the function that stops prefetching. */
export function startPrefetch(options: PrefetchOptions): () => void {
  const { clock, db } = options.mirror;
  /** The pictures that this page has requested, so that those that cannot be fetched are not retried endlessly. */
  const requestedPictures = new Set<string>();
  const loop = createPollLoop(clock, step, idleDelayMs);
  let end = clock.after(startDelayMs, () => {
    // Whenever a request is fulfilled, the next one can be made; the user's own requests go first.
    end = watchQuery(clock, () => db.wanted.filter((row) => row.state !== 'failed' && !isWalkKey(row.key)).toArray(), onRequests);
  });
  let requests: readonly RefreshRequest[] = [];
  let isStopped = false;
  let wasIdle = false;

  function onRequests(rows: readonly RefreshRequest[]): void {
    requests = rows;
    loop.poll();
  }

  function isSaturated(): boolean {
    return requests.length >= maxParallel || requests.some(({ rank }) => rank < 2);
  }

  /** Resolves to the delay until the next step; fulfilled requests trigger an earlier one. */
  async function step(): Promise<number> {
    const { mirror, isVisible, mayFetch, isBusy } = options;
    if (isSaturated() || !isVisible() || !mayFetch()) return idleDelayMs;
    if (isBusy()) return busyDelayMs;
    const connection = await mirror.registry.connection.get('connection');
    if (connection?.value.name !== 'online') return becomeIdle();
    const keys = await prefetchKeys(db);
    const staleKeys = await findStaleKeys(mirror, keys, maxParallel - requests.length);
    for (const key of staleKeys) await requestRefresh(mirror, key, 2);
    if (staleKeys.length > 0 || requests.length > 0) return idleDelayMs;
    return (await cachePictures(keys)) ? 0 : becomeIdle();
  }

  /** Calls `onIdle` the first time. Returns the delay until the next step. */
  function becomeIdle(): number {
    if (!wasIdle && !isStopped) options.onIdle();
    wasIdle = true;
    return idleDelayMs;
  }

  /** Fetches the next few pictures, in order. Resolves to false if none is left. */
  async function cachePictures(keys: readonly string[]): Promise<boolean> {
    const { canCachePictures, cachePicture } = options;
    if (!canCachePictures()) return false;
    const urls = (await picturesOf(db, keys)).filter((url) => !requestedPictures.has(url)).slice(0, maxParallel);
    for (const url of urls) requestedPictures.add(url);
    await Promise.all(urls.map(cachePicture));
    return urls.length > 0;
  }

  return () => {
    isStopped = true;
    end();
    loop.end();
  };
}

/**
 * Requests those of the resources that are not fresh, in their order, with priority over background prefetching. No more than two requests
 * are open, so that pull can begin at once with those of a page that is opened. A request that has failed is not repeated here, because pull
 * decides when it is retried.
 */
export async function prefetchNow(mirror: Mirror, keys: readonly string[]): Promise<void> {
  const connection = await mirror.registry.connection.get('connection');
  if (connection?.value.name !== 'online') return;
  for (const key of keys) {
    if ((await mirror.db.wanted.get(key))?.state === 'failed') continue;
    const resource = parseResourceKey(key);
    const fetchedAtMs = (resource && (await readFetchedAt(mirror.db, resource))) ?? null;
    if (isFresh(mirror, fetchedAtMs)) continue;
    const openRequests = mirror.db.wanted.filter(({ state, rank }) => state !== 'failed' && rank < 2);
    if ((await openRequests.count()) >= maxParallel) return;
    await requestRefresh(mirror, key, 1);
  }
}

async function findStaleKeys(mirror: Mirror, keys: readonly string[], limit: number): Promise<string[]> {
  const staleKeys: string[] = [];
  for (const key of keys) {
    if (staleKeys.length >= limit) break;
    if (!(await mirror.db.wanted.get(key)) && (await isStale(mirror, key))) staleKeys.push(key);
  }
  return staleKeys;
}

async function isStale({ db, clock }: Mirror, key: string): Promise<boolean> {
  const resource = parseResourceKey(key);
  const fetchedAtMs = resource && (await readFetchedAt(db, resource));
  return fetchedAtMs === undefined || fetchedAtMs === null || ageMs(clock, fetchedAtMs) > maxAgeMs;
}

async function readFetchedAt(db: MirrorDatabase, resource: Resource): Promise<number | undefined> {
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

/** The keys to prefetch, most likely first. */
async function prefetchKeys(db: MirrorDatabase): Promise<string[]> {
  const liveResources = liveKeysOf(db)
    .map((liveKey) => parseResourceKey(liveKey.key()))
    .filter((resource) => resource !== null);
  const lists = liveResources.filter((resource) => resource.kind === 'list');
  const pages = await Promise.all(lists.map(async (list) => ({ list, page: await db.listPages.get(list.key) })));
  const keys = await navigationKeys(db, lists);
  for (const { list, page } of pages) if (page) keys.push(...nextPageKeys(list, page));
  for (const { list, page } of pages) if (page) keys.push(...(await keysOfListed(db, list, page)));
  for (const { list, page } of pages) if (page) keys.push(...startedVideoKeys(list, page));
  for (const resource of liveResources) if (resource.kind === 'video') keys.push(...(await keysAroundVideo(db, resource.videoId)));
  return [...new Set(keys)];
}

function nextPageKeys(list: ListKeyParts, { paginate }: ListPageRow): string[] {
  const hasMore = paginate !== null && (paginate.next_pages.length > 0 || paginate.last_page > list.page);
  return hasMore ? [listKey({ ...list, page: list.page + 1 })] : [];
}

function startedVideoKeys(list: ListKeyParts, { ids }: ListPageRow): string[] {
  return list.filters === 'watch=continue' ? ids.flatMap((id) => [videoKey(id), navKey(id), commentsKey(id)]) : [];
}

/** The first pages of the navigation's lists, with the page size of the lists on screen, filtered by the account's settings. */
async function navigationKeys(db: MirrorDatabase, lists: readonly ListKeyParts[]): Promise<string[]> {
  const pageSize = lists[0]?.pageSize;
  const config = await db.documents.get('user-config');
  if (pageSize === undefined || config?.key !== 'user-config') return [];
  const { show_subed_only: channels, show_subed_only_playlists: playlists } = config.value;
  return [
    listKey({ endpoint: 'channels', filters: channelListFilters(subscribedFilter(channels)), pageSize, page: 1 }),
    listKey({ endpoint: 'playlists', filters: playlistListFilters(subscribedFilter(playlists)), pageSize, page: 1 }),
  ];
}

/** @param isSubscribed null for all (SPEC §3) */
function subscribedFilter(isSubscribed: boolean | null): { filter?: 'subscribed' | 'unsubscribed' } {
  return isSubscribed === null ? {} : { filter: isSubscribed ? 'subscribed' : 'unsubscribed' };
}

async function keysOfListed(db: MirrorDatabase, list: ListKeyParts, { ids }: ListPageRow): Promise<string[]> {
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

/** The keys of the video's channel, and of the videos before and after it in its playlists. */
async function keysAroundVideo(db: MirrorDatabase, videoId: string): Promise<string[]> {
  const [card, nav] = await Promise.all([db.videoCards.get(videoId), db.playlistNavs.get(videoId)]);
  const neighbors = (nav?.playlists ?? []).flatMap((playlist) => [playlist.playlist_next?.youtube_id, playlist.playlist_previous?.youtube_id]);
  return [...neighbors.filter((id) => id !== undefined).map(videoKey), ...(card ? [channelKey(card.channelId), channelFactsKey(card.channelId)] : [])];
}

/** The addresses at which the lists show the pictures of the resources with these keys, as far as their rows are stored. */
async function picturesOf(db: MirrorDatabase, keys: readonly string[]): Promise<string[]> {
  const urls: (string | null)[] = [];
  for (const key of keys) {
    const resource = parseResourceKey(key);
    if (resource?.kind === 'channel') urls.push(iconPictureOf(await db.channels.get(resource.channelId)));
    else if (resource?.kind === 'playlist') urls.push(cardPictureOf(await db.playlists.get(resource.playlistId)));
    else if (resource?.kind === 'video') urls.push(cardPictureOf(await db.videoCards.get(resource.videoId)));
    else if (resource?.kind === 'list') urls.push(...(await picturesOfList(db, resource)));
  }
  return [...new Set(urls.filter((url) => url !== null))];
}

async function picturesOfList(db: MirrorDatabase, { endpoint, key }: Extract<Resource, { kind: 'list' }>): Promise<(string | null)[]> {
  const ids = (await db.listPages.get(key))?.ids ?? [];
  const table = endpoint === 'videos' ? db.videoCards : endpoint === 'channels' ? db.channels : endpoint === 'playlists' ? db.playlists : db.downloads;
  return ((await table.bulkGet(ids)) as PicturedRow[]).map(endpoint === 'channels' ? iconPictureOf : cardPictureOf);
}

type PicturedRow = { thumbUrl: string | null } | undefined;

function cardPictureOf(row: PicturedRow): string | null {
  return pictureAddress(row?.thumbUrl ?? null);
}

function iconPictureOf(row: PicturedRow): string | null {
  return pictureAddress(row?.thumbUrl ?? null, 'icon');
}
