// A trip's videos that are neither on the device nor being saved. The user can save them again, replace them from the trip's sources, or
// leave them out.
import { useState } from 'react';
import { useFreeBytes } from '../../features/saved/use-free-bytes.ts';
import { useTrips } from '../../features/saved/use-trips.ts';
import type { SavedItem, Trip } from '../../queries/saved.ts';
import { estimateBytes, isSavedOrQueued, isUnsavable, planTrip, secondsLeftOf, orderSources, useSourceVideos } from '../../queries/trips.ts';
import { tripTexts } from '../../texts/trips.ts';
import { Button } from '../../ui/button.tsx';
import styles from './trip-tag.module.css';

interface TripMissingProps {
  trip: Trip;
  missingIds: readonly string[];
  items: readonly SavedItem[];
}

export function TripMissing({ trip, missingIds, items }: TripMissingProps) {
  const unsavable = new Set(items.filter(isUnsavable).map(({ videoId }) => videoId));
  const unsavableIds = missingIds.filter((videoId) => unsavable.has(videoId));
  const removedIds = missingIds.filter((videoId) => !unsavable.has(videoId));
  return (
    <>
      {unsavableIds.length > 0 ? <UnsavableVideos trip={trip} missingIds={unsavableIds} items={items} /> : null}
      {removedIds.length > 0 ? <RemovedVideos trip={trip} removedIds={removedIds} /> : null}
    </>
  );
}

/** Videos that the archive no longer has, or that this device cannot play. */
function UnsavableVideos({ trip, missingIds, items }: TripMissingProps) {
  const trips = useTrips();
  const replacementIds = useReplacementIds(trip, missingIds, items);
  return (
    <div className={styles['missing']}>
      <p>{tripTexts.missing(missingIds.length)}</p>
      {replacementIds !== null && replacementIds.length > 0 ? (
        <Button size="small" onClick={() => trips?.replace(trip, missingIds, replacementIds)}>
          {tripTexts.replace}
        </Button>
      ) : null}
      <LeaveOut trip={trip} ids={missingIds} />
    </div>
  );
}

/** Videos that the user or the browser removed from the device. They can be saved again. */
function RemovedVideos({ trip, removedIds }: { trip: Trip; removedIds: readonly string[] }) {
  const trips = useTrips();
  return (
    <div className={styles['missing']}>
      <p>{tripTexts.gone(removedIds.length)}</p>
      <Button size="small" onClick={() => trips?.saveAgain(removedIds)}>
        {tripTexts.saveAgain}
      </Button>
      <LeaveOut trip={trip} ids={removedIds} />
    </div>
  );
}

function LeaveOut({ trip, ids }: { trip: Trip; ids: readonly string[] }) {
  const trips = useTrips();
  return (
    <Button size="small" tone="quiet" onClick={() => trips?.replace(trip, ids, [])}>
      {tripTexts.leaveOut}
    </Button>
  );
}

/** Unwatched videos of the trip's sources that fill the trip's remaining time; null while they are being read. */
function useReplacementIds(trip: Trip, missingIds: readonly string[], items: readonly SavedItem[]): readonly string[] | null {
  const freeBytes = useFreeBytes();
  const seconds = trip.days * trip.hoursADay * 3600;
  const [seed] = useState(() => crypto.randomUUID());
  const lists = useSourceVideos(trip.sources, seconds, seed);
  if (lists === null || freeBytes === null) return null;
  const itemsById = new Map(items.map((item) => [item.videoId, item]));
  const cards = new Map(lists.flat().map((card) => [card.videoId, card]));
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
  // At most one replacement for each missing video.
  return planTrip({ sources: orderSources(trip.sources, candidates), seconds: Math.max(0, seconds - packedSeconds), freeBytes }).videoIds.slice(
    0,
    missingIds.length,
  );
}
