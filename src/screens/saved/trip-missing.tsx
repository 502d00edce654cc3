// A trip's videos that are neither on the device nor being saved. The user can save them again, replace them from the trip's sources, or
// leave them out.
import { useState } from 'react';
import { useFreeBytes } from '../../features/saved/use-free-bytes.ts';
import { useTrips } from '../../features/saved/use-trips.ts';
import type { SavedItem, Trip } from '../../queries/saved.ts';
import { isUnsavable, useSourceVideos } from '../../queries/trips.ts';
import type { VideoCard } from '../../queries/views.ts';
import { tripTexts } from '../../texts/trips.ts';
import { Button } from '../../ui/button.tsx';
import { replacementIdsOf, tripSeconds } from './trip-replacements.ts';
import styles from './trip-tag.module.css';

interface TripMissingProps {
  trip: Trip;
  missingIds: readonly string[];
  items: readonly SavedItem[];
  /** The trip's videos; null while they are being read. */
  cards: ReadonlyMap<string, VideoCard> | null;
}

export function TripMissing({ trip, missingIds, items, cards }: TripMissingProps) {
  const allUnsavableIds = new Set(items.filter(isUnsavable).map(({ videoId }) => videoId));
  const unsavableIds = missingIds.filter((videoId) => allUnsavableIds.has(videoId));
  const removedIds = missingIds.filter((videoId) => !allUnsavableIds.has(videoId));
  return (
    <>
      {unsavableIds.length > 0 ? <UnsavableVideos trip={trip} missingIds={unsavableIds} items={items} cards={cards} /> : null}
      {removedIds.length > 0 ? <RemovedVideos trip={trip} removedIds={removedIds} /> : null}
    </>
  );
}

/** Videos that the archive no longer has, or that this device cannot play. */
function UnsavableVideos(props: TripMissingProps) {
  const { trip, missingIds } = props;
  const trips = useTrips();
  const replacementIds = useReplacementIds(props);
  return (
    <div className={styles['missing']}>
      <p>{tripTexts.missing(missingIds.length)}</p>
      {replacementIds !== null && replacementIds.length > 0 ? (
        <Button size="small" onClick={() => trips?.replace(trip, missingIds, replacementIds)}>
          {tripTexts.replace}
        </Button>
      ) : null}
      <LeaveOutButton trip={trip} ids={missingIds} />
    </div>
  );
}

/** Videos that were removed from the device, or whose saving failed for any other reason. They can be saved again. */
function RemovedVideos({ trip, removedIds }: { trip: Trip; removedIds: readonly string[] }) {
  const trips = useTrips();
  return (
    <div className={styles['missing']}>
      <p>{tripTexts.gone(removedIds.length)}</p>
      <Button size="small" onClick={() => trips?.saveAgain(removedIds)}>
        {tripTexts.saveAgain}
      </Button>
      <LeaveOutButton trip={trip} ids={removedIds} />
    </div>
  );
}

function LeaveOutButton({ trip, ids }: { trip: Trip; ids: readonly string[] }) {
  const trips = useTrips();
  return (
    <Button size="small" tone="quiet" onClick={() => trips?.replace(trip, ids, [])}>
      {tripTexts.leaveOut}
    </Button>
  );
}

/** The ids of the replacements; null until they can be chosen. */
function useReplacementIds({ trip, missingIds, items, cards }: TripMissingProps): readonly string[] | null {
  const freeBytes = useFreeBytes();
  const [seed] = useState(() => crypto.randomUUID());
  const lists = useSourceVideos(trip.sources, tripSeconds(trip), seed);
  if (lists === null || freeBytes === null || cards === null) return null;
  return replacementIdsOf(trip, missingIds, { items, cards, lists, freeBytes });
}
