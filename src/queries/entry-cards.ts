// Cards of neighbouring playlist entries: a playlist of thousands is read and fetched only where it is viewed. The pages of the archive's
// list that contain the entries are requested when absent or old. If the playlist and a card disagree about whether the file exists, the
// video itself is requested: the answer says whether its file is missing, and only a 404 removes the card.
import type { Mirror } from '../mirror/database.ts';
import { listKey, videoListFilters } from '../mirror/list-keys.ts';
import { addLiveKey } from '../mirror/live-keys.ts';
import { videoKey } from '../mirror/resource-keys.ts';
import { isFresh, requestInBackground } from '../mirror/refresh-requests.ts';
import { isArchiveId } from './archive-id.ts';
import { readPageSize } from './documents.ts';
import { createLiveStore, storeFor, type Store } from './live-store.ts';
import { useMirror } from './mirror-context.tsx';
import { useKept, useStore } from './use-store.ts';
import { readVideoCards } from './video-cards.ts';
import type { VideoCard } from './views.ts';

export interface EntriesQuery {
  playlistId: string;
  /** The archived entries, in the playlist's order. */
  videoIds: readonly string[];
  /** The entries that the playlist lists as not archived. */
  unarchivedIds: readonly string[];
  /** The position of each of `videoIds` among all archived entries, from 0. This determines which pages of the archive's list contain them. */
  archivedIndexes: readonly number[];
  /** False for a playlist that exists only on this device. The archive has no list of such a playlist. */
  isInArchive: boolean;
  /** A custom playlist contains only videos of the archive, so the file of an entry that is not archived is missing. */
  isCustom: boolean;
}

interface EntriesState {
  cards: VideoCard[];
  /** The list pages and videos that are requested while the entries are in view. */
  resources: { key: string; fetchedAtMs: number | null }[];
}

/** Scrolling past is not viewing, so only entries that stay in view this long are fetched. */
const viewDelayMs = 150;
const emptyState: EntriesState = { cards: [], resources: [] };

/** The cards that this device has. An entry listed as not archived is included only if its card says that its file is missing. */
export function useEntryCards(query: EntriesQuery): readonly VideoCard[] {
  const cards = useStore(entryCardsStore(useMirror(), query));
  // While changed entries are read, the previous cards stay, so that a row keeps its picture and its menu stays open.
  return useKept(cards, cards !== emptyState.cards);
}

export function entryCardsStore(mirror: Mirror, query: EntriesQuery): Store<readonly VideoCard[]> {
  const id = `entries:${query.isInArchive ? query.playlistId : ''}:${query.isCustom}:${query.archivedIndexes.join(' ')}:${query.videoIds.join(' ')}:${query.unarchivedIds.join(' ')}`;
  return storeFor(mirror, id, (onIdle) => createEntryCardsStore(mirror, query, onIdle));
}

function createEntryCardsStore(mirror: Mirror, query: EntriesQuery, onIdle: () => void): Store<readonly VideoCard[]> {
  const entries = createLiveStore<EntriesState>({ clock: mirror.clock, query: () => readEntries(mirror, query), initial: emptyState, onIdle });
  let listenerCount = 0;
  let cleanups: (() => void)[] = [];
  let watchedKeys = '';

  /** Called after each read of the device. The resources depend on the cards and on the account's page size. */
  function watchResources(): void {
    const { resources } = entries.read();
    const keys = resources.map(({ key }) => key).join(' ');
    if (keys === watchedKeys) return;
    stopWatching();
    watchedKeys = keys;
    for (const { key } of resources) {
      const fetchedAtMs = () => (entries.read().resources.find((resource) => resource.key === key) ?? { fetchedAtMs: Infinity }).fetchedAtMs;
      cleanups.push(addLiveKey(mirror.db, { rank: 1, key: () => key, fetchedAtMs }));
    }
    cleanups.push(mirror.clock.after(viewDelayMs, () => entries.read().resources.forEach((resource) => requestIfStale(mirror, resource))));
  }

  function stopWatching(): void {
    for (const cleanUp of cleanups) cleanUp();
    cleanups = [];
    watchedKeys = '';
  }

  return {
    read: () => entries.read().cards,
    subscribe(listener) {
      const stop = entries.subscribe(() => {
        watchResources();
        listener();
      });
      listenerCount += 1;
      watchResources();
      return () => {
        stop();
        listenerCount -= 1;
        if (listenerCount === 0) stopWatching();
      };
    },
  };
}

function requestIfStale(mirror: Mirror, { key, fetchedAtMs }: EntriesState['resources'][number]): void {
  if (!isFresh(mirror, fetchedAtMs)) requestInBackground(mirror, key, 1);
}

function readEntries({ db }: Mirror, query: EntriesQuery): Promise<EntriesState> {
  return db.transaction('r', [db.documents, db.listPages, db.videoCards, db.videoDetails, db.watchStates], async () => {
    const keys = listPageKeysOf(query, await readPageSize(db));
    const [listedCards, unarchivedCards, pages] = await Promise.all([
      readVideoCards(db, [...query.videoIds]),
      readVideoCards(db, [...query.unarchivedIds]),
      db.listPages.bulkGet(keys),
    ]);
    const idsInDoubt = idsToVerify(query, listedCards, unarchivedCards);
    const details = await db.videoDetails.bulkGet(idsInDoubt);
    return {
      cards: [...listedCards, ...unarchivedCards.filter((card) => card.missingSince !== undefined)],
      resources: [
        ...keys.map((key, index) => ({ key, fetchedAtMs: pages[index]?.fetchedAtMs ?? null })),
        ...idsInDoubt.map((videoId, index) => ({ key: videoKey(videoId), fetchedAtMs: details[index]?.fetchedAtMs ?? null })),
      ],
    };
  });
}

function idsToVerify(
  { unarchivedIds, isCustom, isInArchive }: EntriesQuery,
  listedCards: readonly VideoCard[],
  unarchivedCards: readonly VideoCard[],
): string[] {
  const idsWithCards = new Set(unarchivedCards.map(({ videoId }) => videoId));
  return [
    ...listedCards.filter((card) => card.missingSince !== undefined).map(({ videoId }) => videoId),
    ...unarchivedCards.filter((card) => card.missingSince === undefined).map(({ videoId }) => videoId),
    ...(isCustom && isInArchive ? unarchivedIds.filter((videoId) => !idsWithCards.has(videoId) && isArchiveId(videoId)) : []),
  ];
}

/** The pages of the archive's list that contain these videos. The archive lists a playlist's archived entries in the playlist's order. */
export function listPageKeysOf({ playlistId, archivedIndexes, isInArchive }: EntriesQuery, pageSize: number): string[] {
  if (!isInArchive || pageSize < 1 || !isArchiveId(playlistId)) return [];
  const filters = videoListFilters({ playlistId });
  const pages = new Set(archivedIndexes.map((index) => Math.floor(index / pageSize) + 1));
  return [...pages].map((page) => listKey({ endpoint: 'videos', filters, pageSize, page }));
}
