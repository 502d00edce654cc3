// The video queries beneath the hooks: one transaction for each answer, reads by key only.
import type { PromiseExtended } from 'dexie';
import type { WireComment, WirePlaylistNav } from '../contract/names.ts';
import type { Mirror, MirrorDatabase } from '../mirror/database.ts';
import { shownChannel } from '../mirror/fold-entities.ts';
import { channelLane } from '../mirror/lanes.ts';
import { listKey, videoListFilters } from '../mirror/list-keys.ts';
import { commentsKey, navKey, similarKey, videoKey } from '../mirror/resource-keys.ts';
import type { ListPageRow, VideoDetailsRow } from '../mirror/rows.ts';
import { failureOfConnection } from './connection-store.ts';
import { devicePages } from './device-pages.ts';
import { deviceVideoList, isToContinue } from './device-video-list.ts';
import type { LiveStore, Store } from './live-store.ts';
import { readPageSize } from './page-size.ts';
import { readVideoCards, toVideoCard } from './video-cards.ts';
import { viewStore, type Found } from './view-store.ts';
import type { VideoCard, VideoListQuery, VideoPage, VideoPageView, View } from './views.ts';

export function videoListStore(mirror: Mirror, query: VideoListQuery): LiveStore<View<VideoPage>> {
  const filters = videoListFilters(query);
  return viewStore(mirror, { id: `videos?${filters}&page=${query.page}`, rank: 0, find: () => findVideoPage(mirror, query, filters) });
}

async function findVideoPage(mirror: Mirror, query: VideoListQuery, filters: string): Promise<Found<VideoPage>> {
  const { db } = mirror;
  const stored = await db.transaction('r', [db.documents, db.listPages, db.videoCards, db.watchStates, db.wanted], async () => {
    const pageSize = await readPageSize(db);
    const key = listKey({ endpoint: 'videos', filters, pageSize, page: query.page });
    const [page, wish] = await Promise.all([db.listPages.get(key), db.wanted.get(key)]);
    const videos = page && (query.watch === 'continue' ? await continueCards(db, page, query.page) : await readVideoCards(db, page.ids));
    const data = page && videos ? { paginate: page.paginate, videos, isFromDevice: false } : null;
    return { pageSize, found: { key, data, fetchedAtMs: page?.fetchedAtMs ?? null, wish: wish ?? null } };
  });
  if (stored.found.data) return stored.found;
  const connection = await mirror.registry.connection.get('connection');
  if (stored.found.wish?.state !== 'failed' && failureOfConnection(connection?.value ?? null) === null) return stored.found;
  return db.transaction('r', [db.documents, db.playlists, db.folded, db.videoCards, db.watchStates], async () => {
    const { videos, total, isMore } = await deviceVideoList(db, query, stored.pageSize);
    const paginate = devicePages({ total, isMore, page: query.page, pageSize: stored.pageSize });
    const lastSync = await db.documents.get('last-sync');
    const copiedAtMs = lastSync?.fetchedAtMs ?? 0;
    return videos.length === 0 ? stored.found : { ...stored.found, data: { paginate, videos, isFromDevice: true }, copiedAtMs };
  });
}

/**
 * The archive's list, without what was finished here since, and with what was begun here since in front: the list has to
 * be right on a device that is away.
 */
async function continueCards(db: MirrorDatabase, page: ListPageRow, pageNumber: number): Promise<VideoCard[]> {
  const [listed, begun] = await Promise.all([
    readVideoCards(db, page.ids),
    db.watchStates.where('localPositionAtMs').above(page.fetchedAtMs).reverse().primaryKeys(),
  ]);
  const added =
    pageNumber > 1
      ? []
      : await readVideoCards(
          db,
          begun.filter((videoId) => !page.ids.includes(videoId)),
        );
  return [...added, ...listed].filter(isToContinue);
}

export function videoStore(mirror: Mirror, videoId: string): Store<View<VideoPageView>> {
  const { db } = mirror;
  const key = videoKey(videoId);
  const find = (): Promise<Found<VideoPageView>> =>
    db.transaction('r', [db.documents, db.videoCards, db.videoDetails, db.watchStates, db.channels, db.folded, db.wanted], async () => {
      const [card, details, watch, wish] = await Promise.all([
        db.videoCards.get(videoId),
        db.videoDetails.get(videoId),
        db.watchStates.get(videoId),
        db.wanted.get(key),
      ]);
      const alternative = { alternativeSeconds: watch?.alternativeSeconds ?? null, isAlternativeHere: watch?.alternativeFrom === 'here' };
      const shown = card && details ? { ...details, channelIsSubscribed: await isSubscribed(db, card.channelId, details) } : null;
      const data = card ? { ...toVideoCard(card, watch), details: shown, ...alternative } : null;
      return { key, data, fetchedAtMs: details?.fetchedAtMs ?? null, wish: wish ?? null };
    });
  return viewStore(mirror, { id: key, rank: 0, find });
}

/** A video carries a copy of its channel: what is known of the channel itself since, or wanted of it here, is newer. */
function isSubscribed(db: MirrorDatabase, channelId: string, details: VideoDetailsRow): PromiseExtended<boolean> {
  return db.channels.get(channelId).then((channel) => {
    const isNewer = channel !== undefined && Math.max(channel.fetchedAtMs, channel.confirmedAtMs ?? 0) >= details.fetchedAtMs;
    const isSubscribed = isNewer ? channel.isSubscribed : details.channelIsSubscribed;
    return db.folded.get(channelLane(channelId)).then((folded) => shownChannel({ isSubscribed }, folded).isSubscribed);
  });
}

export function similarStore(mirror: Mirror, videoId: string): Store<View<VideoCard[]>> {
  const { db } = mirror;
  const key = similarKey(videoId);
  const find = (): Promise<Found<VideoCard[]>> =>
    db.transaction('r', [db.similar, db.videoCards, db.watchStates, db.wanted], async () => {
      const [row, wish] = await Promise.all([db.similar.get(videoId), db.wanted.get(key)]);
      return { key, data: row ? await readVideoCards(db, row.videoIds) : null, fetchedAtMs: row?.fetchedAtMs ?? null, wish: wish ?? null };
    });
  return viewStore(mirror, { id: key, rank: 1, find });
}

export function commentsStore(mirror: Mirror, videoId: string): Store<View<WireComment[]>> {
  const { db } = mirror;
  const key = commentsKey(videoId);
  const find = (): Promise<Found<WireComment[]>> =>
    db.transaction('r', [db.comments, db.wanted], async () => {
      const [row, wish] = await Promise.all([db.comments.get(videoId), db.wanted.get(key)]);
      return { key, data: row?.comments ?? null, fetchedAtMs: row?.fetchedAtMs ?? null, wish: wish ?? null };
    });
  return viewStore(mirror, { id: key, rank: 1, find });
}

export function playlistNavStore(mirror: Mirror, videoId: string): Store<View<WirePlaylistNav[]>> {
  const { db } = mirror;
  const key = navKey(videoId);
  const find = (): Promise<Found<WirePlaylistNav[]>> =>
    db.transaction('r', [db.playlistNavs, db.wanted], async () => {
      const [row, wish] = await Promise.all([db.playlistNavs.get(videoId), db.wanted.get(key)]);
      return { key, data: row?.playlists ?? null, fetchedAtMs: row?.fetchedAtMs ?? null, wish: wish ?? null };
    });
  return viewStore(mirror, { id: key, rank: 1, find });
}
