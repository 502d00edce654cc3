// The search queries beneath the hooks: the index of the device, the archive's answers, and the cards of both.
import { liveQuery } from 'dexie';
import type { SearchQuery } from '../lib/search-query.ts';
import type { Mirror } from '../mirror/database.ts';
import { shownChannel } from '../mirror/fold-entities.ts';
import { channelLane } from '../mirror/lanes.ts';
import { searchKey } from '../mirror/resource-keys.ts';
import type { SearchAnswer } from '../mirror/search-answer.ts';
import { createIndexClient, type IndexClient } from '../search-index/index-client.ts';
import type { IndexHit, IndexHits } from '../search-index/messages.ts';
import { createLiveStore, storeFor, type Store } from './live-store.ts';
import { readPlaylistCards } from './playlist-stores.ts';
import { readVideoCards } from './video-cards.ts';
import { viewStore } from './view-store.ts';
import type { ChannelView, PlaylistCard, VideoCard, View } from './views.ts';

export interface FoundIds {
  videoIds: readonly string[];
  channelIds: readonly string[];
  playlistIds: readonly string[];
}

export interface Found {
  videos: VideoCard[];
  channels: ChannelView[];
  playlists: PlaylistCard[];
}

/** Somebody who looks at what was found comes back within this time; then the index need not be read again. */
const indexLingersMs = 60_000;
/** The index looks through the mirror this long after a change, once for all that change meanwhile. */
const lookAfterMs = 3_000;

interface Index {
  client: IndexClient;
  /** The answer lets it go. */
  hold(): () => void;
}

function indexOf(mirror: Mirror): Index {
  return storeFor(mirror, 'search-index', (onIdle) => {
    const client = createIndexClient(mirror.db.name);
    let holders = 0;
    let cancelEnd: (() => void) | null = null;
    let cancelLook: (() => void) | null = null;
    let isFirst = true;
    const changes = liveQuery(() => Promise.all([mirror.db.videoCards.count(), mirror.db.channels.count(), mirror.db.playlists.count()])).subscribe({
      next() {
        // It looks by itself when it begins.
        if (!isFirst) cancelLook ??= mirror.clock.after(lookAfterMs, look);
        isFirst = false;
      },
      error: (reason: unknown) => console.warn('Changes are not followed by the search index', reason),
    });

    function look(): void {
      cancelLook = null;
      client.noteChange();
    }

    function end(): void {
      changes.unsubscribe();
      cancelLook?.();
      client.end();
      onIdle();
    }

    return {
      client,
      hold() {
        holders += 1;
        cancelEnd?.();
        return () => {
          holders -= 1;
          if (holders === 0) cancelEnd = mirror.clock.after(indexLingersMs, end);
        };
      },
    };
  });
}

/**
 * What is shown stays where it is: what the index learns meanwhile comes behind it. `archive`: what the archive has answered,
 * which is its own, though the index learns of it, too.
 */
export function deviceHitsStore(mirror: Mirror, query: SearchQuery, archive: () => FoundIds | null): Store<IndexHits | null> {
  let hits: IndexHits | null = null;
  return {
    read: () => hits,
    subscribe(listener) {
      let isGone = false;
      const { client, hold } = indexOf(mirror);
      const letGo = hold();
      const ask = async (): Promise<void> => {
        const found = await client.search(query);
        if (isGone || !found) return;
        hits = hits ? withNew(hits, found, archive()) : found;
        listener();
      };
      // An answer that does not come leaves what is shown.
      const stop = client.onUpdate(() => void ask());
      void ask();
      return () => {
        isGone = true;
        stop();
        letGo();
      };
    },
  };
}

function withNew(shown: IndexHits, found: IndexHits, archive: FoundIds | null): IndexHits {
  const joined = (kind: keyof IndexHits, ofArchive: readonly string[] = []): IndexHit[] => {
    const known = new Set([...shown[kind].map(({ id }) => id), ...ofArchive]);
    const added = found[kind].filter(({ id }) => !known.has(id));
    return added.length === 0 ? shown[kind] : [...shown[kind], ...added];
  };
  return {
    videos: joined('videos', archive?.videoIds),
    channels: joined('channels', archive?.channelIds),
    playlists: joined('playlists', archive?.playlistIds),
  };
}

const idle = { state: 'idle' } as const;
const idleStore: Store<typeof idle> = { read: () => idle, subscribe: () => () => {} };

export function searchAnswerStore(mirror: Mirror, query: string | null): Store<View<SearchAnswer> | typeof idle> {
  if (query === null) return idleStore;
  const { db } = mirror;
  const key = searchKey(query);
  const find = () =>
    db.transaction('r', [db.searches, db.wanted], async () => {
      const [answer, wish] = await Promise.all([db.searches.get(query), db.wanted.get(key)]);
      return { key, data: answer ?? null, fetchedAtMs: answer?.fetchedAtMs ?? null, wish: wish ?? null };
    });
  return viewStore(mirror, { id: key, rank: 0, find });
}

/** What is being fetched comes to its end: its answer is kept. */
export async function dropSearchWish({ db }: Mirror, query: string): Promise<void> {
  await db.wanted
    .where('key')
    .equals(searchKey(query))
    .filter((row) => row.state !== 'fetching')
    .delete()
    .catch(() => {}); // the database is closing
}

export function foundStore(mirror: Mirror, ids: FoundIds): Store<Found | null> {
  const { db } = mirror;
  const { videoIds, channelIds, playlistIds } = ids;
  const query = (): Promise<Found> =>
    db.transaction('r', [db.documents, db.videoCards, db.watchStates, db.channels, db.playlists, db.folded], async () => ({
      videos: await readVideoCards(db, [...videoIds]),
      channels: await readChannels(mirror, channelIds),
      playlists: await readPlaylistCards(db, [...playlistIds]),
    }));
  const id = `found:${JSON.stringify([videoIds, channelIds, playlistIds])}`;
  return storeFor(mirror, id, (onIdle) => createLiveStore<Found | null>({ clock: mirror.clock, query, initial: null, onIdle }));
}

function readChannels({ db }: Mirror, channelIds: readonly string[]) {
  return db.folded
    .bulkGet(channelIds.map(channelLane))
    .then((folded) =>
      db.channels
        .bulkGet([...channelIds])
        .then((channels) =>
          channels.flatMap((channel, index) => (channel ? [{ ...shownChannel(channel, folded[index]), isWaiting: folded[index] !== undefined }] : [])),
        ),
    );
}

export function recentSearchesStore(mirror: Mirror): Store<string[]> {
  const query = async (): Promise<string[]> => {
    const document = await mirror.db.documents.get('recent-searches');
    return document?.key === 'recent-searches' ? document.value : [];
  };
  return storeFor(mirror, 'recent-searches', (onIdle) => createLiveStore<string[]>({ clock: mirror.clock, query, initial: [], onIdle }));
}
