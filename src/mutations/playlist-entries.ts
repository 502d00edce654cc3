// The user's changes to the videos of a custom playlist. Removals and moves are sent after the undo window, so that an undo within
// it leaves nothing to send.
import type { Mirror } from '../mirror/database.ts';
import { readShownPlaylist } from '../mirror/fold-entities.ts';
import { resolvePlaylistId } from '../mirror/playlist-ids.ts';
import type { ChangeMembership } from './kinds/change-membership.ts';
import type { OrderPlaylist } from './kinds/order-playlist.ts';
import { appendUndoable, undoWindowMs, type Undo } from './undo.ts';
import { withUndoTables } from './with-undos.ts';

interface Entry {
  playlistId: string;
  videoId: string;
  /** Title of the video, for the sync sheet. */
  subject: string;
}

export async function addToPlaylist(mirror: Mirror, { playlistId, videoId, subject }: Entry): Promise<Undo> {
  return changeMembership(mirror, { playlistId, videoId, subject, isMember: true });
}

export async function removeFromPlaylist(mirror: Mirror, { playlistId, videoId, subject }: Entry): Promise<Undo> {
  return changeMembership(mirror, { playlistId, videoId, subject, isMember: false });
}

async function changeMembership(mirror: Mirror, { playlistId, videoId, subject, isMember }: Entry & { isMember: boolean }): Promise<Undo> {
  const mutation: ChangeMembership = { kind: 'change-membership', playlistId, videoId, isMember, title: subject };
  return appendUndoable(mirror, { mutation, subject, ...(isMember ? {} : { dueInMs: undoWindowMs }) });
}

/** An index counts from 0, in the order shown. */
export type MoveTarget = 'top' | 'up' | 'down' | 'bottom' | { index: number };

/** The move is stored as the resulting order, so that many moves are one change. A video that is not in the playlist is not moved. */
export async function movePlaylistEntry(mirror: Mirror, { playlistId: requestedId, videoId, subject, to }: Entry & { to: MoveTarget }): Promise<Undo> {
  const { db } = mirror;
  return withUndoTables(mirror, async () => {
    const playlistId = await resolvePlaylistId(db, requestedId);
    const ids = (await readShownPlaylist(db, playlistId))?.entries.map((entry) => entry.videoId) ?? [];
    const from = ids.indexOf(videoId);
    if (from < 0) return async () => {};
    const order = ids.toSpliced(from, 1);
    order.splice(targetIndex(to, from, order.length), 0, videoId);
    const mutation: OrderPlaylist = { kind: 'order-playlist', playlistId, wanted: order };
    return appendUndoable(mirror, { mutation, subject, dueInMs: undoWindowMs });
  });
}

function targetIndex(to: MoveTarget, from: number, lastIndex: number): number {
  switch (to) {
    case 'top':
      return 0;
    case 'up':
      return Math.max(0, from - 1);
    case 'down':
      return Math.min(lastIndex, from + 1);
    case 'bottom':
      return lastIndex;
    default:
      return Math.min(lastIndex, Math.max(0, Math.round(to.index)));
  }
}
