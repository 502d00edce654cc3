// The store behind `useVideoList`: a page of the archive's list of videos or, if it is not stored, of a list built from the mirror.
import type { Mirror, MirrorDatabase } from '../mirror/database.ts';
import { videoListFilters } from '../mirror/list-keys.ts';
import type { ListPageRow } from '../mirror/rows.ts';
import { deviceVideoList, isInProgress } from './device-video-list.ts';
import { listStore, type ListKind } from './list-store.ts';
import type { LiveStore } from './live-store.ts';
import { readVideoCards } from './video-cards.ts';
import type { VideoCard, VideoListQuery, VideoPage, View } from './views.ts';

const videoList: ListKind<VideoListQuery, VideoCard, VideoPage> = {
  endpoint: 'videos',
  filters: videoListFilters,
  stored: {
    tables: (db) => [db.videoCards, db.watchStates],
    read: (db, page, query) =>
      (query.watch === 'continue' ? readStartedCards(db, page, query.page) : readVideoCards(db, page.ids)).then((items) => ({
        paginate: page.paginate,
        items,
      })),
  },
  device: {
    tables: (db) => [db.playlists, db.folded, db.videoCards, db.watchStates],
    read: (db, query, from, pageSize, whole) =>
      whole ? readVideoCards(db, whole.ids).then((items) => ({ items, total: whole.total, isMore: false })) : deviceVideoList(db, query, from, pageSize),
    whole: async (mirror, query, from, pageSize) => (await import('./whole-list.ts').catch(() => null))?.wholeVideoList(mirror, query, from, pageSize) ?? null,
  },
  page: ({ paginate, items: videos }, isFromDevice) => ({ paginate, videos, isFromDevice }),
};

export function videoListStore(mirror: Mirror, query: VideoListQuery): LiveStore<View<VideoPage>> {
  return listStore(mirror, videoList, query);
}

/**
 * The archive's list of videos in progress, brought up to date offline too: videos finished here since it was fetched are left out, and
 * those started here come first.
 */
async function readStartedCards(db: MirrorDatabase, page: ListPageRow, pageNumber: number): Promise<VideoCard[]> {
  const [listedCards, startedIds] = await Promise.all([
    readVideoCards(db, page.ids),
    db.watchStates.where('localPositionAtMs').above(page.fetchedAtMs).reverse().primaryKeys(),
  ]);
  const addedCards =
    pageNumber > 1
      ? []
      : await readVideoCards(
          db,
          startedIds.filter((videoId) => !page.ids.includes(videoId)),
        );
  return [...addedCards, ...listedCards].filter(isInProgress);
}
