// The cards of some neighbouring entries of a playlist, by id: a playlist of thousands is read and fetched only where it is
// looked at. The pages of the archive's own list that hold them are wished for when they are absent or old.
import type { Mirror } from '../mirror/database.ts';
import { listKey, videoListFilters } from '../mirror/list-keys.ts';
import { addLiveKey } from '../mirror/live-keys.ts';
import { isFresh, wish } from '../mirror/wanted.ts';
import { isArchiveId } from './archive-id.ts';
import { createLiveStore, storeFor, type Store } from './live-store.ts';
import { useMirror } from './mirror-context.tsx';
import { readPageSize } from './page-size.ts';
import { useStore } from './use-store.ts';
import { readVideoCards } from './video-cards.ts';
import type { VideoCard } from './views.ts';

export interface EntriesQuery {
  playlistId: string;
  /** Of what is archived among the entries. */
  videoIds: readonly string[];
  /** How many archived entries stand before them: it tells the pages. */
  archivedBefore: number;
  /** False for a playlist that exists only here: no archive has a list of it. */
  isInArchive: boolean;
}

interface Found {
  cards: VideoCard[];
  pages: { key: string; fetchedAtMs: number | null }[];
}

/** Who scrolls past looks at nothing: only what stays in the view for so long is fetched. */
const glanceMs = 150;
const nothing: Found = { cards: [], pages: [] };

/** Only those that the device has a card of. */
export function useEntryCards(query: EntriesQuery): readonly VideoCard[] {
  return useStore(entryCardsStore(useMirror(), query));
}

export function entryCardsStore(mirror: Mirror, query: EntriesQuery): Store<readonly VideoCard[]> {
  const id = `entries:${query.isInArchive ? query.playlistId : ''}:${query.archivedBefore}:${query.videoIds.join(' ')}`;
  return storeFor(mirror, id, (onIdle) => createEntryCardsStore(mirror, query, onIdle));
}

function createEntryCardsStore(mirror: Mirror, query: EntriesQuery, onIdle: () => void): Store<readonly VideoCard[]> {
  const found = createLiveStore<Found>({ clock: mirror.clock, query: () => find(mirror, query), initial: nothing, onIdle });
  let listenerCount = 0;
  let stops: (() => void)[] = [];
  let watchedKeys = '';

  /** Called with each answer: the pages are known after the first, and change with the account's page size. */
  function watchPages(): void {
    const { pages } = found.read();
    const keys = pages.map(({ key }) => key).join(' ');
    if (keys === watchedKeys) return;
    watchedKeys = keys;
    for (const { key } of pages) {
      const fetchedAtMs = () => (found.read().pages.find((page) => page.key === key) ?? { fetchedAtMs: Infinity }).fetchedAtMs;
      stops.push(addLiveKey(mirror.db, { rank: 1, key: () => key, fetchedAtMs }));
    }
    stops.push(mirror.clock.after(glanceMs, () => pages.forEach((page) => wishIfOld(mirror, page))));
  }

  return {
    read: () => found.read().cards,
    subscribe(listener) {
      const stop = found.subscribe(() => {
        watchPages();
        listener();
      });
      listenerCount += 1;
      watchPages();
      return () => {
        stop();
        listenerCount -= 1;
        if (listenerCount > 0) return;
        for (const end of stops) end();
        stops = [];
        watchedKeys = '';
      };
    },
  };
}

function wishIfOld(mirror: Mirror, { key, fetchedAtMs }: Found['pages'][number]): void {
  if (isFresh(mirror, fetchedAtMs)) return;
  // Not awaited: what is drawn stays as it is when a wish cannot be written.
  void wish(mirror, key, 1).catch((reason: unknown) => console.warn('A wish was not written', reason));
}

function find({ db }: Mirror, query: EntriesQuery): Promise<Found> {
  return db.transaction('r', [db.documents, db.listPages, db.videoCards, db.watchStates], async () => {
    const keys = pageKeys(query, await readPageSize(db));
    const [cards, pages] = await Promise.all([readVideoCards(db, [...query.videoIds]), db.listPages.bulkGet(keys)]);
    return { cards, pages: keys.map((key, at) => ({ key, fetchedAtMs: pages[at]?.fetchedAtMs ?? null })) };
  });
}

/** The archive lists what is archived of a playlist, in its order. */
export function pageKeys({ playlistId, videoIds, archivedBefore, isInArchive }: EntriesQuery, pageSize: number): string[] {
  if (!isInArchive || videoIds.length === 0 || pageSize < 1 || !isArchiveId(playlistId)) return [];
  const first = Math.floor(archivedBefore / pageSize) + 1;
  const last = Math.floor((archivedBefore + videoIds.length - 1) / pageSize) + 1;
  const filters = videoListFilters({ playlistId });
  return Array.from({ length: last - first + 1 }, (_, at) => listKey({ endpoint: 'videos', filters, pageSize, page: first + at }));
}
