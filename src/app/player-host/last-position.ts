// The playback position of a video whose tab was closed. A page being closed has no time for a transaction, only for one synchronous write
// to localStorage (docs/decisions/407). The next start moves the position into the mirror. If the page stays open after all, the page
// itself writes the position into the mirror.
import type { DeviceStorage } from '../../lib/device-storage.ts';
import { isDeepEqual } from '../../lib/keep-identity.ts';
import { minStoredSeconds } from '../../lib/watched-rule.ts';
import type { Mirror } from '../../mirror/database.ts';
import { saveProgress, writeIfMirrored } from '../../mutations/save-progress.ts';
import { lastPositionKey as key } from './last-position-key.ts';

/** At any speed, playback moves less than this between two reports, so a position farther ahead does not continue the mirror's position. */
const maxAheadSeconds = 30;

/** Screens show a change of the mirror within this time. Until then, the stored position is used. */
const restoreGraceMs = 5000;

interface LastPosition {
  accountKey: string;
  videoId: string;
  positionSeconds: number;
  durationSeconds: number;
  subject: string;
  /** When the position was written to the mirror. The screens may not show it yet. */
  restoredAtMs?: number;
}

export function saveLastPosition(storage: DeviceStorage, position: LastPosition): void {
  storage.write(key, JSON.stringify(position));
}

/** Called when the mirror has the stored position or a later one. */
export function clearLastPosition(storage: DeviceStorage): void {
  storage.write(key, null);
}

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

/** Where to resume: the closed tab's position if it continues the mirror's position, otherwise the mirror's. */
export function resumeSeconds(
  storage: DeviceStorage,
  context: PositionContext,
  video: { videoId: string; isWatched: boolean; positionSeconds: number | null },
): number | null {
  const position = readLastPosition(storage, context);
  return position?.videoId === video.videoId && isContinuation(position, video) ? position.positionSeconds : video.positionSeconds;
}

/**
 * Whether the video is unwatched and the closed tab's position is shortly after the mirror's, as it is if both come from the same playback.
 * Otherwise the mirror takes precedence.
 */
function isContinuation({ positionSeconds }: LastPosition, mirrored: { isWatched: boolean; positionSeconds: number | null }): boolean {
  const aheadSeconds = positionSeconds - (mirrored.positionSeconds ?? 0);
  return !mirrored.isWatched && positionSeconds > minStoredSeconds && aheadSeconds > 0 && aheadSeconds <= maxAheadSeconds;
}

/**
 * Called once at the start: writes the stored position to the mirror, unless the video was deleted meanwhile. From there it is sent to the
 * archive, which may already have it (src/sync/final-position.ts).
 */
export async function restoreLastPosition(storage: DeviceStorage, mirror: Mirror): Promise<void> {
  const nowMs = mirror.clock.now();
  const position = readLastPosition(storage, { accountKey: mirror.accountKey, nowMs });
  if (!position) return;
  const { videoId, positionSeconds, durationSeconds, subject } = position;
  const shownState = (await mirror.db.watchStates.get(videoId))?.shown ?? { isWatched: false, positionSeconds: null };
  const progress = { videoId, positionSeconds, durationSeconds, subject, shouldSend: true, mayHaveLeft: true };
  if (isContinuation(position, shownState)) await writeIfMirrored(mirror, videoId, () => saveProgress(mirror, progress));
  // A player may have stored another position in the meantime.
  if (isDeepEqual(position, readLastPosition(storage, { accountKey: mirror.accountKey, nowMs })))
    saveLastPosition(storage, { ...position, restoredAtMs: nowMs });
}
