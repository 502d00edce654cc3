// Which saved videos are listed, and in which order. Pure.
import type { SavedItem, Trip } from '../../queries/saved.ts';
import type { VideoCard } from '../../queries/views.ts';

/** A saved video. `card`: null if the mirror has no card for the video. */
export interface SavedVideo {
  item: SavedItem;
  card: VideoCard | null;
}

export type SavedFilter = 'all' | 'unwatched' | 'watched' | 'pinned' | 'attention' | `trip ${string}`;
/** `room`: for freeing space from the top of the list. Watched videos come before unwatched ones; in each group, the largest comes first. */
export type SavedSort = 'newest' | 'oldest' | 'largest' | 'title' | 'room';

const completeStates: readonly SavedItem['status']['state'][] = ['ready', 'outdated', 'gone-at-source'];

/** Whether a complete copy is on this device, and no other copy is being saved. An update that has failed leaves the earlier copy. */
export function isComplete({ status, wholeRevision }: SavedItem): boolean {
  return completeStates.includes(status.state) || (status.state === 'failed' && wholeRevision !== null);
}

export function sizeOf({ item, card }: SavedVideo): number | null {
  const wholeBytes = isComplete(item) ? item.wholeBytes : undefined;
  return wholeBytes ?? item.totalBytes ?? (card && card.mediaSizeBytes > 0 ? card.mediaSizeBytes : null);
}

export function isInFilter({ item, card }: SavedVideo, filter: SavedFilter, trips: readonly Trip[]): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'unwatched':
      return card?.isWatched !== true;
    case 'watched':
      return card?.isWatched === true;
    case 'pinned':
      return item.isPinned;
    case 'attention':
      return item.status.state !== 'ready';
    default:
      return trips.some(({ tripId, videoIds }) => filter === `trip ${tripId}` && videoIds.includes(item.videoId));
  }
}

/** Whether the title or the channel's name contains the text. Without a card, the video's id counts as its title. */
export function isMatch({ card, item }: SavedVideo, searchText: string): boolean {
  const needle = searchText.trim().toLocaleLowerCase();
  return needle === '' || [card?.title ?? item.videoId, card?.channelName ?? ''].some((text) => text.toLocaleLowerCase().includes(needle));
}

export function sortSaved(videos: readonly SavedVideo[], sort: SavedSort): SavedVideo[] {
  const size = (video: SavedVideo): number => sizeOf(video) ?? 0;
  const title = ({ card, item }: SavedVideo): string => card?.title ?? item.videoId;
  const orders: Record<SavedSort, (one: SavedVideo, other: SavedVideo) => number> = {
    newest: (one, other) => other.item.askedAtMs - one.item.askedAtMs,
    oldest: (one, other) => one.item.askedAtMs - other.item.askedAtMs,
    largest: (one, other) => size(other) - size(one),
    title: (one, other) => title(one).localeCompare(title(other)),
    room: (one, other) => Number(other.card?.isWatched ?? false) - Number(one.card?.isWatched ?? false) || size(other) - size(one),
  };
  // The title breaks ties, so that equal items keep their places when one of them is read again or comes back by Undo.
  return videos.toSorted((one, other) => orders[sort](one, other) || title(one).localeCompare(title(other)));
}

/**
 * The complete watched videos that "Remove watched" removes. Pinned videos and those of trips stay, and so do those that the server no longer
 * has, because nothing could save them again.
 */
export function watchedToRemove(videos: readonly SavedVideo[], trips: readonly Trip[]): SavedVideo[] {
  const tripVideoIds = new Set(trips.flatMap(({ videoIds }) => videoIds));
  return videos.filter(
    ({ item, card }) => isComplete(item) && card?.isWatched === true && !isOnlyCopy(item, card) && !item.isPinned && !tripVideoIds.has(item.videoId),
  );
}

/** The mirror may know before the ledger that the server has lost the file. */
function isOnlyCopy({ status }: SavedItem, { missingSince }: VideoCard): boolean {
  return status.state === 'gone-at-source' || missingSince !== undefined;
}

/** The items that are not complete, in the order in which they are saved. */
export function savingOrder(items: readonly SavedItem[]): SavedItem[] {
  return items.filter((item) => !isComplete(item)).toSorted((one, other) => one.place - other.place || one.askedAtMs - other.askedAtMs);
}

/** The places to store so that the item at `from` moves to `to` in the queue. Both positions count from 0. */
export function placesAfterMove(queue: readonly SavedItem[], from: number, to: number): { videoId: string; place: number }[] {
  const movedItem = queue[from];
  const otherItems = queue.filter((_item, index) => index !== from);
  if (!movedItem) return [];
  const placeBefore = otherItems[to - 1]?.place ?? (otherItems[to]?.place ?? 0) - 2;
  const placeAfter = otherItems[to]?.place ?? placeBefore + 2;
  const placeBetween = (placeBefore + placeAfter) / 2;
  if (placeBetween > placeBefore && placeBetween < placeAfter) return [{ videoId: movedItem.videoId, place: placeBetween }];
  // If no number lies between the two places, because items requested at the same moment share a place, the queue is renumbered.
  const firstPlace = otherItems[0]?.place ?? 0;
  return otherItems.toSpliced(to, 0, movedItem).map(({ videoId }, index) => ({ videoId, place: firstPlace + index }));
}

/**
 * The bytes still to be saved. Items of unknown size count as 0, and so do failed items, which are not saved until they are tried again.
 */
export function pendingBytes(videos: readonly SavedVideo[]): number {
  return videos.reduce(
    (sum, video) => (isComplete(video.item) || video.item.status.state === 'failed' ? sum : sum + Math.max(0, (sizeOf(video) ?? 0) - video.item.savedBytes)),
    0,
  );
}

/**
 * `bytes`: saved so far, of all items. `bytesLeft`: still to be saved until each video of this trip has a complete copy. This includes the
 * other items that are saved before the last of these videos.
 */
export function bytesUntilPacked(trip: Trip, items: readonly SavedItem[]): { bytes: number; bytesLeft: number } {
  const unfinishedItems = items.filter(({ status }) => !['ready', 'outdated', 'gone-at-source', 'failed'].includes(status.state) && status.reason !== 'user');
  const lastPlace = Math.max(
    -Infinity,
    ...unfinishedItems.flatMap(({ videoId, place, wholeRevision }) => (wholeRevision === null && trip.videoIds.includes(videoId) ? [place] : [])),
  );
  return {
    bytes: items.reduce((sum, { savedBytes }) => sum + savedBytes, 0),
    bytesLeft: unfinishedItems
      .filter(({ place }) => place <= lastPlace)
      .reduce((sum, { totalBytes, savedBytes }) => sum + Math.max(0, (totalBytes ?? 0) - savedBytes), 0),
  };
}
