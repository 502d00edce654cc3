// Chooses the videos of a trip: unwatched ones first, while there is time to watch and space to save. Pure; linear in the number of
// candidates.
import type { SavedItem } from '../ledger/rows.ts';

export interface TripVideo {
  videoId: string;
  isWatched: boolean;
  /** The remaining time to watch. */
  secondsLeft: number;
  /** Size of the file; an estimate if the archive does not report it. */
  bytes: number;
  /** Whether the video is saved or being saved, so that it needs no more space and counts as packed. */
  isSaved: boolean;
}

/** Whether trying again would hardly help: the archive does not have the video's file, or this device cannot play it. */
export function isUnsavable({ status, wholeRevision }: SavedItem): boolean {
  return wholeRevision === null && (status.reason === 'not-found' || status.reason === 'unplayable');
}

/** Whether a complete copy is on this device, or the video is being saved or waits. */
export function isSavedOrQueued(item: SavedItem | undefined): boolean {
  return item !== undefined && (item.wholeRevision !== null || item.status.state !== 'failed');
}

export interface TripInput {
  /** The videos of each source, in its own order. All videos of the first source come first; the other sources take turns. */
  sources: readonly (readonly TripVideo[])[];
  /** Time to fill. */
  seconds: number;
  /** Space for videos that are not on this device yet. */
  freeBytes: number;
}

export interface TripPlan {
  /** In the order of watching, and of saving. */
  videoIds: readonly string[];
  seconds: number;
  /** The size of all these videos. */
  bytes: number;
  /** The size of the videos still to be saved. */
  bytesToSave: number;
  /** The number of videos for which there was time, but no space. */
  skippedForSpace: number;
  /** Whether there is time for more videos. */
  isShort: boolean;
}

/** A plan counts as short if it leaves more than this time unfilled. */
const shortfallSeconds = 5 * 60;

export function planTrip({ sources, seconds, freeBytes }: TripInput): TripPlan {
  const candidates = orderCandidates(sources);
  const plan = { videoIds: [] as string[], seconds: 0, bytes: 0, bytesToSave: 0, skippedForSpace: 0 };
  const add = (video: TripVideo): void => {
    plan.videoIds.push(video.videoId);
    plan.seconds += video.secondsLeft;
    plan.bytes += video.bytes;
    plan.bytesToSave += bytesToSave(video);
  };
  for (const video of candidates) {
    if (seconds - plan.seconds < 1) break;
    if (plan.seconds + video.secondsLeft > seconds) continue;
    if (plan.bytesToSave + bytesToSave(video) > freeBytes) plan.skippedForSpace += 1;
    else add(video);
  }
  // If no video fits into both time and space, one that is longer than the trip is better than none.
  const fallback = plan.videoIds.length === 0 ? candidates.find((video) => bytesToSave(video) <= freeBytes) : undefined;
  if (fallback && seconds > 0) add(fallback);
  return { ...plan, isShort: seconds - plan.seconds > shortfallSeconds };
}

/**
 * The sources of a plan. Continue Watching becomes the first source; if it was not chosen, the first source is empty, so that the chosen
 * sources take turns.
 *
 * @param videos the videos of each chosen source, in the order of `chosenSources`
 */
export function orderSources(chosenSources: readonly { kind: string }[], videos: readonly (readonly TripVideo[])[]): TripInput['sources'] {
  const isContinueWatching = (_list: unknown, index: number): boolean => chosenSources[index]?.kind === 'continue';
  return [videos.filter(isContinueWatching).flat(), ...videos.filter((list, index) => !isContinueWatching(list, index))];
}

const bytesToSave = ({ isSaved, bytes }: TripVideo): number => (isSaved ? 0 : bytes);

/** Each video once, unwatched ones first, leaving out videos with nothing left to watch. */
function orderCandidates([first = [], ...others]: readonly (readonly TripVideo[])[]): TripVideo[] {
  const maxLength = Math.max(0, ...others.map((list) => list.length));
  const interleavedVideos = Array.from({ length: maxLength }, (_, index) => others.flatMap((list) => (list[index] ? [list[index]] : []))).flat();
  const videosById = new Map<string, TripVideo>();
  for (const video of [...first, ...interleavedVideos]) if (!videosById.has(video.videoId)) videosById.set(video.videoId, video);
  const candidates = [...videosById.values()].filter(({ secondsLeft }) => secondsLeft > 0);
  return [...candidates.filter(({ isWatched }) => !isWatched), ...candidates.filter(({ isWatched }) => isWatched)];
}
