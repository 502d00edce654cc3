import type { DatabaseSync } from '@photostructure/sqlite';

export type Database = InstanceType<typeof DatabaseSync>;

/** Runs `work` as one transaction; inside of another one it is part of that. */
export function inTransaction<Value>(database: Database, work: () => Value): Value {
  if (database.isTransaction) return work();
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    // A disk that is full has ended the transaction already, with nothing of it kept.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Runs `work` as one transaction that a power cut does not lose, with all that was committed before it: for what must be known before
 * files move. Waits for the disk, which the others (`synchronous = NORMAL`) do not. Never inside of another transaction.
 */
export function durably<Value>(database: Database, work: () => Value): Value {
  if (database.isTransaction) throw new Error('durably: within a transaction that ends later');
  database.exec('PRAGMA synchronous = FULL');
  try {
    return inTransaction(database, work);
  } finally {
    database.exec('PRAGMA synchronous = NORMAL');
  }
}

/** Runs `work` inside of a transaction so that it can fail alone: what it wrote is undone, and the transaction can go on. */
export function inSavepoint<Value>(database: Database, work: () => Value): Value {
  database.exec('SAVEPOINT alone');
  try {
    const value = work();
    database.exec('RELEASE alone');
    return value;
  } catch (error) {
    // A disk that is full has ended the whole transaction already.
    if (database.isTransaction) database.exec('ROLLBACK TO alone; RELEASE alone');
    throw error;
  }
}
