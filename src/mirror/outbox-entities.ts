// Appending what is no watch state: subscriptions, playlists, settings, the queue. Called by the mutations, apart from
// outbox.ts because no first frame needs it. Every append is one transaction, committed before its promise resolves.
import type { Mirror } from './database.ts';
import { saysNothingNew } from './fold-entities.ts';
import { refoldAfter } from './fold.ts';
import { isSameWish, isWideMark, kindOf } from './mutation-kinds.ts';
import { isUnsent, laneOf, newRow, withOutbox, type Appended, type Change } from './outbox.ts';
import { resolvePlaylistId } from './playlist-ids.ts';
import type { Mutation } from './rows.ts';

/**
 * The last value of a field counts, and going back to where the rest leads cancels both: then nothing is left to send. The
 * row goes to the end of its lane, since what was done in between may build on another order.
 */
export function appendEntityChange<M extends Mutation>(mirror: Mirror, change: Change<M>): Promise<Appended> {
  const { db, clock } = mirror;
  return withOutbox(db, async () => {
    const mutation = await underRealId(mirror, change.mutation);
    const lane = laneOf(db, mutation);
    const rows = await db.outbox.where('lane').equals(lane).sortBy('sequence');
    // A mark of all videos in between is about those who were there when it was made: what changed them before it stays.
    const marked = kindOf(db.kinds, mutation).refolds ? rows.findLast((row) => isWideMark(db.kinds, row.mutation))?.sequence : undefined;
    const same = rows.filter((row) => row.sequence > (marked ?? 0) && isUnsent(row) && isSameWish(db.kinds, row.mutation, mutation));
    // What is shown already is left as it is waiting, in its place; only a refused one of the same is done with.
    const isShown = await saysNothingNew(db, mutation, rows);
    const replaced = isShown ? same.filter(({ state }) => state.name === 'parked') : same;
    const rest = rows.filter((row) => !replaced.includes(row));
    const isNeeded = !isShown && !(await saysNothingNew(db, mutation, rest));
    const row = newRow(mirror, { ...change, mutation }, null, clock.now() + (change.dueInMs ?? 0));
    const [first] = replaced;
    if (first) row.createdAtMs = first.createdAtMs;
    row.revision = 1 + Math.max(0, ...replaced.map((other) => other.revision));
    let sequence: number | null = null;
    await refoldAfter(db, [{ mutation, lane }], async () => {
      await db.outbox.bulkDelete(replaced.map((other) => other.sequence));
      if (isNeeded) sequence = await db.outbox.add(row);
    });
    return { row: sequence === null ? null : { sequence, idempotencyKey: row.idempotencyKey }, replaced, states: [] };
  });
}

/** A tab that still shows a playlist under its temporary id writes of the real one. Inside a transaction over the documents. */
export async function underRealId<M extends Mutation>({ db }: Mirror, mutation: M): Promise<M> {
  const playlist = kindOf(db.kinds, mutation).playlist;
  return playlist ? (playlist.withId(mutation, await resolvePlaylistId(db, playlist.id(mutation))) as M) : mutation;
}
