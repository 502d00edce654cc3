// The playback queue of a channel, which grows while it plays. Videos that the archive lists come before other videos that the device
// knows. Pure; the pages come from src/sync/fill-playback-queue.ts.
import { withNextRound, type PlaybackQueue, type UpNextVideo } from './up-next.ts';

/** The most videos of a channel in one playback queue. Older videos are left out. */
export const maxQueueLength = 2000;

/** When playing in order, this many listed videos must follow the current one. A shuffled or looped queue needs all of them. */
const listedAheadCount = 50;

/** Whether the next page is needed now. */
export function needsNextPage(playback: PlaybackQueue): boolean {
  if (!playback.coming) return false;
  return playback.isShuffled || playback.isLooped || playback.coming.listedCount < playback.at + listedAheadCount;
}

export interface PlaybackQueuePage {
  videos: readonly UpNextVideo[];
  /** Where the next page begins. Null after the last page; videos that no page listed are then no longer in the archive. */
  readonly nextOffset: number | null;
}

/** Adds a page. The current video keeps playing; when shuffled, new videos are inserted at random places after it. */
export function withPage(playback: PlaybackQueue, page: PlaybackQueuePage, random: () => number): PlaybackQueue {
  const { coming: unread, ...rest } = playback;
  if (!unread) return playback;
  const currentVideo = playback.videos[playback.order[playback.at] ?? -1];
  const listedVideos = uniqueVideos([...playback.videos.slice(0, unread.listedCount), ...page.videos]).slice(0, maxQueueLength);
  const isLast = page.nextOffset === null || listedVideos.length === maxQueueLength;
  const listedIds = new Set(listedVideos.map(({ videoId }) => videoId));
  const unlistedVideos = playback.videos.slice(unread.listedCount).filter((video) => !listedIds.has(video.videoId) && (!isLast || video === currentVideo));
  const videos = [...listedVideos, ...unlistedVideos];
  const indexById = new Map(videos.map(({ videoId }, index) => [videoId, index]));
  const remainingIndexes = playback.order.flatMap((index) => indexById.get(playback.videos[index]?.videoId ?? '') ?? []);
  /** -1 if the current video was deleted. */
  const currentIndex = indexById.get(currentVideo?.videoId ?? '') ?? -1;
  const order = playback.isShuffled
    ? insertNew(remainingIndexes, videos.length, remainingIndexes.indexOf(currentIndex), random)
    : videos.map((_, index) => index);
  const grownQueue = { ...rest, videos, order, at: order.indexOf(currentIndex) };
  return withNextRound(isLast ? grownQueue : { ...grownQueue, coming: { ...unread, offset: page.nextOffset, listedCount: listedVideos.length } }, random);
}

function uniqueVideos(videos: readonly UpNextVideo[]): UpNextVideo[] {
  return [...new Map(videos.map((video) => [video.videoId, video])).values()];
}

/** Inserts the indexes below `count` that are not in the order yet, each at a random place after `currentPosition`. */
function insertNew(order: readonly number[], count: number, currentPosition: number, random: () => number): number[] {
  const grownOrder = [...order];
  const existingIndexes = new Set(order);
  for (let index = 0; index < count; index += 1) {
    if (existingIndexes.has(index)) continue;
    const position = currentPosition + 1 + Math.floor(random() * (grownOrder.length - currentPosition));
    grownOrder.splice(position, 0, index);
  }
  return grownOrder;
}
