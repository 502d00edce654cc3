// The playback queue of a channel grows while it plays: videos that the archive lists come before what else the device knew. Pure; the pages come
// from src/sync/fill-run.ts.
import { withNextRound, type Run, type UpNextVideo } from './up-next.ts';

/** The most videos of a channel in one playback queue: after that many, starting again is no burden. */
export const longestRun = 2000;

/** In order, this many are listed ahead of the current one; a shuffle needs all of them. */
const listedAhead = 50;

/** Whether the next page is needed now. */
export function wantsPage(run: Run): boolean {
  if (!run.coming) return false;
  return run.isShuffled || run.isLooped || run.coming.listedCount < run.at + listedAhead;
}

export interface RunPage {
  videos: readonly UpNextVideo[];
  /** There are no further pages: what else the device knew is no longer in the archive. */
  isLast: boolean;
}

/** The current video keeps playing; when shuffled, new ones are inserted anywhere after it. */
export function extended(run: Run, page: RunPage, random: () => number): Run {
  const { coming, ...rest } = run;
  if (!coming) return run;
  const present = run.videos[run.order[run.at] ?? -1];
  const listed = distinct([...run.videos.slice(0, coming.listedCount), ...page.videos]).slice(0, longestRun);
  const isLast = page.isLast || listed.length === longestRun;
  const listedIds = new Set(listed.map(({ videoId }) => videoId));
  const besides = run.videos.slice(coming.listedCount).filter((video) => !listedIds.has(video.videoId) && (!isLast || video === present));
  const videos = [...listed, ...besides];
  const placeById = new Map(videos.map(({ videoId }, at) => [videoId, at]));
  const kept = run.order.flatMap((index) => placeById.get(run.videos[index]?.videoId ?? '') ?? []);
  const presentPlace = placeById.get(present?.videoId ?? '') ?? 0;
  const order = run.isShuffled ? withNewcomers(kept, videos.length, kept.indexOf(presentPlace), random) : videos.map((_, at) => at);
  const grown = { ...rest, videos, order, at: Math.max(0, order.indexOf(presentPlace)) };
  return withNextRound(isLast ? grown : { ...grown, coming: { ...coming, page: coming.page + 1, listedCount: listed.length } }, random);
}

function distinct(videos: readonly UpNextVideo[]): UpNextVideo[] {
  return [...new Map(videos.map((video) => [video.videoId, video])).values()];
}

/** Inserts those of `count` that are not in the order yet, each anywhere after `at`. */
function withNewcomers(order: readonly number[], count: number, at: number, random: () => number): number[] {
  const grown = [...order];
  const known = new Set(order);
  for (let index = 0; index < count; index += 1) {
    if (known.has(index)) continue;
    const place = at + 1 + Math.floor(random() * (grown.length - at));
    grown.splice(place, 0, index);
  }
  return grown;
}
