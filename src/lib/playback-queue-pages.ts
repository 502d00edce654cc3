// The playback queue of a channel grows while it plays: videos that the archive lists come before other videos that the device knows. Pure;
// the pages come from src/sync/fill-playback-queue.ts.
import { withNextRound, type PlaybackQueue, type UpNextVideo } from './up-next.ts';

/** The most videos of a channel in one playback queue. Someone who has played so many can start it again. */
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
  /** Where the next page begins. Null: there is none, and the other videos that the device knew are no longer in the archive. */
  readonly nextOffset: number | null;
}

/** Adds a page. The current video keeps playing; when shuffled, new videos are inserted at random places after it. */
export function withPage(playback: PlaybackQueue, page: PlaybackQueuePage, random: () => number): PlaybackQueue {
  const { coming: unread, ...rest } = playback;
  if (!unread) return playback;
  const current = playback.videos[playback.order[playback.at] ?? -1];
  const listed = uniqueVideos([...playback.videos.slice(0, unread.listedCount), ...page.videos]).slice(0, maxQueueLength);
  const isLast = page.nextOffset === null || listed.length === maxQueueLength;
  const listedIds = new Set(listed.map(({ videoId }) => videoId));
  const unlisted = playback.videos.slice(unread.listedCount).filter((video) => !listedIds.has(video.videoId) && (!isLast || video === current));
  const videos = [...listed, ...unlisted];
  const indexById = new Map(videos.map(({ videoId }, at) => [videoId, at]));
  const remaining = playback.order.flatMap((index) => indexById.get(playback.videos[index]?.videoId ?? '') ?? []);
  /** -1 if the current video was deleted. */
  const currentIndex = indexById.get(current?.videoId ?? '') ?? -1;
  const order = playback.isShuffled ? insertNew(remaining, videos.length, remaining.indexOf(currentIndex), random) : videos.map((_, at) => at);
  const grown = { ...rest, videos, order, at: order.indexOf(currentIndex) };
  return withNextRound(isLast ? grown : { ...grown, coming: { ...unread, offset: page.nextOffset, listedCount: listed.length } }, random);
}

function uniqueVideos(videos: readonly UpNextVideo[]): UpNextVideo[] {
  return [...new Map(videos.map((video) => [video.videoId, video])).values()];
}

/** Inserts the indexes below `count` that are not in the order yet, each at a random place after `at`. */
function insertNew(order: readonly number[], count: number, at: number, random: () => number): number[] {
  const grown = [...order];
  const existingIndexes = new Set(order);
  for (let index = 0; index < count; index += 1) {
    if (existingIndexes.has(index)) continue;
    const position = at + 1 + Math.floor(random() * (grown.length - at));
    grown.splice(position, 0, index);
  }
  return grown;
}
