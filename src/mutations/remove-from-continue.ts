import type { SaveProgress } from './kinds/save-progress.ts';
import type { Mirror } from '../mirror/database.ts';
import { appendChange } from '../mirror/outbox.ts';
import { undoWindowMs } from './undo-window.ts';
import { undoOf, type Undo } from './undo.ts';

/** Takes a video off Continue Watching: its position is forgotten, here at once and on the archive when the toast ends. */
export async function removeFromContinueWatching(mirror: Mirror, { videoId, subject }: { videoId: string; subject: string }): Promise<Undo> {
  const mutation: SaveProgress = { kind: 'save-progress', videoId, positionSeconds: 0 };
  const appended = await appendChange(mirror, { mutation, subject, dueInMs: undoWindowMs }, { alternativeSeconds: null });
  return undoOf(mirror, appended, mutation, subject);
}
