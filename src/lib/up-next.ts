// What plays next: the queue that the user made, then the playlist or channel being played through, then (if its autoplay is on) the next video of a
// playlist. Pure; stored by src/mutations/up-next.ts, read by the player's host.

export interface UpNextVideo {
  videoId: string;
  /** Its title when it was added: the device may not have its card. */
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
  /** Index into `order`: the one that played last. */
  at: number;
  isShuffled: boolean;
  isLooped: boolean;
  /** Shuffled and looped: the order of the next round, made beforehand so that it can be shown. */
  nextRound?: readonly number[];
  /** For a channel, while the archive may have more of it than `videos`. */
  coming?: ComingPages;
}

/** The archive's list arrives page by page, after the video that plays (src/sync/fill-playback-queue.ts). */
export interface ComingPages {
  /** Filters of the video list (src/mirror/list-keys.ts). */
  filters: string;
  /** Where the next one begins, so that another page size skips nothing. Absent in a queue of an earlier version, which is listed from its start again. */
  offset?: number;
  /** How many of `videos`, from the start, are in the archive's order; the rest is what else the device knew. */
  listedCount: number;
  /** When it began: a page fetched long before is requested again. */
  sinceMs: number;
}

export interface UpNext {
  queue: readonly QueueEntry[];
  run: PlaybackQueue | null;
  /** Latest first. */
  history: readonly UpNextVideo[];
  /** SPEC §2 "Video page": the playlist whose next video plays automatically; null for none. */
  autoplayPlaylistId: string | null;
}

export const emptyUpNext: UpNext = { queue: [], run: null, history: [], autoplayPlaylistId: null };

/** As many as anybody looks back over. */
const maxHistory = 50;

export interface NextVideo extends UpNextVideo {
  /** Its queue entry; null for what follows otherwise. */
  entryId: string | null;
  /** It plays only from the archive, which is unreachable. */
  isAway: boolean;
}

interface Playing {
  videoId: string;
  /** The next video of the playlist whose autoplay is on. */
  autoplay: UpNextVideo | null;
}

/** All that may follow, in playing order. */
export function upcomingVideos(upNext: UpNext, { videoId, autoplay }: Playing): Omit<NextVideo, 'isAway'>[] {
  return [
    ...upNext.queue.map((entry) => ({ videoId: entry.videoId, title: entry.title, entryId: entry.entryId })),
    ...restOfPlayback(upNext.run, videoId).map((video) => ({ ...video, entryId: null })),
    ...(autoplay ? [{ ...autoplay, entryId: null }] : []),
  ];
}

interface PlayabilityChecks {
  isPlayable: (videoId: string) => boolean;
  /** Its file is missing on the server: always skipped. */
  isMissing?: (videoId: string) => boolean;
}

/** The first that can be played now; if none can, the first. Null at the end. */
export function nextVideo(upNext: UpNext, { isPlayable, isMissing = () => false, ...playing }: Playing & PlayabilityChecks): NextVideo | null {
  const candidates = upcomingVideos(upNext, playing).filter((candidate) => !isMissing(candidate.videoId));
  const first = candidates[0];
  if (!first) return null;
  const playable = candidates.find((candidate) => isPlayable(candidate.videoId));
  return playable ? { ...playable, isAway: false } : { ...first, isAway: true };
}

/** The rest of the playback queue after this video, in playing order; with loop, also the next round. */
export function restOfPlayback(run: PlaybackQueue | null, videoId: string): UpNextVideo[] {
  if (!run) return [];
  const currentIndex = indexInPlayback(run, videoId) ?? run.at;
  const rest = run.order.slice(currentIndex + 1);
  const indexes = run.isLooped ? [...rest, ...(run.nextRound ?? run.order.slice(0, currentIndex + 1))] : rest;
  return indexes.flatMap((index) => run.videos[index] ?? []);
}

/** The video before this one in the playback queue, if this one is in it. */
export function previousInPlayback(run: PlaybackQueue | null, videoId: string): UpNextVideo | null {
  const currentIndex = run ? indexInPlayback(run, videoId) : null;
  if (!run || currentIndex === null) return null;
  // The round before a shuffled one had a different order.
  const before = currentIndex > 0 ? run.order[currentIndex - 1] : run.isLooped && !run.isShuffled ? run.order.at(-1) : undefined;
  return before === undefined ? null : (run.videos[before] ?? null);
}

/** Index into `order`; null if it is not in it. */
function indexInPlayback(run: PlaybackQueue, videoId: string): number | null {
  if (run.videos[run.order[run.at] ?? -1]?.videoId === videoId) return run.at;
  const position = run.order.findIndex((index) => run.videos[index]?.videoId === videoId);
  return position < 0 ? null : position;
}

/** The playback queue moved on to this video, into the next round if this one is over; null if it is not in it. */
function advanceTo(run: PlaybackQueue, videoId: string, random: () => number): PlaybackQueue | null {
  const idAt = (index: number | undefined) => run.videos[index ?? -1]?.videoId;
  const isAtEnd = run.at === run.order.length - 1 && idAt(run.order[run.at]) !== videoId && idAt(run.order[run.at - 1]) !== videoId;
  const nextIndex = isAtEnd ? (run.nextRound?.findIndex((index) => idAt(index) === videoId) ?? -1) : -1;
  if (run.nextRound && nextIndex >= 0) return withNextRound({ ...run, order: run.nextRound, at: nextIndex }, random);
  const position = indexInPlayback(run, videoId);
  if (position === null) return null;
  return run.nextRound ? { ...run, at: position } : withNextRound({ ...run, at: position }, random);
}

/** Records that a video is shown, however it was opened: it leaves the queue, and becomes the current one of the run or ends a run it is not in. */
export function afterShown(upNext: UpNext, video: UpNextVideo, random: () => number): UpNext {
  const { queue, run, history } = upNext;
  // A reload, or a return to the current video: nothing new.
  if (history[0]?.videoId === video.videoId) return upNext;
  const advanced = run && advanceTo(run, video.videoId, random);
  const queueIndex = queue.findIndex((entry) => entry.videoId === video.videoId);
  return {
    ...upNext,
    queue: queue.filter((_, at) => at !== queueIndex),
    run: advanced ?? (queueIndex >= 0 ? run : null),
    history: [video, ...history.filter(({ videoId }) => videoId !== video.videoId)].slice(0, maxHistory),
  };
}

export function withQueued(upNext: UpNext, entry: QueueEntry, where: 'first' | 'last'): UpNext {
  return { ...upNext, queue: where === 'first' ? [entry, ...upNext.queue] : [...upNext.queue, entry] };
}

/** `to`: its resulting place, from 0. */
export function withMoved(upNext: UpNext, entryId: string, to: number): UpNext {
  const entry = upNext.queue.find((candidate) => candidate.entryId === entryId);
  if (!entry) return upNext;
  const others = upNext.queue.filter((candidate) => candidate !== entry);
  return { ...upNext, queue: [...others.slice(0, Math.max(0, to)), entry, ...others.slice(Math.max(0, to))] };
}

/** The first of `order` plays first. With shuffle, `first` (if it is one of them) comes first. */
export function createPlaybackQueue(
  origin: PlaybackQueue['origin'],
  videos: readonly UpNextVideo[],
  isShuffled: boolean,
  random: () => number,
  first?: string,
): PlaybackQueue {
  const listed = videos.map((_, index) => index);
  const run: PlaybackQueue = { origin, videos, order: isShuffled ? shuffle(listed, random) : listed, at: 0, isShuffled, isLooped: false };
  const position = first === undefined ? null : indexInPlayback(run, first);
  if (position === null) return run;
  return isShuffled ? { ...run, order: movedToFront(run.order, position) } : { ...run, at: position };
}

/** The current video stays current. */
export function withShuffle(run: PlaybackQueue, isShuffled: boolean, random: () => number): PlaybackQueue {
  const present = run.order[run.at] ?? 0;
  const listed = run.videos.map((_, index) => index);
  if (!isShuffled) return withNextRound({ ...run, isShuffled, order: listed, at: present }, random);
  const order = shuffle(listed, random);
  return withNextRound({ ...run, isShuffled, order: movedToFront(order, order.indexOf(present)), at: 0 }, random);
}

export function withLoop(run: PlaybackQueue, isLooped: boolean, random: () => number): PlaybackQueue {
  return withNextRound({ ...run, isLooped }, random);
}

/** A shuffled and looped run gets an order for its next round, any other has none. */
export function withNextRound(run: PlaybackQueue, random: () => number): PlaybackQueue {
  const next = { ...run };
  delete next.nextRound;
  return run.isShuffled && run.isLooped ? { ...next, nextRound: createNextRound(run.order, random) } : next;
}

/** Never the same video twice in a row; nor the last but one first, so that going back can be told from going on. */
function createNextRound(order: readonly number[], random: () => number): number[] {
  const round = shuffle(order, random);
  const tail = order.slice(order.length > 2 ? -2 : -1);
  const first = round.findIndex((index) => !tail.includes(index));
  return first > 0 ? movedToFront(round, first) : round;
}

function movedToFront(order: readonly number[], index: number): number[] {
  const chosen = order[index];
  return chosen === undefined ? [...order] : [chosen, ...order.filter((_, at) => at !== index)];
}

function shuffle(order: readonly number[], random: () => number): number[] {
  const left = [...order];
  for (let last = left.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [left[last], left[other]] = [left[other] ?? 0, left[last] ?? 0];
  }
  return left;
}
