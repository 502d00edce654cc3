// Determines how far a trip is packed, from the ledger's items alone. Pure.
import type { SavedItem, Trip } from '../ledger/rows.ts';

export interface TripProgress {
  totalCount: number;
  /** The number of complete and verified videos. */
  packedCount: number;
  savedBytes: number;
  /** Videos that could not be saved, or that are no longer on the device. Empty while the trip is being planned. */
  missingIds: readonly string[];
}

/**
 * - `planning`: not everything is queued yet
 * - `packing`: being saved, or queued
 * - `paused`: paused by the user, even while it is being planned
 * - `waiting`: waits for the server, a login or Wi-Fi, and resumes by itself
 * - `short`: not enough space
 * - `incomplete`: everything that can be saved is here, but some videos are missing, or the trip has no videos
 * - `ready`: every video is complete and verified
 * - `over`: its last day has passed
 */
export type TripStage = 'planning' | 'packing' | 'paused' | 'waiting' | 'short' | 'incomplete' | 'ready' | 'over';

export interface TripState extends TripProgress {
  stage: TripStage;
}

const completeStates: readonly SavedItem['status']['state'][] = ['ready', 'outdated', 'gone-at-source'];

/** Whether a verified copy is on the device. The copy stays while a newer one is saved, even if saving the newer one fails. */
const isComplete = ({ status, wholeRevision }: SavedItem): boolean => completeStates.includes(status.state) || wholeRevision !== null;

export interface TripFacts {
  items: readonly SavedItem[];
  /** "Pause all". */
  isAllPaused: boolean;
  nowMs: number;
}

export function tripStateOf(trip: Trip, { items, isAllPaused, nowMs }: TripFacts): TripState {
  const itemsById = new Map(items.map((item) => [item.videoId, item]));
  const presentItems = trip.videoIds.flatMap((videoId) => itemsById.get(videoId) ?? []);
  const completeItems = presentItems.filter(isComplete);
  const unfinishedItems = presentItems.filter((item) => !isComplete(item) && item.status.state !== 'failed');
  const isMissing = (item: SavedItem | undefined): boolean => item === undefined || (item.status.state === 'failed' && !isComplete(item));
  const missingIds = trip.isPlanned ? [] : trip.videoIds.filter((videoId) => isMissing(itemsById.get(videoId)));
  const progress: TripProgress = {
    totalCount: trip.videoIds.length,
    packedCount: completeItems.length,
    savedBytes: presentItems.reduce((bytes, item) => bytes + (isComplete(item) ? (item.totalBytes ?? 0) : item.savedBytes), 0),
    missingIds,
  };
  return { ...progress, stage: stageOf() };

  function stageOf(): TripStage {
    const endsAtMs = tripEndsAtMs(trip);
    if (endsAtMs !== null && nowMs >= endsAtMs) return 'over';
    if (trip.isPlanned) return isAllPaused ? 'paused' : 'planning';
    if (completeItems.length === trip.videoIds.length && completeItems.length > 0) return 'ready';
    if (unfinishedItems.length === 0) return 'incomplete';
    if (isAllPaused || unfinishedItems.every(({ status }) => status.reason === 'user')) return 'paused';
    if (unfinishedItems.some(({ status }) => status.reason === 'storage-full')) return 'short';
    const isBlocked = ({ status }: SavedItem): boolean =>
      status.state === 'waiting-for-wifi' || (status.state === 'paused' && status.reason !== 'user' && status.reason !== 'background');
    return unfinishedItems.every((item) => isBlocked(item) || item.status.reason === 'user') ? 'waiting' : 'packing';
  }
}

/** The departure, in this device's time zone because it is given in local time; null: none was given. */
export function tripStartsAtMs({ departsAt }: Pick<Trip, 'departsAt'>): number | null {
  const atMs = departsAt === null ? NaN : new Date(departsAt).getTime();
  return Number.isNaN(atMs) ? null : atMs;
}

/** The end of the trip's last day; null: no departure was given. */
export function tripEndsAtMs({ departsAt, days }: Pick<Trip, 'departsAt' | 'days'>): number | null {
  const startsAtMs = tripStartsAtMs({ departsAt });
  if (startsAtMs === null) return null;
  const end = new Date(startsAtMs);
  return new Date(end.getFullYear(), end.getMonth(), end.getDate() + Math.max(1, days)).getTime();
}

/** The videos of all trips not yet unpacked, which no policy may remove. */
export function tripVideoIds(trips: readonly Trip[]): Set<string> {
  return new Set(trips.flatMap(({ videoIds }) => videoIds));
}

/** The videos to remove when a trip is unpacked: those that only this trip has kept. */
export function idsToUnpack(trip: Pick<Trip, 'tripId' | 'videoIds'>, items: readonly SavedItem[], trips: readonly Trip[]): string[] {
  const otherTripIds = tripVideoIds(trips.filter(({ tripId }) => tripId !== trip.tripId));
  const ownIds = new Set(trip.videoIds);
  return items
    .filter((item) => item.keptFor === 'trip' && !item.isPinned && ownIds.has(item.videoId) && !otherTripIds.has(item.videoId))
    .map(({ videoId }) => videoId);
}
