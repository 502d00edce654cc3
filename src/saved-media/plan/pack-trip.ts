// Puts the videos of a trip in line, one after the other in their order. The trip is in the ledger first and says that it is only planned, so that
// the next start goes on where a crash has left it.
import type { Trip } from '../ledger/rows.ts';
import type { SavedLink } from '../saved-link.ts';

type PackingLink = Pick<SavedLink, 'items' | 'plans'> & { wishes: Pick<SavedLink['wishes'], 'save' | 'remove' | 'putTrip'> };

/** @throws what the ledger throws: the trip stays planned */
export async function packTrip(link: PackingLink, trip: Omit<Trip, 'account'>): Promise<void> {
  await link.wishes.putTrip({ ...trip, isPlanned: true });
  const here = new Set(link.items().map(({ videoId }) => videoId));
  for (const videoId of trip.videoIds) {
    if (!isStillPlanned()) return;
    if (here.has(videoId)) continue;
    await link.wishes.save(videoId, 'trip');
    if (!isStillPlanned()) return link.wishes.remove(videoId);
  }
  await link.wishes.putTrip({ ...trip, isPlanned: false });

  /** It may have been unpacked meanwhile. */
  function isStillPlanned(): boolean {
    return link.plans()?.trips.some(({ tripId, isPlanned }) => tripId === trip.tripId && isPlanned) ?? false;
  }
}

/** Called at a start: trips that were being packed when the page was closed. */
export async function packPlanned(link: PackingLink): Promise<void> {
  for (const { account: _, ...trip } of link.plans()?.trips ?? []) if (trip.isPlanned) await packTrip(link, trip);
}
