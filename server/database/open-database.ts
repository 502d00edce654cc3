// The archive's one SQLite file: the only connection of the process, which reads and writes. Calls are synchronous, so
// no reader ever meets a half-done write. A crash loses at most the transaction that was running (WAL).
import { DatabaseSync } from '@photostructure/sqlite';
import { inTransaction, type Database } from './transaction.ts';
import { migrations } from './migrations.ts';

export function openDatabase(file: string): Database {
  const database = new DatabaseSync(file);
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA foreign_keys = ON;
    PRAGMA temp_store = MEMORY;
  `);
  // 32 MiB: the sort indexes of 100 000 videos fit, and the process stays far below its 250 MB.
  database.exec('PRAGMA cache_size = -32768');
  migrate(database);
  return database;
}

/** An older program must not write into what it does not understand. */
export class NewerDatabase extends Error {}

export function migrate(database: Database, upTo = migrations.length): void {
  database.exec('CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, applied_at INTEGER NOT NULL)');
  const applied = new Set(
    database
      .prepare('SELECT name FROM migration')
      .all()
      .map((row) => (row as { name: string }).name),
  );
  const unknown = [...applied].filter((name) => !migrations.some((migration) => migration.name === name));
  if (unknown.length > 0) throw new NewerDatabase(`the database holds changes of a newer version (${unknown.join(', ')})`);
  for (const { name, run } of migrations.slice(0, upTo)) {
    if (applied.has(name)) continue;
    inTransaction(database, () => {
      run(database);
      database.prepare('INSERT INTO migration (name, applied_at) VALUES (?, ?)').run(name, Math.floor(Date.now() / 1000));
    });
  }
}
