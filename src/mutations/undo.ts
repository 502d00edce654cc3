// Appends a change that can be undone. The undo itself is in undo-change.ts, which is loaded later.
import type { Mirror } from '../mirror/database.ts';
import { readShown } from '../mirror/fold-entities.ts';
import type { WatchStateChange } from '../mirror/fold.ts';
import { kindOf } from '../mirror/mutation-kinds.ts';
import { appendChange, laneOf, type Change } from '../mirror/outbox.ts';
import { appendEntityChange, withRealId } from '../mirror/outbox-entities.ts';
import type { Mutation } from '../mirror/rows.ts';
import { withUndoTables } from './with-undos.ts';

export type Undo = () => Promise<void>;

/**
 * The undo window: how long a toast with Undo is shown, unless hover or focus keeps it open (docs/look-and-feel.md, Principles). Changes
 * that are hard to take back, such as a mark of a whole channel, are sent only after this time.
 */
export const undoWindowMs = 8_000;

/** Nobody keeps a toast open this long. */
const undoTtlMs = 60 * 60_000;

/** Appends a change together with the data for its undo. Both are durable when the promise resolves. */
export async function appendUndoable<M extends Mutation>(mirror: Mirror, change: Change<M>, rowChange: WatchStateChange = {}): Promise<Undo> {
  const id = await appendWithUndo(mirror, change, rowChange);
  return async () => (await import('./undo-change.ts')).undo(mirror, id); // an idle page has loaded it already, for deleteOldUndos
}

/** Joins a transaction of `withUndoTables`, if one is running. Resolves to the id of the data for the undo. */
export function appendWithUndo<M extends Mutation>(mirror: Mirror, change: Change<M>, rowChange: WatchStateChange = {}): Promise<number> {
  const { db, clock } = mirror;
  return withUndoTables(mirror, async () => {
    const mutation = await withRealId(mirror, change.mutation);
    const { watch, entity: rules } = kindOf(db.kinds, mutation);
    const entity = rules && (await readShown(db, rules.of, rules.id(mutation), laneOf(db, mutation)));
    const { row, replaced, states } = watch ? await appendChange(mirror, { ...change, mutation }, rowChange) : await appendEntityChange(mirror, change);
    const untilMs = clock.now() + undoTtlMs;
    return db.undos.add({ mutation, subject: change.subject, row, replaced, states, ...(entity ? { entity } : {}), untilMs });
  });
}
