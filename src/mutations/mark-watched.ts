// Marks one video, or all of a channel or playlist, as watched or unwatched.
import type { MarkChannelWatched } from './kinds/mark-channel-watched.ts';
import type { MarkPlaylistWatched } from './kinds/mark-playlist-watched.ts';
import type { MarkVideoWatched } from './kinds/mark-video-watched.ts';
import type { Mirror } from '../mirror/database.ts';
import { appendUndoable, undoWindowMs, type Undo } from './undo.ts';

/** Marks one video; the archive forgets its position either way. Durable, and shown, when the promise resolves. */
export async function markVideoWatched(
  mirror: Mirror,
  { videoId, isWatched, subject }: { videoId: string; isWatched: boolean; subject: string },
): Promise<Undo> {
  const mutation: MarkVideoWatched = { kind: 'mark-video-watched', videoId, isWatched };
  return appendUndoable(mirror, { mutation, subject }, { alternativeSeconds: null });
}

/** Marks all videos of a channel, known here or not. Goes out after the undo window. */
export async function markChannelWatched(
  mirror: Mirror,
  { channelId, isWatched, subject }: { channelId: string; isWatched: boolean; subject: string },
): Promise<Undo> {
  const mutation: MarkChannelWatched = { kind: 'mark-channel-watched', channelId, isWatched };
  return appendUndoable(mirror, { mutation, subject, dueInMs: undoWindowMs });
}

/** Marks all videos of a playlist, known here or not. Goes out after the undo window. */
export async function markPlaylistWatched(
  mirror: Mirror,
  { playlistId, isWatched, subject }: { playlistId: string; isWatched: boolean; subject: string },
): Promise<Undo> {
  const mutation: MarkPlaylistWatched = { kind: 'mark-playlist-watched', playlistId, isWatched };
  return appendUndoable(mirror, { mutation, subject, dueInMs: undoWindowMs });
}
