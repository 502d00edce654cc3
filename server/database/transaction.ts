import type { DatabaseSync } from '@photostructure/sqlite';

export type Database = InstanceType<typeof DatabaseSync>;

/** Runs `work` as one transaction, or as part of the current transaction. */
export function inTransaction<Value>(database: Database, work: () => Value): Value {
  if (database.isTransaction) return work();
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    // If the disk is full, SQLite has already rolled the transaction back.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Runs `work` as one transaction that survives a power cut, as does everything committed before it. Used for records that must exist before
 * files are moved. Such a transaction waits for the disk, unlike others (`synchronous = NORMAL`). Must not be called within a transaction.
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

/** Runs `work` inside a transaction. If it fails, only its own writes are rolled back, and the transaction can continue. */
export function inSavepoint<Value>(database: Database, work: () => Value): Value {
  database.exec('SAVEPOINT alone');
  try {
    const value = work();
    database.exec('RELEASE alone');
    return value;
  } catch (error) {
    // If the disk is full, SQLite has already rolled back the whole transaction.
    if (database.isTransaction) database.exec('ROLLBACK TO alone; RELEASE alone');
    throw error;
  }
}
