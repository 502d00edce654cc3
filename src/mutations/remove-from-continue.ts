import type { SaveProgress } from './kinds/save-progress.ts';
import type { Mirror } from '../mirror/database.ts';
import { appendUndoable, undoWindowMs, type Undo } from './undo.ts';

/**
 * Removes a video from Continue Watching: its position is forgotten immediately on this device, and on the archive after the undo window.
 */
export async function removeFromContinueWatching(mirror: Mirror, { videoId, subject }: { videoId: string; subject: string }): Promise<Undo> {
  const mutation: SaveProgress = { kind: 'save-progress', videoId, positionSeconds: 0 };
  return appendUndoable(mirror, { mutation, subject, dueInMs: undoWindowMs }, { alternativeSeconds: null });
}
