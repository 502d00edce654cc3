// Saves the position of a video. It is written to the device often, and sent at the moments in SPEC §9. Between these moments it is a
// deferred row of the outbox, so that it survives the tab and every pull; if playback does not continue, it is sent automatically after a
// while.
import type { SaveProgress } from './kinds/save-progress.ts';
import { countsAsWatched, minStoredSeconds } from '../lib/watched-rule.ts';
import type { Mirror } from '../mirror/database.ts';
import { appendChange, withVideoTables } from '../mirror/outbox.ts';

/** SPEC's moments are 10 s apart, so if a position is unchanged for three of them, playback has stopped. */
const deferredForMs = 30_000;

export interface Progress {
  videoId: string;
  positionSeconds: number;
  /** 0 if unknown. */
  durationSeconds: number;
  subject: string;
  /** False between SPEC's moments, when the position is kept on the device only. */
  shouldSend: boolean;
  /** Whether a request with this position may already have left (docs/decisions/216). */
  mayHaveLeft?: boolean;
}

/** Positions up to 5 s are ignored, as on the archive, so that the stored position stays. Positions of a watched video are ignored too. */
export async function saveProgress(
  mirror: Mirror,
  { videoId, positionSeconds, durationSeconds, subject, shouldSend, mayHaveLeft: isSent = false }: Progress,
): Promise<void> {
  if (!Number.isFinite(positionSeconds) || positionSeconds <= minStoredSeconds) return;
  const { db, clock } = mirror;
  const [storedRow, card] = await Promise.all([db.watchStates.get(videoId), db.videoCards.get(videoId)]);
  if (storedRow?.shown.isWatched) {
    // A watched video keeps no position. An alternative position that was offered is dropped once the video plays.
    if (shouldSend && storedRow.alternativeSeconds !== null) await db.watchStates.update(videoId, { alternativeSeconds: null });
    return;
  }
  // The archive judges by its own duration, in whole seconds, from which the video element's duration differs by fractions.
  const archiveDurationSeconds = card?.durationSeconds ?? durationSeconds;
  const mutation: SaveProgress = { kind: 'save-progress', videoId, positionSeconds, durationSeconds: archiveDurationSeconds };
  // Nothing follows a position that counts as watched, so it does not wait for the next moment.
  const isDeferred = !shouldSend && !countsAsWatched(positionSeconds, archiveDurationSeconds);
  // The user chose between two positions by playing on from this one, so the other is not offered again.
  const clearedFields = shouldSend ? { alternativeSeconds: null } : {};
  await appendChange(
    mirror,
    { mutation, subject, isSent, ...(isDeferred ? { isDeferred, dueInMs: deferredForMs } : {}) },
    { localPositionAtMs: clock.now(), ...clearedFields },
  );
}

/**
 * Runs `write` unless the video has been deleted, because the archive would refuse the position that a player still reports when it
 * closes. The check and the write share a transaction, so that the video cannot be deleted between them.
 */
export function writeIfMirrored({ db }: Mirror, videoId: string, write: () => Promise<void>): Promise<void> {
  return withVideoTables(db, async () => {
    if (await db.videoCards.get(videoId)) await write();
  });
}

/** Forgets the position, on this device and on the archive. A watched video has no position to forget. */
export async function startOver(mirror: Mirror, { videoId, subject }: { videoId: string; subject: string }): Promise<void> {
  if ((await mirror.db.watchStates.get(videoId))?.shown.isWatched) return;
  const mutation: SaveProgress = { kind: 'save-progress', videoId, positionSeconds: 0 };
  await appendChange(mirror, { mutation, subject }, { localPositionAtMs: mirror.clock.now(), alternativeSeconds: null });
}
