// Opens the archive's SQLite file. Except for backups, snapshots and restores, the process reads and writes only through this connection.
// Calls are synchronous, so no reader ever sees a half-done write. A crash of the process loses at most the running transaction (WAL). A
// power cut may also lose the last committed transactions, except those of `inDurableTransaction`.
import { DatabaseSync } from '@photostructure/sqlite';
import { inTransaction, type Database } from './transaction.ts';
import { WordedError } from '../texts/wording.ts';
import { migrations, type Migration } from './migrations.ts';

/** @param setUpNew writes the initial content of a new database, in the transaction that creates its tables. @throws NewerDatabase */
export function openDatabase(file: string, setUpNew: (database: Database) => void = () => undefined): Database {
  const database = new DatabaseSync(file);
  try {
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA foreign_keys = ON;
      PRAGMA temp_store = MEMORY;
    `);
    // 32 MiB: enough for the sort indexes of 100 000 videos, and far below the process's limit of 250 MB.
    database.exec('PRAGMA cache_size = -32768');
    // A restore, or the writes during a backup, may let the journal grow to the size of the database. Without a limit the journal's file
    // would stay that large until the server ends. 16 MiB is four times its usual size.
    database.exec('PRAGMA journal_size_limit = 16777216');
    inTransaction(database, () => {
      const isNew = appliedMigrations(database).length === 0;
      migrate(database);
      if (isNew) setUpNew(database);
    });
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Thrown for a database of a newer version, because a program must not write to a database that it does not understand. */
export class NewerDatabase extends WordedError {}

/**
 * Applies all missing migrations, or none: if one fails, the previous version can still open the database.
 * @param upTo how many migrations, counted from the first, the database has afterwards
 */
export function migrate(database: Database, upTo = migrations.length): void {
  const missingMigrations = pendingMigrations(database).filter((migration) => migrations.indexOf(migration) < upTo);
  if (missingMigrations.length === 0) return;
  inTransaction(database, () => {
    database.exec('CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, applied_at INTEGER NOT NULL)');
    for (const { name, run } of missingMigrations) {
      run(database);
      database.prepare('INSERT INTO migration (name, applied_at) VALUES (?, ?)').run(name, Math.floor(Date.now() / 1000));
    }
  });
}

/** The migrations that this program would apply. @throws NewerDatabase */
export function pendingMigrations(database: Database): Migration[] {
  const appliedNames = new Set(appliedMigrations(database));
  const unknownNames = [...appliedNames].filter((name) => !migrations.some((migration) => migration.name === name));
  if (unknownNames.length > 0) throw new NewerDatabase(({ texts }) => texts.start.data.newer(unknownNames.join(', ')));
  return migrations.filter(({ name }) => !appliedNames.has(name));
}

/** The names of all migrations that were applied; none for a new database. */
export function appliedMigrations(database: Database): string[] {
  const hasTable = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migration'").get() !== undefined;
  return hasTable ? (database.prepare('SELECT name FROM migration ORDER BY name').all() as { name: string }[]).map(({ name }) => name) : [];
}
