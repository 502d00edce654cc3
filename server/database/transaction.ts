import type { DatabaseSync } from '@photostructure/sqlite';

export type Database = InstanceType<typeof DatabaseSync>;

/** Runs `work` as one transaction; inside another one it becomes part of that. */
export function inTransaction<Value>(database: Database, work: () => Value): Value {
  if (database.isTransaction) return work();
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    // A full disk has already ended the transaction, and nothing of it was kept.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Runs `work` as one transaction that survives a power cut, with everything committed before it: for records that must exist before files move. Waits
 * for the disk, which other transactions (`synchronous = NORMAL`) do not. Never inside another transaction.
 */
export function inDurableTransaction<Value>(database: Database, work: () => Value): Value {
  if (database.isTransaction) throw new Error('inDurableTransaction: within a transaction that ends later');
  database.exec('PRAGMA synchronous = FULL');
  try {
    return inTransaction(database, work);
  } finally {
    database.exec('PRAGMA synchronous = NORMAL');
  }
}

/** Runs `work` inside a transaction so that it can fail alone: its writes are rolled back, and the transaction can continue. */
export function inSavepoint<Value>(database: Database, work: () => Value): Value {
  database.exec('SAVEPOINT alone');
  try {
    const value = work();
    database.exec('RELEASE alone');
    return value;
  } catch (error) {
    // A full disk has already ended the whole transaction.
    if (database.isTransaction) database.exec('ROLLBACK TO alone; RELEASE alone');
    throw error;
  }
}
