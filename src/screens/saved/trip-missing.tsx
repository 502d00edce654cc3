// A trip's videos that are neither on the device nor being saved. The user can save them again, replace them from the trip's sources, or
// leave them out.
import { useState } from 'react';
import { useFreeBytes } from '../../features/saved/use-free-bytes.ts';
import { useTrips } from '../../features/saved/use-trips.ts';
import type { SavedItem, Trip } from '../../queries/saved.ts';
import { estimateBytes, planTrip, secondsLeftOf, startedFirst, useSourceVideos } from '../../queries/trips.ts';
import { tripTexts } from '../../texts/trips.ts';
import { Button } from '../../ui/button.tsx';
import styles from './trip-tag.module.css';

interface TripMissingProps {
  trip: Trip;
  missingIds: readonly string[];
  items: readonly SavedItem[];
}

export function TripMissing({ trip, missingIds, items }: TripMissingProps) {
  const isLost = (videoId: string): boolean =>
    items.some(({ videoId: id, status }) => id === videoId && (status.reason === 'not-found' || status.reason === 'unplayable'));
  const lostIds = missingIds.filter(isLost);
  const goneIds = missingIds.filter((videoId) => !isLost(videoId));
  return (
    <>
      {lostIds.length > 0 ? <Lost trip={trip} missingIds={lostIds} items={items} /> : null}
      {goneIds.length > 0 ? <Gone trip={trip} goneIds={goneIds} /> : null}
    </>
  );
}

/** The archive no longer has them, or this device cannot play them. */
function Lost({ trip, missingIds, items }: TripMissingProps) {
  const trips = useTrips();
  const replacementIds = useReplacement(trip, missingIds, items);
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

/** They were removed from the device by the user or the browser, and can be saved again. */
function Gone({ trip, goneIds }: { trip: Trip; goneIds: readonly string[] }) {
  const trips = useTrips();
  return (
    <div className={styles['missing']}>
      <p>{tripTexts.gone(goneIds.length)}</p>
      <Button size="small" onClick={() => trips?.saveAgain(goneIds)}>
        {tripTexts.saveAgain}
      </Button>
      <LeaveOut trip={trip} ids={goneIds} />
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

/** Unwatched videos from the same sources that fill the missing time; null while they are being read. */
function useReplacement(trip: Trip, missingIds: readonly string[], items: readonly SavedItem[]): readonly string[] | null {
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
    list.flatMap((card) =>
      trip.videoIds.includes(card.videoId) || card.missingSince !== undefined || card.isWatched
        ? []
        : [{ videoId: card.videoId, isWatched: false, secondsLeft: secondsLeftOf(card), bytes: estimateBytes(card), isSaved: itemsById.has(card.videoId) }],
    ),
  );
  // At most as many videos as are missing.
  return planTrip({ sources: startedFirst(trip.sources, candidates), seconds: Math.max(0, seconds - packedSeconds), freeBytes }).videoIds.slice(
    0,
    missingIds.length,
  );
}
