// The playback position of a video whose tab was closed. A page being closed has no time for a transaction, only for this one synchronous
// write (docs/decisions/407); the mirror takes it over at the next start, or when the same page lives on.
import type { DeviceStorage } from '../../lib/device-storage.ts';
import { isSame } from '../../lib/keep-identity.ts';
import { minStoredSeconds } from '../../lib/watched-rule.ts';
import type { Mirror } from '../../mirror/database.ts';
import { saveProgress } from '../../mutations/save-progress.ts';
import { lastPositionKey as key } from './last-position-key.ts';

/** More than one interval of the progress reporter at any speed: a position farther ahead does not continue what the device knew. */
const maxAheadSeconds = 30;

/** What is in the mirror reaches the screens within this time. */
const restoreGraceMs = 5000;

interface LastPosition {
  accountKey: string;
  videoId: string;
  positionSeconds: number;
  durationSeconds: number;
  subject: string;
  /** When the mirror took it over; the screens may not have it yet. */
  restoredAtMs?: number;
}

export function saveLastPosition(storage: DeviceStorage, position: LastPosition): void {
  storage.write(key, JSON.stringify(position));
}

/** Called when the mirror has this position or a later one. */
export function clearLastPosition(storage: DeviceStorage): void {
  storage.write(key, null);
}

/** Whose positions are read, and when. */
export interface PositionContext {
  accountKey: string;
  nowMs: number;
}

function readLastPosition(storage: DeviceStorage, { accountKey, nowMs }: PositionContext): LastPosition | null {
  try {
    const position = JSON.parse(storage.read(key) ?? 'null') as Partial<LastPosition> | null;
    const isExpired = position?.restoredAtMs !== undefined && Math.abs(nowMs - position.restoredAtMs) > restoreGraceMs;
    const isValid =
      !isExpired &&
      position?.accountKey === accountKey &&
      typeof position.videoId === 'string' &&
      typeof position.positionSeconds === 'number' &&
      typeof position.durationSeconds === 'number' &&
      typeof position.subject === 'string';
    return isValid ? (position as LastPosition) : null;
  } catch {
    return null;
  }
}

/** Where to resume: the position the tab left, if it continues what the mirror knows; otherwise the mirror's. */
export function resumeSeconds(
  storage: DeviceStorage,
  reader: PositionContext,
  video: { videoId: string; isWatched: boolean; positionSeconds: number | null },
): number | null {
  const position = readLastPosition(storage, reader);
  return position?.videoId === video.videoId && isContinuation(position, video) ? position.positionSeconds : video.positionSeconds;
}

/** A position from another device, or one that the user marked, takes precedence. */
function isContinuation({ positionSeconds }: LastPosition, known: { isWatched: boolean; positionSeconds: number | null }): boolean {
  const aheadSeconds = positionSeconds - (known.positionSeconds ?? 0);
  return !known.isWatched && positionSeconds > minStoredSeconds && aheadSeconds > 0 && aheadSeconds <= maxAheadSeconds;
}

/**
 * Runs once at a start: the stored position goes into the mirror, and from there to the archive, which may already have it
 * (src/sync/final-position.ts).
 */
export async function restoreLastPosition(storage: DeviceStorage, mirror: Mirror): Promise<void> {
  const nowMs = mirror.clock.now();
  const position = readLastPosition(storage, { accountKey: mirror.accountKey, nowMs });
  if (!position) return;
  const { videoId, positionSeconds, durationSeconds, subject } = position;
  const shown = (await mirror.db.watchStates.get(videoId))?.shown ?? { isWatched: false, positionSeconds: null };
  if (isContinuation(position, shown)) await saveProgress(mirror, { videoId, positionSeconds, durationSeconds, subject, shouldSend: true, mayHaveLeft: true });
  // Unless a player has written its own in the meantime.
  if (isSame(position, readLastPosition(storage, { accountKey: mirror.accountKey, nowMs }))) saveLastPosition(storage, { ...position, restoredAtMs: nowMs });
}
