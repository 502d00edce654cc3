import type { MarkVideoWatched } from './kinds/mark-video-watched.ts';
import type { Mirror } from '../mirror/database.ts';
import { appendUndoable, type Undo } from './undo.ts';

/** Marks one video; the archive forgets its position either way. Durable, and shown, when the promise resolves. */
export async function markVideoWatched(
  mirror: Mirror,
  { videoId, isWatched, subject }: { videoId: string; isWatched: boolean; subject: string },
): Promise<Undo> {
  const mutation: MarkVideoWatched = { kind: 'mark-video-watched', videoId, isWatched };
  return appendUndoable(mirror, { mutation, subject }, { alternativeSeconds: null });
}
