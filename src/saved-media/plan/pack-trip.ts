// Queues the videos of a trip, one after another in their order. The trip is written to the ledger first, marked as only planned, so that
// the next start resumes after a crash.
import type { Trip } from '../ledger/rows.ts';
import type { SavedLink } from '../saved-link.ts';
import { idsToUnpack } from './trip-state.ts';

type PackingLink = Pick<SavedLink, 'items' | 'plans'> & {
  actions: Pick<SavedLink['actions'], 'save' | 'applyEvent' | 'remove' | 'undoRemoveAll' | 'putTrip' | 'changeTrip'>;
};

/** @throws what the ledger throws: the trip stays planned */
export async function packTrip(link: PackingLink, trip: Omit<Trip, 'account'>): Promise<void> {
  await link.actions.putTrip({ ...trip, isPlanned: true });
  await queueVideos(link, trip);
}

/** Packs a trip that the ledger has as planned. Never puts a trip back that was unpacked meanwhile. */
async function queueVideos(link: PackingLink, trip: Omit<Trip, 'account'>): Promise<void> {
  const itemsById = new Map(link.items().map((item) => [item.videoId, item]));
  for (const videoId of trip.videoIds) {
    // Another tab may have finished packing the trip, or the user may have unpacked it. A trip whose videos were changed is packed by the
    // tab that changed them.
    if (!currentTrip()?.isPlanned || isChanged()) return;
    const item = itemsById.get(videoId);
    // An update that failed is left alone, because the copy that it would have replaced counts as packed.
    if (item?.status.state === 'failed' && item.wholeRevision === null) await link.actions.applyEvent(videoId, 'try-again');
    if (item) continue;
    await link.actions.save(videoId, 'trip');
    if (!currentTrip()?.videoIds.includes(videoId) && isKeptOnlyByTrip(videoId)) return link.actions.remove(videoId);
  }
  await link.actions.changeTrip(trip.tripId, (storedTrip) => (hasSameVideos(storedTrip) ? { ...storedTrip, isPlanned: false } : null));

  /** Undefined if the trip was unpacked since. */
  function currentTrip(): Trip | undefined {
    return link.plans()?.trips.find(({ tripId }) => tripId === trip.tripId);
  }

  /** Whether the trip was changed or unpacked since. */
  function isChanged(): boolean {
    return !hasSameVideos(currentTrip());
  }

  function hasSameVideos(storedTrip: Trip | undefined): boolean {
    return storedTrip?.videoIds.join(' ') === trip.videoIds.join(' ');
  }

  function isKeptOnlyByTrip(videoId: string): boolean {
    return idsToUnpack(trip, link.items(), link.plans()?.trips ?? []).includes(videoId);
  }
}

/** Undoes unpacking, which removed the videos `removedIds`. If the trip was still being packed, packing continues. */
export async function restoreTrip(link: PackingLink, { account: _account, ...trip }: Trip, removedIds: readonly string[]): Promise<void> {
  await link.actions.putTrip(trip);
  await link.actions.undoRemoveAll(removedIds);
  if (trip.isPlanned) await queueVideos(link, trip);
}

/** Called at startup: continues with trips that were being packed when the page was closed. */
export async function resumePacking(link: PackingLink): Promise<void> {
  for (const { tripId } of link.plans()?.trips ?? []) {
    // While another trip was packed, the user may have changed or unpacked this one.
    const currentTrip = link.plans()?.trips.find((trip) => trip.tripId === tripId);
    if (!currentTrip?.isPlanned) continue;
    await queueVideos(link, currentTrip);
  }
}
