// Marks all current videos of a channel or playlist as watched or unwatched. Videos that this device does not know are not always included
// (docs/decisions/215).
import type { MarkChannelWatched } from './kinds/mark-channel-watched.ts';
import type { MarkPlaylistWatched } from './kinds/mark-playlist-watched.ts';
import type { KnownMembers } from './kinds/watch-state.ts';
import type { Mirror } from '../mirror/database.ts';
import { unwatchedState, findConcernedVideos } from '../mirror/fold.ts';
import { withRealId } from '../mirror/outbox-entities.ts';
import { appendUndoable, undoWindowMs, type Undo } from './undo.ts';
import { withUndoTables } from './with-undos.ts';

/** Marks all videos of a channel. The mark is sent after the undo window. */
export async function markChannelWatched(
  mirror: Mirror,
  { channelId, isWatched, subject }: { channelId: string; isWatched: boolean; subject: string },
): Promise<Undo> {
  const total = (await mirror.db.channelFacts.get(channelId))?.totalItems;
  return markAll<MarkChannelWatched>(mirror, { kind: 'mark-channel-watched', channelId, isWatched }, subject, (videoIds) =>
    total === undefined ? null : Math.max(total, videoIds.length),
  );
}

/** Marks all videos of a playlist. The mark is sent after the undo window. */
export async function markPlaylistWatched(
  mirror: Mirror,
  { playlistId, isWatched, subject }: { playlistId: string; isWatched: boolean; subject: string },
): Promise<Undo> {
  return markAll<MarkPlaylistWatched>(mirror, { kind: 'mark-playlist-watched', playlistId, isWatched }, subject, (videoIds) =>
    // The archive returns all entries of a playlist, so the device knows their number.
    videoIds.length > 0 ? videoIds.length : null,
  );
}

function markAll<M extends MarkChannelWatched | MarkPlaylistWatched>(
  mirror: Mirror,
  change: M,
  subject: string,
  countOf: (videoIds: string[]) => number | null,
): Promise<Undo> {
  const { db } = mirror;
  return withUndoTables(mirror, async () => {
    const mutation = await withRealId(mirror, change);
    const videoIds = await findConcernedVideos(db, { mutation });
    const states = await db.watchStates.bulkGet(videoIds);
    const isAlreadyMarked = (_videoId: string, index: number): boolean => (states[index]?.shown ?? unwatchedState).isWatched === mutation.isWatched;
    const known: KnownMembers = {
      unlike: videoIds.filter((videoId, index) => !isAlreadyMarked(videoId, index)),
      like: videoIds.filter(isAlreadyMarked),
      count: countOf(videoIds),
    };
    return appendUndoable<M>(mirror, { mutation: { ...mutation, known }, subject, dueInMs: undoWindowMs });
  });
}
