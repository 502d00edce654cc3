// "Playable now": the videos of a list that are saved completely on this device, read from the mirror. The list is complete even while
// the archive is unreachable.
import { useMemo } from 'react';
import type { Mirror } from '../mirror/database.ts';
import { devicePages } from './device-pages.ts';
import { isInList, sortCards } from './device-video-list.ts';
import { readPageSize } from './documents.ts';
import { liveStoreFor, type Store } from './live-store.ts';
import { useMirror } from './mirror-context.tsx';
import { usePlayableIds } from './playable-ids.ts';
import { useIsSavedLoaded } from './saved.ts';
import { useKept, useStore } from './use-store.ts';
import { readVideoCards } from './video-cards.ts';
import type { VideoListQuery, VideoPage, View } from './views.ts';

/** Does not work for a playlist, which has its own order. The store's value is null until the device has answered. */
export function playableVideosStore(mirror: Mirror, query: VideoListQuery, videoIds: readonly string[]): Store<VideoPage | null> {
  const { db } = mirror;
  return liveStoreFor<VideoPage | null>(mirror, `playable:${JSON.stringify([query, videoIds])}`, null, () =>
    db.transaction('r', [db.documents, db.videoCards, db.watchStates], async () => {
      const pageSize = await readPageSize(db);
      const listedCards = sortCards(
        (await readVideoCards(db, [...videoIds])).filter((card) => isInList(card, query)),
        query,
      );
      const page = Math.max(1, query.page);
      const paginate = devicePages({ total: listedCards.length, isMore: false, page, pageSize });
      return { paginate, videos: listedCards.slice((page - 1) * pageSize, page * pageSize), isFromDevice: false };
    }),
  );
}

/** The previous page is shown until the requested one is read. */
export function usePlayableVideos(query: VideoListQuery): View<VideoPage> {
  const isRead = useIsSavedLoaded();
  const videoIds = usePlayableIds();
  const page = useStore(playableVideosStore(useMirror(), query, videoIds));
  const shownPage = useKept(isRead ? page : null, isRead && page !== null);
  return useMemo(
    () => (shownPage ? { state: 'ready', data: shownPage, fetchedAtMs: 0, isRefreshing: false, failure: null } : { state: 'loading', isUnread: true }),
    [shownPage],
  );
}
