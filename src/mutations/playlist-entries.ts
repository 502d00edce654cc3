// What a person does with the videos of a custom playlist. Removals and moves go out when their toast ends: until then they
// can be taken back without a trace.
import { isSame } from '../lib/keep-identity.ts';
import type { Mirror } from '../mirror/database.ts';
import { readFoldedPlaylist } from '../mirror/fold-entities.ts';
import { takeBack, type Appended } from '../mirror/outbox.ts';
import { appendEntityChange, withEntities } from '../mirror/outbox-entities.ts';
import { resolvePlaylistId } from '../mirror/playlist-ids.ts';
import type { ChangeMembership } from './kinds/change-membership.ts';
import type { OrderPlaylist } from './kinds/order-playlist.ts';
import { undoWindowMs } from './undo-window.ts';
import type { Undo } from './undo.ts';

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
  const { db } = mirror;
  return withEntities(db, async () => {
    const former = await entryIdsOf(mirror, playlistId);
    const mutation: ChangeMembership = { kind: 'change-membership', playlistId: await resolvePlaylistId(db, playlistId), videoId, isMember, title: subject };
    const appended = await appendEntityChange(mirror, { mutation, subject, ...(isMember ? {} : { dueInMs: undoWindowMs }) });
    return undoOf(mirror, appended, mutation, {
      restore: () => appendEntityChange<ChangeMembership>(mirror, { mutation: { ...mutation, isMember: !isMember }, subject }),
      // Sent or not, it is back at the end only; it goes to its place unless the others have been moved since.
      settle: async () => {
        const now = await entryIdsOf(mirror, playlistId);
        const others = (ids: string[]): string[] => ids.filter((id) => id !== videoId);
        if (isMember || !former || !now || !isSame(others(now), others(former))) return;
        await appendEntityChange<OrderPlaylist>(mirror, { mutation: { kind: 'order-playlist', playlistId, wanted: former }, subject });
      },
    });
  });
}

/** An index counts from 0, in the order that is shown. */
export type MoveTarget = 'top' | 'up' | 'down' | 'bottom' | { index: number };

/** Stored as the order that is wanted then, so that many moves are one wish. A video that is not in the playlist moves nowhere. */
export async function movePlaylistEntry(mirror: Mirror, { playlistId, videoId, subject, to }: Entry & { to: MoveTarget }): Promise<Undo> {
  return withEntities(mirror.db, async () => {
    const former = await entryIdsOf(mirror, playlistId);
    const from = former?.indexOf(videoId) ?? -1;
    if (!former || from < 0) return async () => {};
    const wanted = former.toSpliced(from, 1);
    wanted.splice(placeOf(to, from, wanted.length), 0, videoId);
    return wantOrder(mirror, { playlistId, subject, wanted, former });
  });
}

function placeOf(to: MoveTarget, from: number, last: number): number {
  switch (to) {
    case 'top':
      return 0;
    case 'up':
      return Math.max(0, from - 1);
    case 'down':
      return Math.min(last, from + 1);
    case 'bottom':
      return last;
    default:
      return Math.min(last, Math.max(0, Math.round(to.index)));
  }
}

async function wantOrder(mirror: Mirror, order: { playlistId: string; subject: string; wanted: string[]; former: string[] }): Promise<Undo> {
  const { playlistId, subject, wanted, former } = order;
  const mutation: OrderPlaylist = { kind: 'order-playlist', playlistId: await resolvePlaylistId(mirror.db, playlistId), wanted };
  const appended = await appendEntityChange(mirror, { mutation, subject, dueInMs: undoWindowMs });
  return undoOf(mirror, appended, mutation, {
    restore: () => appendEntityChange<OrderPlaylist>(mirror, { mutation: { ...mutation, wanted: former }, subject }),
  });
}

/** Chained, not awaited: it runs within the transactions of others. */
function entryIdsOf({ db }: Mirror, askedId: string): PromiseLike<string[] | null> {
  return resolvePlaylistId(db, askedId).then((playlistId) =>
    readFoldedPlaylist(db, playlistId).then((playlist) => playlist && playlist.entries.map((entry) => entry.videoId)),
  );
}

interface Undoing {
  /** What is wanted instead, when the request of the change has left. */
  restore(): Promise<unknown>;
  /** What is to be done in both cases. */
  settle?(): Promise<void>;
}

/** Before its request has left the row goes; afterwards the former state is a wish of its own. */
function undoOf(mirror: Mirror, appended: Appended, mutation: ChangeMembership | OrderPlaylist, { restore, settle }: Undoing): Undo {
  return async () => {
    // Nothing was changed, so nothing is taken back.
    if (appended.row === null && appended.replaced.length === 0) return;
    await withEntities(mirror.db, async () => {
      const playlistId = await resolvePlaylistId(mirror.db, mutation.playlistId);
      const standing: typeof mutation = { ...mutation, playlistId };
      if (!(await takeBack(mirror, appended, standing))) await restore();
      await settle?.();
    });
  };
}
