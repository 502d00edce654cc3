// The playback position of a video whose tab was closed. A page being closed has no time for a transaction, only for this one synchronous
// write (docs/decisions/407); the mirror takes it over at the next start, or when the same page lives on.
import type { DeviceStorage } from '../../lib/device-storage.ts';
import { isSame } from '../../lib/keep-identity.ts';
import { leastStoredSeconds } from '../../lib/watched-rule.ts';
import type { Mirror } from '../../mirror/database.ts';
import { saveProgress } from '../../mutations/save-progress.ts';
import { lastPlaceKey as key } from './last-place-key.ts';

/** More than one interval of the progress reporter at any speed: a position farther ahead does not continue what the device knew. */
const mostAheadSeconds = 30;

/** What is in the mirror reaches the screens within this time. */
const restoredMs = 5000;

interface LastPlace {
  accountKey: string;
  videoId: string;
  positionSeconds: number;
  durationSeconds: number;
  subject: string;
  /** When the mirror took it over; the screens may not have it yet. */
  restoredAtMs?: number;
}

export function keepLastPlace(storage: DeviceStorage, place: LastPlace): void {
  storage.write(key, JSON.stringify(place));
}

/** Called when the mirror has this position or a later one. */
export function forgetLastPlace(storage: DeviceStorage): void {
  storage.write(key, null);
}

/** Whose positions are read, and when. */
export interface Reader {
  accountKey: string;
  nowMs: number;
}

function readLastPlace(storage: DeviceStorage, { accountKey, nowMs }: Reader): LastPlace | null {
  try {
    const place = JSON.parse(storage.read(key) ?? 'null') as Partial<LastPlace> | null;
    const isOver = place?.restoredAtMs !== undefined && Math.abs(nowMs - place.restoredAtMs) > restoredMs;
    const isWhole =
      !isOver &&
      place?.accountKey === accountKey &&
      typeof place.videoId === 'string' &&
      typeof place.positionSeconds === 'number' &&
      typeof place.durationSeconds === 'number' &&
      typeof place.subject === 'string';
    return isWhole ? (place as LastPlace) : null;
  } catch {
    return null;
  }
}

/** Where to resume: the position the tab left, if it continues what the mirror knows; otherwise the mirror's. */
export function continuedPlace(
  storage: DeviceStorage,
  reader: Reader,
  video: { videoId: string; isWatched: boolean; positionSeconds: number | null },
): number | null {
  const place = readLastPlace(storage, reader);
  return place?.videoId === video.videoId && isContinuation(place, video) ? place.positionSeconds : video.positionSeconds;
}

/** A position from another device, or one that the user marked, takes precedence. */
function isContinuation({ positionSeconds }: LastPlace, known: { isWatched: boolean; positionSeconds: number | null }): boolean {
  const ahead = positionSeconds - (known.positionSeconds ?? 0);
  return !known.isWatched && positionSeconds > leastStoredSeconds && ahead > 0 && ahead <= mostAheadSeconds;
}

/**
 * Runs once at a start: the stored position goes into the mirror, and from there to the archive, which may already have it
 * (src/sync/parting-position.ts).
 */
export async function restoreLastPlace(storage: DeviceStorage, mirror: Mirror): Promise<void> {
  const nowMs = mirror.clock.now();
  const place = readLastPlace(storage, { accountKey: mirror.accountKey, nowMs });
  if (!place) return;
  const { videoId, positionSeconds, durationSeconds, subject } = place;
  const shown = (await mirror.db.watchStates.get(videoId))?.shown ?? { isWatched: false, positionSeconds: null };
  if (isContinuation(place, shown)) await saveProgress(mirror, { videoId, positionSeconds, durationSeconds, subject, isToBeSent: true, isSent: true });
  // Unless a player has written its own in the meantime.
  if (isSame(place, readLastPlace(storage, { accountKey: mirror.accountKey, nowMs }))) keepLastPlace(storage, { ...place, restoredAtMs: nowMs });
}
