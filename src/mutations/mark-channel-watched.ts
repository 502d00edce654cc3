import type { MarkChannelWatched } from './kinds/mark-channel-watched.ts';
import type { Mirror } from '../mirror/database.ts';
import { appendUndoable, undoWindowMs, type Undo } from './undo.ts';

/** Marks all videos of a channel, known here or not. Goes out after the undo window. */
export async function markChannelWatched(
  mirror: Mirror,
  { channelId, isWatched, subject }: { channelId: string; isWatched: boolean; subject: string },
): Promise<Undo> {
  const mutation: MarkChannelWatched = { kind: 'mark-channel-watched', channelId, isWatched };
  return appendUndoable(mirror, { mutation, subject, dueInMs: undoWindowMs });
}
