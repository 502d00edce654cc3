// A list of videos built from the mirror, used when the archive's own page is not stored and cannot be requested. The list is marked by
// `isFromDevice`, because it may be incomplete.
import Dexie from 'dexie';
import type { SortField } from '../contract/names.ts';
import { minStoredSeconds } from '../lib/watched-rule.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import { readShownPlaylist } from '../mirror/fold-entities.ts';
import { resolvePlaylistId } from '../mirror/playlist-ids.ts';
import type { DeviceItems } from './list-store.ts';
import { joinWatchStates, readVideoCards } from './video-cards.ts';
import type { VideoCard, VideoListQuery } from './views.ts';

/**
 * Filters and orders without an index are applied to this many of the newest rows. Reading and joining them takes less than 100 ms on a
 * slow machine, with 1 000 as well as 20 000 mirrored videos.
 */
const maxScanned = 500;
/** One row more shows that there are further ones. */
const readLimit = maxScanned + 1;

/**
 * Skips `from` videos and returns up to `pageSize`. Call it in a read transaction over videoCards, watchStates, playlists, folded and
 * documents.
 */
export async function deviceVideoList(db: MirrorDatabase, query: VideoListQuery, from: number, pageSize: number): Promise<DeviceItems<VideoCard> | null> {
  const isAllInIndex = !query.watch && !query.kind && !query.height && !query.playlistId && (query.sort ?? 'published') === 'published';
  if (isAllInIndex) {
    const limit = Math.max(maxScanned, from + pageSize) + 1;
    const videoIds = await queryByDate(db, query).limit(limit).primaryKeys();
    const items = await readVideoCards(db, videoIds.slice(from, from + pageSize));
    return items.length === 0 ? null : { items, total: Math.min(videoIds.length, limit - 1), isMore: videoIds.length === limit };
  }
  const cards =
    query.watch === 'continue'
      ? await readStartedVideos(db)
      : query.playlistId
        ? await readPlaylistVideos(db, query.playlistId)
        : await joinWatchStates(db, await queryByDate(db, query).limit(readLimit).toArray());
  const isCut = !query.playlistId && cards.length > maxScanned;
  const matchingCards = (isCut ? cards.slice(0, maxScanned) : cards).filter((card) => isMatching(card, query));
  const orderedCards = query.playlistId || query.watch === 'continue' ? matchingCards : sortCards(matchingCards, query);
  const items = orderedCards.slice(from, from + pageSize);
  return items.length === 0 ? null : { items, total: matchingCards.length, isMore: isCut };
}

function queryByDate(
  db: MirrorDatabase,
  { channelId, sort, order, watch, kind, height }: VideoListQuery,
): ReturnType<MirrorDatabase['videoCards']['toCollection']> {
  // The oldest rows come first only if that is the requested order and nothing is filtered. Other queries filter and sort the newest rows.
  const isAscending = order === 'asc' && (sort ?? 'published') === 'published' && !watch && !kind && !height;
  const rows = channelId
    ? db.videoCards.where('[channelId+publishedAt]').between([channelId, Dexie.minKey], [channelId, Dexie.maxKey])
    : db.videoCards.orderBy('publishedAt');
  return isAscending ? rows : rows.reverse();
}

async function readStartedVideos(db: MirrorDatabase): Promise<VideoCard[]> {
  const watches = await db.watchStates.where('localPositionAtMs').above(0).reverse().limit(readLimit).toArray();
  return readVideoCards(
    db,
    watches.map((watch) => watch.videoId),
  );
}

async function readPlaylistVideos(db: MirrorDatabase, playlistId: string): Promise<VideoCard[]> {
  const playlist = await readShownPlaylist(db, await resolvePlaylistId(db, playlistId));
  return readVideoCards(
    db,
    (playlist?.entries ?? []).filter((entry) => entry.isDownloaded).map((entry) => entry.videoId),
  );
}

/** Whether the archive's list would contain the video, on any page. Does not work for playlists. */
export function isInList(card: VideoCard, query: VideoListQuery): boolean {
  return (query.channelId === undefined || card.channelId === query.channelId) && isMatching(card, query);
}

function isMatching(card: VideoCard, { watch, kind, height }: VideoListQuery): boolean {
  if (kind && card.kind !== kind) return false;
  if (height && card.height !== height) return false;
  if (watch === 'watched') return card.isWatched;
  if (watch === 'unwatched') return !card.isWatched;
  return watch === 'continue' ? isInProgress(card) : true;
}

/** False up to `minStoredSeconds`, because the server does not store such positions (docs/behaviour.md, Progress and watched). */
export function isInProgress(card: VideoCard): boolean {
  return !card.isWatched && (card.positionSeconds ?? 0) > minStoredSeconds;
}

const sortFieldOf: Record<SortField, (card: VideoCard) => string | number> = {
  published: (card) => card.publishedAt,
  downloaded: (card) => card.downloadedAt,
  views: (card) => card.viewCount,
  likes: (card) => card.likeCount,
  duration: (card) => card.durationSeconds,
  mediasize: (card) => card.mediaSizeBytes,
  width: (card) => card.width,
  height: (card) => card.height,
};

export function sortCards(cards: VideoCard[], { sort = 'published', order = 'desc' }: VideoListQuery): VideoCard[] {
  const field = sortFieldOf[sort];
  const direction = order === 'asc' ? 1 : -1;
  return cards.toSorted((left, right) => direction * (field(left) < field(right) ? -1 : field(left) > field(right) ? 1 : 0));
}
