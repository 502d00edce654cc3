// Which videos a trip packs: unwatched first, as long as there is time to watch and room to save. Pure; linear in the number of candidates.

export interface TripVideo {
  videoId: string;
  isWatched: boolean;
  /** What is left of it to watch. */
  secondsLeft: number;
  /** Of its film; an estimate where the archive does not say. */
  bytes: number;
  /** It is saved, or being saved: it takes no more room and counts as packed. */
  isHere: boolean;
}

export interface TripWish {
  /** Each source in its own order. The first goes first; the others take turns. */
  sources: readonly (readonly TripVideo[])[];
  /** To be filled with watching. */
  seconds: number;
  /** For what is not here yet. */
  freeBytes: number;
}

export interface TripPlan {
  /** In the order of watching, and of saving. */
  videoIds: readonly string[];
  seconds: number;
  /** Of all of them. */
  bytes: number;
  /** Of those that are still to be saved. */
  bytesToSave: number;
  /** Videos that there was time for, but no room. */
  leftBehind: number;
  /** More would fit in. */
  isShort: boolean;
}

/** With less than this left, nothing more is looked for. */
const enoughSeconds = 5 * 60;

export function planTrip({ sources, seconds, freeBytes }: TripWish): TripPlan {
  const candidates = inOrder(sources);
  const plan = { videoIds: [] as string[], seconds: 0, bytes: 0, bytesToSave: 0, leftBehind: 0 };
  const take = (video: TripVideo): void => {
    plan.videoIds.push(video.videoId);
    plan.seconds += video.secondsLeft;
    plan.bytes += video.bytes;
    plan.bytesToSave += bytesToSave(video);
  };
  for (const video of candidates) {
    if (seconds - plan.seconds < 1) break;
    if (plan.seconds + video.secondsLeft > seconds) continue;
    if (plan.bytesToSave + bytesToSave(video) > freeBytes) plan.leftBehind += 1;
    else take(video);
  }
  // Only videos that are longer than the trip: one that is not finished is better than none.
  const first = plan.videoIds.length === 0 ? candidates.find((video) => bytesToSave(video) <= freeBytes) : undefined;
  if (first && seconds > 0) take(first);
  return { ...plan, isShort: seconds - plan.seconds > enoughSeconds };
}

const bytesToSave = ({ isHere, bytes }: TripVideo): number => (isHere ? 0 : bytes);

/** Each video once. */
function inOrder([first = [], ...others]: readonly (readonly TripVideo[])[]): TripVideo[] {
  const longest = Math.max(0, ...others.map((list) => list.length));
  const turns = Array.from({ length: longest }, (_, at) => others.flatMap((list) => (list[at] ? [list[at]] : []))).flat();
  const byId = new Map<string, TripVideo>();
  for (const video of [...first, ...turns]) if (!byId.has(video.videoId)) byId.set(video.videoId, video);
  const all = [...byId.values()].filter(({ secondsLeft }) => secondsLeft > 0);
  return [...all.filter(({ isWatched }) => !isWatched), ...all.filter(({ isWatched }) => isWatched)];
}
