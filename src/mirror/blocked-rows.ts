// Finds the outbox rows that cannot be sent even while the archive is reachable, because they or another row of their lane are blocked.
// Called by flush and by the sync sheet's queries. Pure, except for the lookup of playlist ids.
import type { PromiseExtended } from 'dexie';
import type { MirrorDatabase } from './database.ts';
import type { StoredOutboxRow } from './fold.ts';
import { playlistLane } from './lanes.ts';
import type { MutationKinds } from './mutation-kinds.ts';
import { aliasKey, realIdOf, temporaryIdOf } from './playlist-ids.ts';
import type { Lane } from './rows.ts';

export type Blocker =
  /** A row of another version of the app blocks itself and all later rows of its lane: the version that made it sends them in order. */
  | { is: 'other-version' }
  /** The archive refused the creation of the playlist that the row changes. `subject`: the playlist's name. */
  | { is: 'refused-creation'; subject: string };

/** @param rows in order of sequence, as `withCurrentLanes` returns them. Parked rows wait for the user and are not in the result. */
export function blockersOf(kinds: MutationKinds, rows: readonly StoredOutboxRow[]): Map<number, Blocker> {
  const blockers = new Map<Lane, Blocker>();
  for (const { state, mutation, lane, subject } of rows)
    if (state.name === 'parked' && kinds.of(mutation)?.isCreation) blockers.set(lane, { is: 'refused-creation', subject });
  const blocked = new Map<number, Blocker>();
  for (const { state, mutation, lane, sequence } of rows) {
    if (state.name === 'parked') continue;
    if (kinds.of(mutation) === null && !blockers.has(lane)) blockers.set(lane, { is: 'other-version' });
    const blocker = blockers.get(lane);
    if (blocker) blocked.set(sequence, blocker);
  }
  return blocked;
}

/**
 * A row of another version of the app may be changed only by that version, so it keeps the temporary id of a playlist that has got its real
 * id. Returns the rows; such rows are copies in the current lane of the playlist. Inside a transaction over the documents, or in none.
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
