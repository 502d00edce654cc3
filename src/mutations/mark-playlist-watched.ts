import type { MarkPlaylistWatched } from './kinds/mark-playlist-watched.ts';
import type { Mirror } from '../mirror/database.ts';
import { appendChange } from '../mirror/outbox.ts';
import { resolvePlaylistId } from '../mirror/playlist-ids.ts';
import { undoWindowMs } from './undo-window.ts';
import { undoOf, type Undo } from './undo.ts';

/** Marks all videos of a playlist, known here or not. Goes out after the undo window. */
export async function markPlaylistWatched(
  mirror: Mirror,
  { playlistId, isWatched, subject }: { playlistId: string; isWatched: boolean; subject: string },
): Promise<Undo> {
  const mutation: MarkPlaylistWatched = { kind: 'mark-playlist-watched', playlistId: await resolvePlaylistId(mirror.db, playlistId), isWatched };
  const appended = await appendChange(mirror, { mutation, subject, dueInMs: undoWindowMs });
  return undoOf(mirror, appended, mutation, subject);
}
