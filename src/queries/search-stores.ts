// The stores behind the hooks of search.ts: the device's index, the archive's answers, and the cards of both.
import type { SearchQuery } from '../lib/search-query.ts';
import type { Mirror } from '../mirror/database.ts';
import { searchKey } from '../mirror/resource-keys.ts';
import type { SearchAnswer, SubtitleHit } from '../mirror/search-answer.ts';
import { watchQuery } from '../mirror/watch-query.ts';
import { createIndexClient, type IndexClient } from '../search-index/index-client.ts';
import type { IndexHit, IndexHits } from '../search-index/messages.ts';
import { readChannels } from './channel-stores.ts';
import { readDocument } from './documents.ts';
import { liveStoreFor, storeFor, type Store } from './live-store.ts';
import { readPlaylistCards } from './playlist-stores.ts';
import { readVideoCards } from './video-cards.ts';
import { resourceStore } from './resource-store.ts';
import type { ChannelView, PlaylistCard, VideoCard, View } from './views.ts';

export interface FoundIds {
  videoIds: readonly string[];
  channelIds: readonly string[];
  playlistIds: readonly string[];
}

export interface FoundItems {
  videos: VideoCard[];
  channels: ChannelView[];
  playlists: PlaylistCard[];
}

/** The index stays loaded this long for a user who looks at a result and comes back. */
const indexLingerMs = 60_000;
/** The index scans the mirror this long after a change, once for all changes in that time. */
const rescanDelayMs = 3_000;

interface IndexHandle {
  client: IndexClient;
  /** Returns the release function. */
  retain(): () => void;
}

export function searchIndexOf(mirror: Mirror): IndexHandle {
  return storeFor(mirror, 'search-index', (onIdle) => {
    const client = createIndexClient({ databaseName: mirror.db.name, account: mirror.accountKey });
    let holderCount = 0;
    let cancelEnd: (() => void) | null = null;
    let cancelRescan: (() => void) | null = null;
    let isFirst = true;
    const endChanges = watchQuery(
      mirror.clock,
      () => Promise.all([mirror.db.videoCards.count(), mirror.db.channels.count(), mirror.db.playlists.count()]),
      () => {
        // The index scans by itself when it starts.
        if (!isFirst) cancelRescan ??= mirror.clock.after(rescanDelayMs, rescan);
        isFirst = false;
      },
    );

    function rescan(): void {
      cancelRescan = null;
      client.notifyChange();
    }

    function end(): void {
      endChanges();
      cancelRescan?.();
      client.end();
      onIdle();
    }

    return {
      client,
      retain() {
        holderCount += 1;
        cancelEnd?.();
        return () => {
          holderCount -= 1;
          if (holderCount === 0) cancelEnd = mirror.clock.after(indexLingerMs, end);
        };
      },
    };
  });
}

/**
 * The index's hits. Shown hits keep their places, and new ones are appended. `archive` returns the archive's results, which are shown after
 * the index's: a new hit that the archive also returned is left out, so that it keeps its place there.
 */
export function deviceHitsStore(mirror: Mirror, query: SearchQuery, archive: () => FoundIds | null): Store<IndexHits | null> {
  return indexedStore(
    mirror,
    (client) => client.search(query),
    (shownHits, foundHits) => withNewHits(shownHits, foundHits, archive()),
    { videos: [], channels: [], playlists: [] },
  );
}

/** The index's hits in the subtitles of saved videos; null until its first answer. Shown results keep their places. */
export function deviceSubtitleHitsStore(mirror: Mirror, query: SearchQuery): Store<readonly SubtitleHit[] | null> {
  return indexedStore<readonly SubtitleHit[]>(
    mirror,
    (client) => client.searchSubtitles(query),
    (shownHits, foundHits) => {
      const shownKeys = new Set(shownHits.map(subtitleHitKey));
      return [...shownHits, ...foundHits.filter((hit) => !shownKeys.has(subtitleHitKey(hit)))];
    },
  );
}

/**
 * Asks the index once, and again after each of its updates.
 *
 * @param merge appends new results to those shown
 * @param fallback the answer if the index's worker cannot run; null if a missing answer may also mean that a newer query came
 */
function indexedStore<Hits>(
  mirror: Mirror,
  find: (client: IndexClient) => Promise<Hits | null>,
  merge: (shownHits: Hits, foundHits: Hits) => Hits,
  fallback: Hits | null = null,
): Store<Hits | null> {
  let hits: Hits | null = null;
  return {
    read: () => hits,
    subscribe(listener) {
      let isUnsubscribed = false;
      const { client, retain } = searchIndexOf(mirror);
      const release = retain();
      const update = async (): Promise<void> => {
        let foundHits: Hits | null = await find(client);
        // The worker may merely have ended. Asking again then starts a new worker.
        if (!foundHits && fallback && !isUnsubscribed) foundHits = (await find(client)) ?? fallback;
        if (isUnsubscribed || !foundHits) return;
        hits = hits ? merge(hits, foundHits) : foundHits;
        listener();
      };
      const stop = client.onUpdate(() => void update());
      void update(); // without an answer, the shown hits stay
      return () => {
        isUnsubscribed = true;
        stop();
        release();
      };
    },
  };
}

const subtitleHitKey = ({ videoId, lang, startSeconds }: SubtitleHit): string => `${videoId} ${lang} ${startSeconds}`;

/** Notifies the index that a video was saved completely, or removed. */
export function notifySaved(mirror: Mirror): void {
  searchIndexOf(mirror).client.notifySaved();
}

function withNewHits(shownHits: IndexHits, foundHits: IndexHits, archive: FoundIds | null): IndexHits {
  const joinHits = (kind: keyof IndexHits, archiveIds: readonly string[] = []): IndexHit[] => {
    const listedIds = new Set([...shownHits[kind].map(({ id }) => id), ...archiveIds]);
    const newHits = foundHits[kind].filter(({ id }) => !listedIds.has(id));
    return newHits.length === 0 ? shownHits[kind] : [...shownHits[kind], ...newHits];
  };
  return {
    videos: joinHits('videos', archive?.videoIds),
    channels: joinHits('channels', archive?.channelIds),
    playlists: joinHits('playlists', archive?.playlistIds),
  };
}

const idle = { state: 'idle' } as const;
const idleStore: Store<typeof idle> = { read: () => idle, subscribe: () => () => {} };

export function searchAnswerStore(mirror: Mirror, query: string | null): Store<View<SearchAnswer> | typeof idle> {
  if (query === null) return idleStore;
  const { db } = mirror;
  return resourceStore(mirror, {
    key: searchKey(query),
    rank: 0,
    tables: [db.searches],
    get: () => db.searches.get(query),
    show: (answer): SearchAnswer => answer,
  });
}

/** Withdraws the request for a query. If it is already being fetched, its answer is kept. */
export async function cancelSearchRequest({ db }: Mirror, query: string): Promise<void> {
  await db.wanted
    .where('key')
    .equals(searchKey(query))
    .filter((row) => row.state !== 'fetching')
    .delete()
    .catch(() => {}); // the database is closing
}

export function searchResultsStore(mirror: Mirror, ids: FoundIds): Store<FoundItems | null> {
  const { db } = mirror;
  const { videoIds, channelIds, playlistIds } = ids;
  const id = `found:${JSON.stringify([videoIds, channelIds, playlistIds])}`;
  return liveStoreFor<FoundItems | null>(mirror, id, null, () =>
    db.transaction('r', [db.documents, db.videoCards, db.watchStates, db.channels, db.playlists, db.folded], async () => ({
      videos: await readVideoCards(db, [...videoIds]),
      channels: await readChannels(db, channelIds),
      playlists: await readPlaylistCards(db, [...playlistIds]),
    })),
  );
}

/** Null until it is read. */
export function recentSearchesStore(mirror: Mirror): Store<string[] | null> {
  return liveStoreFor<string[] | null>(mirror, 'recent-searches', null, async () => (await readDocument(mirror.db, 'recent-searches'))?.value ?? []);
}
