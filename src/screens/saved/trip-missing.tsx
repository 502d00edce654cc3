// Videos of a trip that are not to be had any more: said, and replaced on request by others of its sources.
import { useState } from 'react';
import { useRoomBytes } from '../../features/saved/use-room.ts';
import { useTrips } from '../../features/saved/use-trips.ts';
import type { SavedItem, Trip } from '../../queries/saved.ts';
import { bytesOfCard, planTrip, secondsLeftOf, useSourceVideos } from '../../queries/trips.ts';
import { tripTexts } from '../../texts/trips.ts';
import { Button } from '../../ui/button.tsx';
import styles from './trip-tag.module.css';

interface TripMissingProps {
  trip: Trip;
  missingIds: readonly string[];
  items: readonly SavedItem[];
}

export function TripMissing({ trip, missingIds, items }: TripMissingProps) {
  const trips = useTrips();
  const others = useReplacement(trip, missingIds, items);
  return (
    <div className={styles['missing']}>
      <p>{tripTexts.missing(missingIds.length)}</p>
      {others !== null && others.length > 0 ? (
        <Button size="small" onClick={() => trips?.exchange(trip, missingIds, others)}>
          {tripTexts.replace}
        </Button>
      ) : null}
      <Button size="small" tone="quiet" onClick={() => trips?.exchange(trip, missingIds, [])}>
        {tripTexts.leaveOut}
      </Button>
    </div>
  );
}

/** For the time that is missing, unwatched ones of the same sources; null while they are read. */
function useReplacement(trip: Trip, missingIds: readonly string[], items: readonly SavedItem[]): readonly string[] | null {
  const roomBytes = useRoomBytes();
  const seconds = trip.days * trip.hoursADay * 3600;
  const [seed] = useState(() => crypto.randomUUID());
  const lists = useSourceVideos(trip.sources, seconds, seed);
  if (lists === null || roomBytes === null) return null;
  const here = new Map(items.map((item) => [item.videoId, item]));
  const cards = new Map(lists.flat().map((card) => [card.videoId, card]));
  const packedSeconds = trip.videoIds.reduce((sum, videoId) => {
    const card = missingIds.includes(videoId) ? undefined : cards.get(videoId);
    return sum + (card ? secondsLeftOf(card) : 0);
  }, 0);
  const candidates = lists.map((list) =>
    list.flatMap((card) =>
      trip.videoIds.includes(card.videoId) || card.missingSince !== undefined || card.isWatched
        ? []
        : [{ videoId: card.videoId, isWatched: false, secondsLeft: secondsLeftOf(card), bytes: bytesOfCard(card), isHere: here.has(card.videoId) }],
    ),
  );
  // As many as are missing, at most.
  return planTrip({ sources: candidates, seconds: Math.max(0, seconds - packedSeconds), freeBytes: roomBytes }).videoIds.slice(0, missingIds.length);
}
