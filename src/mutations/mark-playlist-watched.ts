import type { MarkPlaylistWatched } from './kinds/mark-playlist-watched.ts';
import type { Mirror } from '../mirror/database.ts';
import { appendUndoable, undoWindowMs, type Undo } from './undo.ts';

/** Marks all videos of a playlist, known here or not. Goes out after the undo window. */
export async function markPlaylistWatched(
  mirror: Mirror,
  { playlistId, isWatched, subject }: { playlistId: string; isWatched: boolean; subject: string },
): Promise<Undo> {
  const mutation: MarkPlaylistWatched = { kind: 'mark-playlist-watched', playlistId, isWatched };
  return appendUndoable(mirror, { mutation, subject, dueInMs: undoWindowMs });
}
