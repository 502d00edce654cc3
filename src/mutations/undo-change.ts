// Undoes a change. The way to undo it is chosen in the undo's own transaction, from the rows at that time, since another tab may have sent
// or replaced the change's row. Before the change's request has left, its row is deleted and everything is as before. Afterwards, or if
// something newer changed the same thing, the change's kind provides the changes that restore the former state (src/mutations/kinds). A
// second press has no effect.
import type { Mirror } from '../mirror/database.ts';
import { readShown } from '../mirror/fold-entities.ts';
import { unwatchedState } from '../mirror/fold.ts';
import { kindOf } from '../mirror/mutation-kinds.ts';
import { cancelUnsent } from '../mirror/drop-rows.ts';
import { appendChange, laneOf } from '../mirror/outbox.ts';
import { appendEntityChange, withRealId } from '../mirror/outbox-entities.ts';
import type { Mutation, UndoRow } from '../mirror/rows.ts';
import { withUndoTables } from './with-undos.ts';

/** More than the number of toasts that all tabs of a browser show at the same time. */
const maxUndos = 10;

/** Called once per page, when idle. Keeps the newest, because after the clock was set forward even the undo of an open toast seems old. */
export function deleteOldUndos({ db, clock }: Mirror): Promise<void> {
  return db.transaction('rw', db.undos, async () => {
    const newestIds = await db.undos.orderBy(':id').reverse().limit(maxUndos).primaryKeys();
    const expiredIds = await db.undos.where('untilMs').below(clock.now()).primaryKeys();
    await db.undos.bulkDelete(expiredIds.filter((id) => !newestIds.includes(id)));
  });
}

export function undo(mirror: Mirror, id: number): Promise<void> {
  const { db } = mirror;
  return withUndoTables(mirror, async () => {
    const undoRow = await db.undos.get(id);
    if (!undoRow) return;
    await db.undos.delete(id);
    // The change had no effect, so there is nothing to undo.
    if (undoRow.row === null && undoRow.replaced.length === 0) return;
    const row = await withRealIds(mirror, undoRow);
    const isCancelled = await cancelUnsent(mirror.db, row);
    if (!isCancelled) await restoreVideos(mirror, row);
    await restoreEntity(mirror, row, isCancelled);
  });
}

/** A playlist created on this device may have got its real id since the change. */
async function withRealIds(mirror: Mirror, { mutation, replaced, ...rest }: UndoRow): Promise<UndoRow> {
  const replacedWithRealIds: UndoRow['replaced'] = [];
  for (const row of replaced) {
    const mutationWithRealId = await withRealId(mirror, row.mutation);
    replacedWithRealIds.push({ ...row, mutation: mutationWithRealId, lane: laneOf(mirror.db, mutationWithRealId) });
  }
  return { ...rest, mutation: await withRealId(mirror, mutation), replaced: replacedWithRealIds };
}

async function restoreVideos(mirror: Mirror, { mutation, states, subject }: UndoRow): Promise<void> {
  const { db, clock } = mirror;
  const rules = kindOf(db.kinds, mutation).watch;
  for (const { videoId, before } of states) {
    const [storedRow, card] = await Promise.all([db.watchStates.get(videoId), db.videoCards.get(videoId)]);
    const video = { videoId, before, now: storedRow?.shown ?? unwatchedState, ...(card ? { durationSeconds: card.durationSeconds } : {}) };
    const rowChange = before.positionSeconds === null ? {} : { localPositionAtMs: clock.now() };
    for (const change of rules?.undo?.(video) ?? []) await appendChange(mirror, { mutation: change, subject: card?.title ?? subject }, rowChange);
  }
}

async function restoreEntity(mirror: Mirror, { mutation, subject, entity: before }: UndoRow, isCancelled: boolean): Promise<void> {
  const { db } = mirror;
  const rules = kindOf(db.kinds, mutation).entity;
  if (!rules?.undo || !before) return;
  const now = await readShown(db, rules.of, rules.id(mutation), laneOf(db, mutation));
  if (now?.of !== before.of) return;
  // `before` and `now` have the entity type that this kind's rules expect.
  const changes = (rules.undo as (mutation: Mutation, states: object) => Mutation[])(mutation, {
    before: before.entity,
    now: now.entity,
    isCancelled,
  });
  for (const change of changes) await appendEntityChange(mirror, { mutation: change, subject });
}
