// Appends all changes except those of watch state: subscriptions, playlists, settings, downloads. Called by the mutations and the
// commands. Separate from outbox.ts because the first frame does not need it. Each append is one transaction, committed before its promise
// resolves.
import type { Mirror } from './database.ts';
import { isRedundant } from './fold-entities.ts';
import { refoldAfter } from './fold.ts';
import { isSameMergeKey, isWideMark, kindOf } from './mutation-kinds.ts';
import { isReplaceable, laneOf, newRow, withOutbox, type AppendResult, type Change } from './outbox.ts';
import { resolvePlaylistId } from './playlist-ids.ts';
import type { Mutation } from './rows.ts';

/**
 * Appends a change, which replaces the earlier unsent changes of the same field. If the new value is the one that the field had before
 * these changes, all of them are deleted, and nothing is left to send. The new row goes to the end of its lane, so that it is sent after
 * every change of the lane that was made before it.
 */
export function appendEntityChange<M extends Mutation>(mirror: Mirror, change: Change<M>): Promise<AppendResult> {
  const { db, clock } = mirror;
  return withOutbox(db, async () => {
    const mutation = await withRealId(mirror, change.mutation);
    const lane = laneOf(db, mutation);
    const rows = await db.outbox.where('lane').equals(lane).sortBy('sequence');
    // A mark of all videos concerns the members that the playlist had then, so changes of members before the mark are kept.
    const lastMarkSequence = kindOf(db.kinds, mutation).refolds ? rows.findLast((row) => isWideMark(db.kinds, row.mutation))?.sequence : undefined;
    const sameKeyRows = rows.filter((row) => row.sequence > (lastMarkSequence ?? 0) && isReplaceable(row) && isSameMergeKey(db.kinds, row.mutation, mutation));
    // A change that is already shown keeps its waiting row; only a refused row of the same change is removed.
    const isAlreadyShown = await isRedundant(db, mutation, rows);
    const replaced = isAlreadyShown ? sameKeyRows.filter(({ state }) => state.name === 'parked') : sameKeyRows;
    const remainingRows = rows.filter((row) => !replaced.includes(row));
    const isNeeded = !isAlreadyShown && !(await isRedundant(db, mutation, remainingRows));
    const row = newRow(mirror, { ...change, mutation }, null, clock.now() + (change.dueInMs ?? 0));
    const [oldestRow] = replaced;
    if (oldestRow) row.createdAtMs = oldestRow.createdAtMs;
    row.revision = 1 + Math.max(0, ...replaced.map((replacedRow) => replacedRow.revision));
    let sequence: number | null = null;
    await refoldAfter(db, [{ mutation, lane }], async () => {
      await db.outbox.bulkDelete(replaced.map((replacedRow) => replacedRow.sequence));
      if (isNeeded) sequence = await db.outbox.add(row);
    });
    return { row: sequence === null ? null : { sequence, idempotencyKey: row.idempotencyKey }, replaced, states: [] };
  });
}

/** Replaces a temporary playlist id, which a tab may still show, by the real one. Call inside a transaction over the documents. */
export async function withRealId<M extends Mutation>({ db }: Mirror, mutation: M): Promise<M> {
  const playlist = kindOf(db.kinds, mutation).playlist;
  return playlist ? (playlist.withId(mutation, await resolvePlaylistId(db, playlist.id(mutation))) as M) : mutation;
}
