// Finds the outbox rows that cannot be sent even while the archive is reachable, because something blocks them or their lane. Called by
// flush and by the queries about sync. Pure, except for the lookup of playlist ids.
import type { PromiseExtended } from 'dexie';
import type { MirrorDatabase } from './database.ts';
import type { StoredOutboxRow } from './fold.ts';
import { playlistLane } from './lanes.ts';
import type { MutationKinds } from './mutation-kinds.ts';
import { aliasKey, realIdOf, temporaryIdOf } from './playlist-ids.ts';
import type { Lane } from './rows.ts';

export type Blocker =
  /** A row of another version of the app blocks itself and all later rows of its lane, because that version must send it first. */
  | { is: 'other-version' }
  /** The archive refused the creation of the playlist that the row changes. `subject`: the playlist's name. */
  | { is: 'refused-creation'; subject: string };

/** @param rows in order of sequence, as `withCurrentLanes` returns them. Parked rows wait for the user and are not in the result. */
export function blockersOf(kinds: MutationKinds, rows: readonly StoredOutboxRow[]): Map<number, Blocker> {
  const blockersByLane = new Map<Lane, Blocker>();
  for (const { state, mutation, lane, subject } of rows)
    if (state.name === 'parked' && kinds.of(mutation)?.isCreation) blockersByLane.set(lane, { is: 'refused-creation', subject });
  const blockersBySequence = new Map<number, Blocker>();
  for (const { state, mutation, lane, sequence } of rows) {
    if (state.name === 'parked') continue;
    if (kinds.of(mutation) === null && !blockersByLane.has(lane)) blockersByLane.set(lane, { is: 'other-version' });
    const blocker = blockersByLane.get(lane);
    if (blocker) blockersBySequence.set(sequence, blocker);
  }
  return blockersBySequence;
}

/**
 * A row of another version of the app may be changed only by that version, so it keeps a playlist's temporary id even after the playlist
 * has its real id. Returns all rows, but replaces each such row with a copy that has the lane of the real id. Call inside a transaction
 * over the documents, or outside any.
 */
export function withCurrentLanes(db: MirrorDatabase, rows: readonly StoredOutboxRow[]): PromiseExtended<StoredOutboxRow[]> {
  const temporaryIds = rows.map(({ mutation, lane }) => (db.kinds.of(mutation) === null ? temporaryIdOf(lane) : null));
  const uniqueIds = [...new Set(temporaryIds)].filter((playlistId) => playlistId !== null);
  return db.documents.bulkGet(uniqueIds.map(aliasKey)).then((aliases) => {
    const realIds = new Map(uniqueIds.flatMap((playlistId, index) => (aliases[index] ? [[playlistId, realIdOf(aliases[index])]] : [])));
    return rows.map((row, index) => {
      const realId = realIds.get(temporaryIds[index] ?? '');
      return realId === undefined ? row : { ...row, lane: playlistLane(realId) };
    });
  });
}
