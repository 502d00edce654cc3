// What plays after this: the queue that a person made, then the playlist or channel that is played through, then (where its
// autoplay is on) the next video of a playlist. Pure; kept by src/mutations/up-next.ts, read by the player's host.

export interface UpNextVideo {
  videoId: string;
  /** As it was called when it was put here: the device may not have its card. */
  title: string;
}

export interface QueueEntry extends UpNextVideo {
  /** A video may stand in the queue twice. */
  entryId: string;
}

/** A playlist or channel that is played through. */
export interface Run {
  origin: { kind: 'playlist' | 'channel'; id: string; name: string };
  /** As the archive lists them. */
  videos: readonly UpNextVideo[];
  /** Indexes into `videos` in the order in which they play. */
  order: readonly number[];
  /** Index into `order`: the one that played last. */
  at: number;
  isShuffled: boolean;
  isLooped: boolean;
}

export interface UpNext {
  queue: readonly QueueEntry[];
  run: Run | null;
  /** The latest first. */
  history: readonly UpNextVideo[];
  /** SPEC §2 "Video page": the playlist whose next video follows by itself; null for none. */
  autoplayPlaylistId: string | null;
}

export const nothingNext: UpNext = { queue: [], run: null, history: [], autoplayPlaylistId: null };

/** As many as anybody looks back over. */
const historyLength = 50;

export interface NextVideo extends UpNextVideo {
  /** Of the queue; null for what follows otherwise. */
  entryId: string | null;
  /** It plays from the archive only, and the archive is away. */
  isAway: boolean;
}

interface Playing {
  videoId: string;
  /** The next video of the playlist whose autoplay is on. */
  autoplay: UpNextVideo | null;
  isPlayable: (videoId: string) => boolean;
}

/** The first that can be played now; if none can, the first. Null at the end. */
export function nextVideo(upNext: UpNext, { videoId, autoplay, isPlayable }: Playing): NextVideo | null {
  const candidates: Omit<NextVideo, 'isAway'>[] = [
    ...upNext.queue.map((entry) => ({ videoId: entry.videoId, title: entry.title, entryId: entry.entryId })),
    ...restOfRun(upNext.run, videoId).map((video) => ({ ...video, entryId: null })),
    ...(autoplay ? [{ ...autoplay, entryId: null }] : []),
  ];
  const first = candidates[0];
  if (!first) return null;
  const playable = candidates.find((candidate) => isPlayable(candidate.videoId));
  return playable ? { ...playable, isAway: false } : { ...first, isAway: true };
}

/** What of the run is left after this video, in the order in which it plays; with loop, a whole round. */
export function restOfRun(run: Run | null, videoId: string): UpNextVideo[] {
  if (!run) return [];
  const here = placeInRun(run, videoId) ?? run.at;
  const rest = run.order.slice(here + 1);
  const indexes = run.isLooped ? [...rest, ...run.order.slice(0, here + 1)] : rest;
  return indexes.flatMap((index) => run.videos[index] ?? []);
}

/** The video before this one: of the run, if this one is in it. */
export function previousOfRun(run: Run | null, videoId: string): UpNextVideo | null {
  const here = run ? placeInRun(run, videoId) : null;
  if (!run || here === null) return null;
  const before = here > 0 ? run.order[here - 1] : run.isLooped ? run.order.at(-1) : undefined;
  return before === undefined ? null : (run.videos[before] ?? null);
}

/** Index into `order`; null if it is not in it. */
function placeInRun(run: Run, videoId: string): number | null {
  if (run.videos[run.order[run.at] ?? -1]?.videoId === videoId) return run.at;
  const place = run.order.findIndex((index) => run.videos[index]?.videoId === videoId);
  return place < 0 ? null : place;
}

/** A video is shown, in whichever way: it leaves the queue, is the present one of the run, or ends a run it is not in. */
export function shown(upNext: UpNext, video: UpNextVideo): UpNext {
  const { queue, run, history } = upNext;
  // A reload, or the way back to what plays: nothing is new.
  if (history[0]?.videoId === video.videoId) return upNext;
  const place = run ? placeInRun(run, video.videoId) : null;
  const queued = queue.findIndex((entry) => entry.videoId === video.videoId);
  return {
    ...upNext,
    queue: queue.filter((_, at) => at !== queued),
    run: run && place !== null ? { ...run, at: place } : queued >= 0 ? run : null,
    history: [video, ...history.filter(({ videoId }) => videoId !== video.videoId)].slice(0, historyLength),
  };
}

export function queued(upNext: UpNext, entry: QueueEntry, where: 'first' | 'last'): UpNext {
  return { ...upNext, queue: where === 'first' ? [entry, ...upNext.queue] : [...upNext.queue, entry] };
}

/** `to`: the place it has afterwards, from 0. */
export function moved(upNext: UpNext, entryId: string, to: number): UpNext {
  const entry = upNext.queue.find((candidate) => candidate.entryId === entryId);
  if (!entry) return upNext;
  const others = upNext.queue.filter((candidate) => candidate !== entry);
  return { ...upNext, queue: [...others.slice(0, Math.max(0, to)), entry, ...others.slice(Math.max(0, to))] };
}

/** The first of `order` plays first. With shuffle, `first` (if it is one of them) stays in front. */
export function runOf(origin: Run['origin'], videos: readonly UpNextVideo[], isShuffled: boolean, random: () => number, first?: string): Run {
  const listed = videos.map((_, index) => index);
  const run: Run = { origin, videos, order: isShuffled ? shuffle(listed, random) : listed, at: 0, isShuffled, isLooped: false };
  const place = first === undefined ? null : placeInRun(run, first);
  if (place === null) return run;
  return isShuffled ? { ...run, order: inFront(run.order, place) } : { ...run, at: place };
}

/** The present one stays the present one. */
export function shuffled(run: Run, isShuffled: boolean, random: () => number): Run {
  const present = run.order[run.at] ?? 0;
  const listed = run.videos.map((_, index) => index);
  if (!isShuffled) return { ...run, isShuffled, order: listed, at: present };
  const order = shuffle(listed, random);
  return { ...run, isShuffled, order: inFront(order, order.indexOf(present)), at: 0 };
}

function inFront(order: readonly number[], place: number): number[] {
  const chosen = order[place];
  return chosen === undefined ? [...order] : [chosen, ...order.filter((_, at) => at !== place)];
}

function shuffle(order: readonly number[], random: () => number): number[] {
  const left = [...order];
  for (let last = left.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [left[last], left[other]] = [left[other] ?? 0, left[last] ?? 0];
  }
  return left;
}
