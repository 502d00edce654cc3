// The videos of a policy's or trip's source (SaveSource), as far as the device knows them, and the resource to fetch next. Lists are read
// page by page in the archive's order. Called by the hooks of this folder and by the policies (src/app/saved-plans).
import { isSince } from '../lib/clock.ts';
import { listKey, videoListFilters } from '../mirror/list-keys.ts';
import { channelLane } from '../mirror/lanes.ts';
import { channelListFilters, playlistListFilters } from '../mirror/list-filters.ts';
import type { Mirror, MirrorDatabase } from '../mirror/database.ts';
import { searchKey } from '../mirror/resource-keys.ts';
import type { ListPageRow } from '../mirror/rows.ts';
import { requestRefresh } from '../mirror/refresh-requests.ts';
import { watchQuery } from '../mirror/watch-query.ts';
import type { PolicySource, SavePolicy, SaveSource } from '../saved-media/ledger/rows.ts';
import { deviceVideoList, isInProgress } from './device-video-list.ts';
import { readPageSize } from './documents.ts';
import { readVideoCards } from './video-cards.ts';
import type { VideoCard } from './views.ts';

export type { SaveSource };

export interface SourceQuery {
  source: SaveSource;
  order: SavePolicy['order'];
  /**
   * True, for policies: only videos that the archive itself lists as unwatched. False, for trips: also watched videos, and videos that the
   * device knows from elsewhere.
   */
  isStrict: boolean;
  /** Lists fetched before this time must be fetched again. */
  sinceMs: number;
  /** Returns whether the videos suffice, so that no further pages are read. */
  isEnough(videos: readonly VideoCard[]): boolean;
  /** The seed of `surprise`, a random draw; different seeds draw different videos. */
  seed?: string;
}

export interface SourceVideos {
  videos: VideoCard[];
  /** The resource to fetch next, because it is absent or too old; null if there is nothing more to fetch, or no need. */
  nextKey: string | null;
}

/** Limit of pages read, so that a channel of thousands is not read to its end. */
const maxPages = 40;
/** Limit of videos added from the mirror beyond the archive's list. */
const maxFromDevice = 500;
/** Limit of channels or playlists read. Few archives have more than a few hundred. */
const maxNames = 1000;
/** A surprise is drawn from this many of the newest videos. */
const maxDrawPool = 5000;

export const estimateBytes = ({ mediaSizeBytes, durationSeconds }: Pick<VideoCard, 'mediaSizeBytes' | 'durationSeconds'>): number =>
  mediaSizeBytes > 0 ? mediaSizeBytes : durationSeconds * defaultBytesPerSecond;

/** Used if the archive does not report a file's size: about 2.5 Mbit/s. */
const defaultBytesPerSecond = 312_500;

/** Returns a test of whether a row was fetched since `sinceMs`. */
export function fetchedSince({ clock }: Pick<Mirror, 'clock'>, sinceMs: number): IsCurrent {
  return (row) => row !== undefined && isSince(clock, row.fetchedAtMs, sinceMs);
}

type IsCurrent = (row: { fetchedAtMs: number } | undefined) => boolean;

export function readSourceVideos(mirror: Mirror, query: SourceQuery): Promise<SourceVideos> {
  const { db } = mirror;
  const isCurrent = fetchedSince(mirror, query.sinceMs);
  const tables = [db.documents, db.listPages, db.videoCards, db.watchStates, db.channels, db.folded, db.playlists, db.searches];
  return db.transaction('r', tables, async () => {
    const { videos, nextKey } = await readListed(db, query, isCurrent);
    if (query.isStrict) return { videos: videos.filter((video) => !video.isWatched), nextKey };
    const listedIds = new Set(videos.map(({ videoId }) => videoId));
    const unlistedVideos = query.isEnough(videos) ? [] : (await readMirrored(db, query)).filter(({ videoId }) => !listedIds.has(videoId));
    return { videos: [...videos, ...unlistedVideos], nextKey };
  });
}

async function readListed(db: MirrorDatabase, query: SourceQuery, isCurrent: IsCurrent): Promise<SourceVideos> {
  const { source, order, isStrict } = query;
  const unwatched = isStrict ? { watch: 'unwatched' as const } : {};
  switch (source.kind) {
    case 'continue': {
      const { videos, nextKey } = await readPages(db, query, isCurrent, videoListFilters({ watch: 'continue' }));
      return { videos: videos.filter(isInProgress), nextKey };
    }
    case 'channel':
      return readPages(
        db,
        query,
        isCurrent,
        videoListFilters({ channelId: source.id, ...unwatched, sort: 'published', order: order === 'next' ? 'asc' : 'desc' }),
      );
    case 'playlist':
      return readPages(db, query, isCurrent, videoListFilters({ playlistId: source.id, ...unwatched }));
    case 'subscribed': {
      const channels = await readSubscribed(db, isCurrent);
      const isSubscribed = (video: VideoCard): boolean => channels.ids.has(video.channelId);
      const isEnough = (videos: readonly VideoCard[]): boolean => query.isEnough(videos.filter(isSubscribed));
      const { videos, nextKey } = await readPages(db, { ...query, isEnough }, isCurrent, videoListFilters({ watch: 'unwatched' }));
      return { videos: videos.filter(isSubscribed), nextKey: channels.nextKey ?? nextKey };
    }
    case 'search': {
      const answer = await db.searches.get(source.query);
      return { videos: await readVideoCards(db, answer?.videoIds ?? []), nextKey: isCurrent(answer) ? null : searchKey(source.query) };
    }
    case 'surprise':
      return { videos: [], nextKey: null };
  }
}

async function readPages(db: MirrorDatabase, { isEnough }: SourceQuery, isCurrent: IsCurrent, filters: string): Promise<SourceVideos> {
  const pageSize = await readPageSize(db);
  const videos: VideoCard[] = [];
  let nextKey: string | null = null;
  for (let page = 1; page <= maxPages; page += 1) {
    const key = listKey({ endpoint: 'videos', filters, pageSize, page });
    const row = await db.listPages.get(key);
    if (!isCurrent(row)) nextKey ??= key;
    if (!row) break;
    videos.push(...(await readVideoCards(db, row.ids)));
    if (!hasMore(row, page) || isEnough(videos)) break;
  }
  return { videos, nextKey };
}

async function readSubscribed(db: MirrorDatabase, isCurrent: IsCurrent): Promise<{ ids: ReadonlySet<string>; nextKey: string | null }> {
  const rows = await db.channels.limit(maxNames).toArray();
  const ids = new Set(rows.flatMap((row) => (row.isSubscribed ? [row.channelId] : [])));
  // Pending changes count even for channels that were never fetched, because a user can subscribe to a channel on the page of its video.
  const prefix = channelLane('');
  for (const { lane, shown } of await db.folded.where('lane').startsWith(prefix).toArray()) {
    if (shown?.of === 'channel') ids[shown.entity.isSubscribed ? 'add' : 'delete'](lane.slice(prefix.length));
  }
  return { ids, nextKey: await nextStalePage(db, 'channels', channelListFilters({ filter: 'subscribed' }), isCurrent) };
}

/** The first page that is absent or too old. */
async function nextStalePage(db: MirrorDatabase, endpoint: 'channels' | 'playlists', filters: string, isCurrent: IsCurrent): Promise<string | null> {
  const pageSize = await readPageSize(db);
  for (let page = 1; page <= maxPages; page += 1) {
    const key = listKey({ endpoint, filters, pageSize, page });
    const row = await db.listPages.get(key);
    if (!row || !isCurrent(row)) return key;
    if (!hasMore(row, page)) break;
  }
  return null;
}

function hasMore({ paginate }: ListPageRow, page: number): boolean {
  return paginate !== null && (paginate.next_pages.length > 0 || paginate.last_page > page);
}

export interface SourceChoice {
  id: string;
  name: string;
}

export interface SourceChoices {
  choices: SourceChoice[];
  /** See `SourceVideos`. */
  nextKey: string | null;
}

/** The channels or playlists to choose from, except playlists without archived videos. */
export function readSourceChoices(mirror: Mirror, kind: 'channel' | 'playlist', sinceMs: number): Promise<SourceChoices> {
  const { db } = mirror;
  const isCurrent = fetchedSince(mirror, sinceMs);
  return db.transaction('r', [db.documents, db.listPages, db.channels, db.playlists], async () => {
    if (kind === 'channel') {
      const rows = await db.channels.orderBy('name').limit(maxNames).toArray();
      return {
        choices: rows.map(({ channelId: id, name }) => ({ id, name })),
        nextKey: await nextStalePage(db, 'channels', channelListFilters({}), isCurrent),
      };
    }
    const rows = (await db.playlists.orderBy('name').limit(maxNames).toArray()).filter(({ entries }) => entries.some(({ isDownloaded }) => isDownloaded));
    return {
      choices: rows.map(({ playlistId: id, name }) => ({ id, name })),
      nextKey: await nextStalePage(db, 'playlists', playlistListFilters({}), isCurrent),
    };
  });
}

export async function readSourceName({ db }: Mirror, source: PolicySource): Promise<string | null> {
  if (source.kind === 'channel') return (await db.channels.get(source.id))?.name ?? null;
  if (source.kind === 'playlist') return (await db.playlists.get(source.id))?.name ?? null;
  return null;
}

/** The source's videos that the mirror contains, whether or not the archive's list names them. The result may be incomplete. */
async function readMirrored(db: MirrorDatabase, { source, order, seed = '' }: SourceQuery): Promise<VideoCard[]> {
  const listFromMirror = async (query: Parameters<typeof deviceVideoList>[1]): Promise<VideoCard[]> =>
    (await deviceVideoList(db, query, 0, maxFromDevice))?.items ?? [];
  switch (source.kind) {
    case 'continue':
      return listFromMirror({ watch: 'continue', page: 1 });
    case 'channel':
      return listFromMirror({ channelId: source.id, order: order === 'next' ? 'asc' : 'desc', page: 1 });
    case 'playlist':
      return listFromMirror({ playlistId: source.id, page: 1 });
    case 'subscribed': {
      const { ids } = await readSubscribed(db, () => true);
      return (await listFromMirror({ watch: 'unwatched', page: 1 })).filter(({ channelId }) => ids.has(channelId));
    }
    case 'search':
      return [];
    case 'surprise': {
      const poolIds = await db.videoCards.orderBy('publishedAt').reverse().limit(maxDrawPool).primaryKeys();
      const drawnVideos = poolIds.map((videoId) => ({ videoId, hash: hashOf(videoId + seed) })).toSorted((one, other) => one.hash - other.hash);
      return readVideoCards(
        db,
        drawnVideos.slice(0, maxFromDevice).map(({ videoId }) => videoId),
      );
    }
  }
}

/** The 32-bit FNV-1a hash of a text. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}

/** Requests the resource in the background. Resolves to true once the archive has answered; to false on failure, timeout or abort. */
export async function fetchInBackground(mirror: Mirror, key: string, signal: AbortSignal): Promise<boolean> {
  await requestRefresh(mirror, key, 2);
  if (signal.aborted) return false;
  return new Promise((resolve) => {
    const endWatch = watchQuery(
      mirror.clock,
      () => mirror.db.wanted.get(key),
      (row) => {
        if (!row) end(true);
        else if (row.state === 'failed') end(false);
      },
    );
    const cancel = mirror.clock.after(fetchTimeoutMs, () => end(false));
    const onAbort = (): void => end(false);
    signal.addEventListener('abort', onAbort, { once: true });
    function end(isAnswered: boolean): void {
      endWatch();
      cancel();
      signal.removeEventListener('abort', onAbort);
      resolve(isAnswered);
    }
  });
}

/** The limit is long, because the screen's requests come first. */
const fetchTimeoutMs = 60_000;
