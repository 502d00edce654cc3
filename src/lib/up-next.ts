// The videos that play next: the queue that the user made, then the playlist or channel being played through, then the next video of the
// playlist whose autoplay is on. Pure; stored by src/mutations/up-next.ts, read by the player's host.

export interface UpNextVideo {
  videoId: string;
  /** The video's title when it was added, because the device may not have the video's card. */
  title: string;
}

export interface QueueEntry extends UpNextVideo {
  /** A video may be in the queue twice. */
  entryId: string;
}

/** A playlist or channel that is played through. */
export interface PlaybackQueue {
  origin: { kind: 'playlist' | 'channel'; id: string; name: string };
  /** In the archive's order. */
  videos: readonly UpNextVideo[];
  /** Indexes into `videos` in playing order. */
  order: readonly number[];
  /** Index into `order` of the video that played last; -1 if that video and all before it were deleted. */
  at: number;
  isShuffled: boolean;
  isLooped: boolean;
  /** The order of the next round of a shuffled and looped queue, made beforehand so that it can be shown. */
  nextRound?: readonly number[];
  /** The pages of a channel that are not read yet. Absent if there are none, or for a playlist. `coming` is the stored name. */
  coming?: UnreadPages;
}

/** The position in the archive's list of the channel, which is read page by page (src/sync/fill-playback-queue.ts). */
export interface UnreadPages {
  /** Filters of the video list (src/mirror/list-keys.ts). */
  filters: string;
  /**
   * Where the next page begins, counted in videos, so that no video is skipped if the page size changes. Absent in a queue stored by an
   * earlier version; its list is read again from the start.
   */
  offset?: number;
  /** How many of `videos`, from the start, are in the archive's order; the rest are other videos that the device knew. */
  listedCount: number;
  /** When the playback queue was started, or last lost a deleted video. Pages fetched before this are requested again. */
  sinceMs: number;
}

export interface UpNext {
  queue: readonly QueueEntry[];
  /** The playback queue; `run` is the stored name. */
  run: PlaybackQueue | null;
  /** Latest first. */
  history: readonly UpNextVideo[];
  /** SPEC §2 "Video page": the playlist whose next video plays automatically; null for none. */
  autoplayPlaylistId: string | null;
}

export const emptyUpNext: UpNext = { queue: [], run: null, history: [], autoplayPlaylistId: null };

/** The most entries of `history`, enough to find a video that played recently. */
const maxHistory = 50;

export interface NextVideo extends UpNextVideo {
  /** The video's queue entry; null if it is not from the queue. */
  entryId: string | null;
  /** Whether the video can be played only from the archive, which is unreachable. */
  isAway: boolean;
}

interface Playing {
  videoId: string;
  /** The next video of the playlist whose autoplay is on. */
  autoplay: UpNextVideo | null;
}

/** All videos that may follow, in playing order. */
export function upcomingVideos(upNext: UpNext, { videoId, autoplay }: Playing): Omit<NextVideo, 'isAway'>[] {
  return [
    ...upNext.queue.map((entry) => ({ videoId: entry.videoId, title: entry.title, entryId: entry.entryId })),
    ...restOfPlayback(upNext.run, videoId).map((video) => ({ ...video, entryId: null })),
    ...(autoplay ? [{ ...autoplay, entryId: null }] : []),
  ];
}

interface PlayabilityChecks {
  isPlayable: (videoId: string) => boolean;
  /** Whether the video's file is missing on the server. Such videos are always skipped. */
  isMissing?: (videoId: string) => boolean;
}

/** The first video that can be played now; if none can, the first of all. Null if nothing follows. */
export function nextVideo(upNext: UpNext, { isPlayable, isMissing = () => false, ...playing }: Playing & PlayabilityChecks): NextVideo | null {
  const candidates = upcomingVideos(upNext, playing).filter((candidate) => !isMissing(candidate.videoId));
  const next = candidates.find((candidate) => isPlayable(candidate.videoId)) ?? candidates[0];
  return next ? { ...next, isAway: !isPlayable(next.videoId) } : null;
}

/** The missing videos that are skipped before `next`; all of them if nothing follows. */
export function skippedBefore(upcoming: readonly UpNextVideo[], next: UpNextVideo | null, isMissing: (videoId: string) => boolean): UpNextVideo[] {
  const end = next ? upcoming.findIndex(({ videoId }) => videoId === next.videoId) : upcoming.length;
  return upcoming.slice(0, end).filter(({ videoId }) => isMissing(videoId));
}

/** The rest of the playback queue after this video, in playing order; with loop, also the next round. */
export function restOfPlayback(playback: PlaybackQueue | null, videoId: string): UpNextVideo[] {
  if (!playback) return [];
  const currentIndex = indexInPlayback(playback, videoId) ?? playback.at;
  const remainingIndexes = playback.order.slice(currentIndex + 1);
  const indexes = playback.isLooped ? [...remainingIndexes, ...(playback.nextRound ?? playback.order.slice(0, currentIndex + 1))] : remainingIndexes;
  return indexes.flatMap((index) => playback.videos[index] ?? []);
}

/** The video before `videoId` in the playback queue; null if there is none, or `videoId` is not in the queue. */
export function previousInPlayback(playback: PlaybackQueue | null, videoId: string): UpNextVideo | null {
  const currentIndex = playback ? indexInPlayback(playback, videoId) : null;
  if (!playback || currentIndex === null) return null;
  // In a shuffled queue, the previous round had a different order, which is no longer known.
  const previousIndex = currentIndex > 0 ? playback.order[currentIndex - 1] : playback.isLooped && !playback.isShuffled ? playback.order.at(-1) : undefined;
  return previousIndex === undefined ? null : (playback.videos[previousIndex] ?? null);
}

/** Index into `order`; null if the video is not in it. */
function indexInPlayback(playback: PlaybackQueue, videoId: string): number | null {
  if (playback.videos[playback.order[playback.at] ?? -1]?.videoId === videoId) return playback.at;
  const position = playback.order.findIndex((index) => playback.videos[index]?.videoId === videoId);
  return position < 0 ? null : position;
}

/**
 * Returns the playback queue with this video as the current one, in the next round if this round is over; null if the video is not in the
 * queue.
 */
function advanceTo(playback: PlaybackQueue, videoId: string, random: () => number): PlaybackQueue | null {
  const idAt = (index: number | undefined) => playback.videos[index ?? -1]?.videoId;
  const isAtEnd =
    playback.at === playback.order.length - 1 && idAt(playback.order[playback.at]) !== videoId && idAt(playback.order[playback.at - 1]) !== videoId;
  const nextIndex = isAtEnd ? (playback.nextRound?.findIndex((index) => idAt(index) === videoId) ?? -1) : -1;
  if (playback.nextRound && nextIndex >= 0) return withNextRound({ ...playback, order: playback.nextRound, at: nextIndex }, random);
  const position = indexInPlayback(playback, videoId);
  if (position === null) return null;
  return playback.nextRound ? { ...playback, at: position } : withNextRound({ ...playback, at: position }, random);
}

/**
 * Records that a video has started, however it was opened: the video leaves the queue, and becomes the current one of the playback queue. A
 * video that is in neither ends the playback queue.
 *
 * @param isContinued whether the video's page was only shown again, as after a reload; a queue entry of that video is then kept
 */
export function afterStarted(upNext: UpNext, video: UpNextVideo, random: () => number, isContinued = false): UpNext {
  const { queue, run: playback, history } = upNext;
  const queueIndex = queue.findIndex((entry) => entry.videoId === video.videoId);
  // The video that was shown last is shown again.
  if ((isContinued || queueIndex < 0) && history[0]?.videoId === video.videoId) return upNext;
  return {
    ...upNext,
    queue: queue.filter((_, index) => index !== queueIndex),
    run: (playback && advanceTo(playback, video.videoId, random)) ?? (queueIndex < 0 ? null : playback),
    history: [video, ...history.filter(({ videoId }) => videoId !== video.videoId)].slice(0, maxHistory),
  };
}

export function withQueued(upNext: UpNext, entry: QueueEntry, where: 'first' | 'last'): UpNext {
  return { ...upNext, queue: where === 'first' ? [entry, ...upNext.queue] : [...upNext.queue, entry] };
}

/** Moves an entry of the queue to the index `toIndex`. */
export function withMoved(upNext: UpNext, entryId: string, toIndex: number): UpNext {
  const entry = upNext.queue.find((candidate) => candidate.entryId === entryId);
  if (!entry) return upNext;
  const otherEntries = upNext.queue.filter((candidate) => candidate !== entry);
  return { ...upNext, queue: [...otherEntries.slice(0, Math.max(0, toIndex)), entry, ...otherEntries.slice(Math.max(0, toIndex))] };
}

/**
 * Playback begins with `firstId`, also when shuffled. If `firstId` is not one of the videos, playback begins with the first in playing
 * order.
 */
export function createPlaybackQueue(
  origin: PlaybackQueue['origin'],
  videos: readonly UpNextVideo[],
  isShuffled: boolean,
  random: () => number,
  firstId?: string,
): PlaybackQueue {
  const listedIndexes = videos.map((_, index) => index);
  const playback: PlaybackQueue = { origin, videos, order: isShuffled ? shuffle(listedIndexes, random) : listedIndexes, at: 0, isShuffled, isLooped: false };
  const position = firstId === undefined ? null : indexInPlayback(playback, firstId);
  if (position === null) return playback;
  return isShuffled ? { ...playback, order: movedToFront(playback.order, position) } : { ...playback, at: position };
}

/** The current video stays current; if it was deleted (`at` is -1), all remaining videos follow. */
export function withShuffle(playback: PlaybackQueue, isShuffled: boolean, random: () => number): PlaybackQueue {
  const currentVideoIndex = playback.order[playback.at] ?? -1;
  const listedIndexes = playback.videos.map((_, index) => index);
  if (!isShuffled) return withNextRound({ ...playback, isShuffled, order: listedIndexes, at: currentVideoIndex }, random);
  const order = shuffle(listedIndexes, random);
  return withNextRound({ ...playback, isShuffled, order: movedToFront(order, order.indexOf(currentVideoIndex)), at: Math.min(0, currentVideoIndex) }, random);
}

export function withLoop(playback: PlaybackQueue, isLooped: boolean, random: () => number): PlaybackQueue {
  return withNextRound({ ...playback, isLooped }, random);
}

/** Gives a shuffled and looped queue an order for its next round, and removes the next round of any other queue. */
export function withNextRound(playback: PlaybackQueue, random: () => number): PlaybackQueue {
  const playbackWithoutRound = { ...playback };
  delete playbackWithoutRound.nextRound;
  return playback.isShuffled && playback.isLooped ? { ...playbackWithoutRound, nextRound: createNextRound(playback.order, random) } : playbackWithoutRound;
}

/**
 * Begins with neither of the last two videos of `order`. Otherwise a video could play twice in a row, or be both the previous and the next
 * one.
 */
function createNextRound(order: readonly number[], random: () => number): number[] {
  const round = shuffle(order, random);
  const tail = order.slice(order.length > 2 ? -2 : -1);
  const firstPosition = round.findIndex((index) => !tail.includes(index));
  return firstPosition > 0 ? movedToFront(round, firstPosition) : round;
}

function movedToFront(order: readonly number[], position: number): number[] {
  const index = order[position];
  return index === undefined ? [...order] : [index, ...order.filter((_, otherPosition) => otherPosition !== position)];
}

function shuffle(order: readonly number[], random: () => number): number[] {
  const shuffledOrder = [...order];
  for (let lastIndex = shuffledOrder.length - 1; lastIndex > 0; lastIndex -= 1) {
    const otherIndex = Math.floor(random() * (lastIndex + 1));
    [shuffledOrder[lastIndex], shuffledOrder[otherIndex]] = [shuffledOrder[otherIndex] ?? 0, shuffledOrder[lastIndex] ?? 0];
  }
  return shuffledOrder;
}
