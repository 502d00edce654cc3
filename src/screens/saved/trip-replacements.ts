// Chooses videos that take the place of a trip's missing ones. Pure.
import type { SavedItem, Trip } from '../../queries/saved.ts';
import { estimateBytes, isSavedOrQueued, isUnsavable, planTrip, secondsLeftOf, orderSources } from '../../queries/trips.ts';
import type { VideoCard } from '../../queries/views.ts';

interface ReplacementFacts {
  items: readonly SavedItem[];
  /** The trip's own videos. The trip's sources may no longer offer them, because the source `surprise` draws new videos each time. */
  cards: ReadonlyMap<string, VideoCard>;
  /** The videos that each of the trip's sources offers now. */
  lists: readonly (readonly VideoCard[])[];
  freeBytes: number;
}

/** Unwatched videos of the trip's sources that fit into the trip's remaining time, at most one for each missing video. */
export function replacementIdsOf(trip: Trip, missingIds: readonly string[], { items, cards, lists, freeBytes }: ReplacementFacts): readonly string[] {
  const itemsById = new Map(items.map((item) => [item.videoId, item]));
  const packedSeconds = trip.videoIds.reduce((sum, videoId) => {
    const card = missingIds.includes(videoId) ? undefined : cards.get(videoId);
    return sum + (card ? secondsLeftOf(card) : 0);
  }, 0);
  const candidates = lists.map((list) =>
    list.flatMap((card) => {
      const { videoId, missingSince, isWatched } = card;
      const item = itemsById.get(videoId);
      if (trip.videoIds.includes(videoId) || missingSince !== undefined || isWatched || (item && isUnsavable(item))) return [];
      return [{ videoId, isWatched, secondsLeft: secondsLeftOf(card), bytes: estimateBytes(card), isSaved: isSavedOrQueued(item) }];
    }),
  );
  const seconds = Math.max(0, tripSeconds(trip) - packedSeconds);
  const plan = planTrip({ sources: orderSources(trip.sources, candidates), seconds, freeBytes });
  // A video that is longer than the remaining time is accepted only if the trip has no other video.
  if (plan.seconds > seconds && packedSeconds > 0) return [];
  return plan.videoIds.slice(0, missingIds.length);
}

export const tripSeconds = ({ days, hoursADay }: Trip): number => days * hoursADay * 3600;
