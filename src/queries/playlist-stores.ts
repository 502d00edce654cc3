// The stores behind the hooks of playlists.ts: the archive's rows with pending changes folded in, and playlists that exist only here.
import type { PromiseExtended, Table } from 'dexie';
import { activeRefusal } from '../mirror/custom-playlist-refusal.ts';
import type { Mirror, MirrorDatabase } from '../mirror/database.ts';
import { shownOf } from '../mirror/fold-entities.ts';
import { playlistLane } from '../mirror/lanes.ts';
import { listKey } from '../mirror/list-keys.ts';
import { playlistListFilters } from '../mirror/list-filters.ts';
import { typedLines } from './typed-lines.ts';
import { isTemporaryPlaylistId, resolvePlaylistId } from '../mirror/playlist-ids.ts';
import { playlistKey } from '../mirror/resource-keys.ts';
import type { ListPageRow } from '../mirror/rows.ts';
import { readPageSize } from './documents.ts';
import { listStore, type ListKind } from './list-store.ts';
import { liveStoreFor, type Store } from './live-store.ts';
import { viewStore, type ResourceState } from './view-store.ts';
import type { CustomPlaylist, PlaylistCard, PlaylistListQuery, PlaylistPage, PlaylistView, View } from './views.ts';

const playlistTables = (db: MirrorDatabase): Table[] => [db.documents, db.playlists, db.outbox, db.folded, db.videoCards];

export function playlistStore(mirror: Mirror, requestedId: string): Store<View<PlaylistView>> {
  const { db } = mirror;
  const find = (): Promise<ResourceState<PlaylistView>> =>
    db.transaction('r', [...playlistTables(db), db.wanted], async () => {
      const playlistId = await resolvePlaylistId(db, requestedId);
      const key = playlistKey(playlistId);
      const request = await db.wanted.get(key);
      const [data] = await readPlaylists(db, [playlistId]);
      return { key, data: data ?? null, fetchedAtMs: data?.fetchedAtMs ?? null, request: request ?? null, isOnlyHere: isTemporaryPlaylistId(playlistId) };
    });
  return viewStore(mirror, { id: playlistKey(requestedId), rank: 0, find });
}

/**
 * The playlists in the order of the ids. An id is left out if neither the mirror nor a pending creation has its playlist. Call it in a
 * transaction over playlists, folded and cards.
 */
function readPlaylists(db: MirrorDatabase, playlistIds: string[]): PromiseExtended<PlaylistView[]> {
  return db.folded.bulkGet(playlistIds.map(playlistLane)).then((folded) =>
    db.playlists.bulkGet(playlistIds).then((archivedPlaylists) => {
      const playlists = playlistIds.flatMap((playlistId, index) => {
        const playlist = shownOf('playlist', archivedPlaylists[index] ?? null, folded[index]);
        return playlist ? [{ ...playlist, isOnlyHere: isTemporaryPlaylistId(playlistId), isWaiting: folded[index] !== undefined }] : [];
      });
      return withPictures(db, playlists);
    }),
  );
}

/** Cards in the order of the ids, like `readPlaylists`. Call it in a transaction over playlists, folded and cards. */
export function readPlaylistCards(db: MirrorDatabase, playlistIds: string[]): PromiseExtended<PlaylistCard[]> {
  return readPlaylists(db, playlistIds).then((playlists) => playlists.map(toCard));
}

/** A custom playlist shows its first video's picture until the archive sends one. */
function withPictures(db: MirrorDatabase, playlists: PlaylistView[]): PromiseExtended<PlaylistView[]> {
  return db.videoCards
    .bulkGet(playlists.map((playlist) => playlist.entries[0]?.videoId ?? ''))
    .then((firstVideos) =>
      playlists.map((playlist, index) =>
        playlist.thumbUrl === null && playlist.kind === 'custom' ? { ...playlist, thumbUrl: firstVideos[index]?.thumbUrl ?? null } : playlist,
      ),
    );
}

const playlistList: ListKind<PlaylistListQuery, PlaylistCard, PlaylistPage> = {
  endpoint: 'playlists',
  filters: playlistListFilters,
  stored: {
    tables: playlistTables,
    async read(db, { ids, paginate, fetchedAtMs }, query) {
      const addedIds = query.page === 1 && mayContainCustom(query) ? await idsCreatedSince(db, fetchedAtMs) : [];
      return { paginate, items: await readPlaylistCards(db, [...addedIds.filter((playlistId) => !ids.includes(playlistId)), ...ids]) };
    },
  },
  device: {
    tables: playlistTables,
    async read(db, query, from, pageSize) {
      const createdIds = mayContainCustom(query) ? (await idsCreatedSince(db, Infinity)).filter(isTemporaryPlaylistId) : [];
      const storedIds = await db.playlists.orderBy('name').limit(maxScanned).primaryKeys();
      const matchingPlaylists = (await readPlaylists(db, [...createdIds, ...storedIds])).filter((playlist) => isMatching(playlist, query));
      const items = matchingPlaylists
        .toSorted((left, right) => left.name.localeCompare(right.name))
        .slice(from, from + pageSize)
        .map(toCard);
      return items.length === 0 ? null : { items, total: matchingPlaylists.length, isMore: false };
    },
  },
  page: ({ paginate, items: playlists }, isFromDevice) => ({ paginate, playlists, isFromDevice }),
};

export function playlistListStore(mirror: Mirror, query: PlaylistListQuery): Store<View<PlaylistPage>> {
  return listStore(mirror, playlistList, query);
}

function mayContainCustom({ channelId, filter, kind }: PlaylistListQuery): boolean {
  return channelId === undefined && kind !== 'regular' && filter !== 'subscribed';
}

/** Playlists created here that a list fetched at `fetchedAtMs` may not contain yet. Those still to be created come first, newest first. */
function idsCreatedSince(db: MirrorDatabase, fetchedAtMs: number): PromiseExtended<string[]> {
  return db.outbox
    .where('lane')
    .startsWith('playlist:')
    .toArray()
    .then((rows) =>
      db.documents
        .where('key')
        .startsWith('alias:')
        .toArray()
        .then((aliases) => {
          const pendingIds = rows.flatMap(({ mutation, state }) => {
            const kind = db.kinds.of(mutation);
            return kind?.isCreation && kind.entity && state.name !== 'parked' ? [kind.entity.id(mutation)] : [];
          });
          const assignedIds = aliases.flatMap((alias) => (alias.fetchedAtMs >= fetchedAtMs ? [(alias.value as { playlistId: string }).playlistId] : []));
          return [...pendingIds.toReversed(), ...assignedIds];
        }),
    );
}

/** Limit for a list built on the device. An archive lists at most this many playlists; few archives have more than a few hundred. */
const maxScanned = 10_000;

function isMatching(playlist: PlaylistView, { channelId, kind, filter }: PlaylistListQuery): boolean {
  if (channelId && playlist.channelId !== channelId) return false;
  if (kind && playlist.kind !== kind) return false;
  return !filter || playlist.isSubscribed === (filter === 'subscribed');
}

function toCard({
  entries,
  description: _description,
  fetchedAtMs: _fetchedAtMs,
  asOf: _asOf,
  confirmedAtMs: _confirmedAtMs,
  ...rest
}: PlaylistView): PlaylistCard {
  return { ...rest, archivedCount: entries.filter((entry) => entry.isDownloaded).length, entryCount: entries.length };
}

/** The most pages that are read. Nobody looks further for a playlist to add to. */
const maxPages = 40;

/** All custom playlists over all pages. Pages are fetched one at a time: first those not stored, then the oldest. */
export function customPlaylistsStore(mirror: Mirror): Store<View<CustomPlaylist[]>> {
  const { db } = mirror;
  const filters = playlistListFilters({ kind: 'custom' });
  const find = (): Promise<ResourceState<CustomPlaylist[]>> =>
    db.transaction('r', [...playlistTables(db), db.listPages, db.wanted], async () => {
      const pageSize = await readPageSize(db);
      const keyOf = (page: number): string => listKey({ endpoint: 'playlists', filters, pageSize, page });
      const pages: ListPageRow[] = [];
      let nextPage: { key: string; fetchedAtMs: number | null } = { key: keyOf(1), fetchedAtMs: null };
      for (let page = 1; page <= maxPages; page += 1) {
        const row = await db.listPages.get(keyOf(page));
        nextPage = !row ? { key: keyOf(page), fetchedAtMs: null } : page === 1 || row.fetchedAtMs < (nextPage.fetchedAtMs ?? 0) ? row : nextPage;
        if (!row) break;
        pages.push(row);
        if (!row.paginate?.last_page || page >= row.paginate.last_page) break;
      }
      const request = await db.wanted.get(nextPage.key);
      const listedIds = pages.flatMap((page) => page.ids);
      const createdIds = (await idsCreatedSince(db, pages[0]?.fetchedAtMs ?? 0)).filter((playlistId) => !listedIds.includes(playlistId));
      const ids = [...createdIds, ...listedIds];
      const playlists = (await readPlaylists(db, ids)).map(toCustomPlaylist);
      const isKnown = pages.length > 0 || playlists.length > 0;
      return {
        key: nextPage.key,
        data: isKnown ? playlists : null,
        fetchedAtMs: nextPage.fetchedAtMs,
        copiedAtMs: pages[0]?.fetchedAtMs ?? 0,
        request: request ?? null,
      };
    });
  return viewStore(mirror, { id: 'custom-playlists', rank: 0, find });
}

function toCustomPlaylist({ playlistId, name, entries, isOnlyHere, isWaiting }: PlaylistView): CustomPlaylist {
  return { playlistId, name, videoIds: entries.map((entry) => entry.videoId), isOnlyHere, isWaiting };
}

/** Whether this account may change custom playlists: true until the archive's current version refuses such a change. */
export function mayChangeCustomPlaylistsStore(mirror: Mirror): Store<boolean> {
  return liveStoreFor<boolean>(mirror, 'custom-playlist-policy', true, async () => (await activeRefusal(mirror.db)) === null);
}

/** Lines of the subscribe form that wait to be sent. */
export function pendingSubscriptionsStore(mirror: Mirror, kind: 'channel' | 'playlist'): Store<string[]> {
  return liveStoreFor<string[]>(mirror, `pending-subscriptions:${kind}`, [], async () =>
    typedLines(mirror.db.kinds, await mirror.db.outbox.where('lane').startsWith('subscription:').sortBy('sequence'), kind),
  );
}
