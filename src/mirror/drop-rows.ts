// Removes rows from the outbox without sending them. Called by flush, the undo, the sync sheet and the commands. Separate from outbox.ts
// because the first content does not need it.
import type { MirrorDatabase } from './database.ts';
import { refoldAfter, type StoredOutboxRow } from './fold.ts';
import { isSameMergeKey } from './mutation-kinds.ts';
import { isReplaceable, laneOf } from './outbox.ts';
import type { UndoRow } from './rows.ts';

/**
 * Takes back a change that has not been sent: deletes its row and restores the rows that it had replaced. Resolves to false if the change
 * has been sent meanwhile, or if a newer change concerns the same thing. Call inside a transaction over the tables of the fold.
 */
export async function cancelUnsent(db: MirrorDatabase, { mutation, row, replaced }: Pick<UndoRow, 'mutation' | 'row' | 'replaced'>): Promise<boolean> {
  const lane = laneOf(db, mutation);
  const sameKeyRows = (await db.outbox.where('lane').equals(lane).toArray()).filter(
    (otherRow) => otherRow.state.name !== 'parked' && isSameMergeKey(db.kinds, otherRow.mutation, mutation),
  );
  const newestSequence = sameKeyRows.reduce((max, sameKeyRow) => Math.max(max, sameKeyRow.sequence), 0);
  const storedRow = row && (await db.outbox.get(row.sequence));
  if (row) {
    // Compared by idempotency key, which is unique to each change and stays the same when a playlist gets its real id.
    if (storedRow?.idempotencyKey !== row.idempotencyKey || !isReplaceable(storedRow) || newestSequence > row.sequence) return false;
  } else if (replaced.length === 0 || replaced.some((replacedRow) => newestSequence >= replacedRow.sequence)) {
    return false;
  }
  const revision = (storedRow?.revision ?? 0) + 1;
  await refoldAfter(db, [{ mutation, lane, ...(row ? { sequence: row.sequence } : {}) }], async () => {
    if (row) await db.outbox.delete(row.sequence);
    await db.outbox.bulkPut(replaced.map((replacedRow) => ({ ...replacedRow, revision: Math.max(revision, replacedRow.revision + 1) })));
  });
  return true;
}

/**
 * The row and, if it creates a playlist, the changes to that playlist, which are parked and discarded with the row. Rows of another version
 * of the app are included only on discard, since only that version may change them. Call inside a transaction over the outbox.
 */
export async function withDependents(db: MirrorDatabase, row: StoredOutboxRow, intent: 'changed' | 'discarded'): Promise<StoredOutboxRow[]> {
  if (db.kinds.of(row.mutation)?.isCreation !== true) return [row];
  const laneRows = await db.outbox.where('lane').equals(row.lane).toArray();
  return intent === 'discarded' ? laneRows : laneRows.filter(({ mutation }) => db.kinds.of(mutation) !== null);
}

/** Deletes rows without sending them and refolds what they concern. Call inside a transaction over the tables of the fold. */
export function dropRows(db: MirrorDatabase, rows: readonly StoredOutboxRow[]): Promise<void> {
  return refoldAfter(db, rows, () => db.outbox.bulkDelete(rows.map((row) => row.sequence)));
}
