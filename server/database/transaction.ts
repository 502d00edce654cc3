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
