// Requires that a database has exactly the tables, indexes and triggers that this program's migrations create. Otherwise a foreign file
// could contain its own triggers, which would run at the server's next write.
import { DatabaseSync } from '@photostructure/sqlite';
import { migrations } from '../database/migrations.ts';
import { appliedMigrations, migrate } from '../database/open-database.ts';
import type { Database } from '../database/transaction.ts';
import { BackupProblem } from './backup-problem.ts';

/** @throws BackupProblem */
export function requireOwnSchema(database: Database): void {
  const appliedNames = appliedMigrations(database);
  if (appliedNames.length === 0) throw new BackupProblem((texts) => texts.foreignSnapshot);
  if (appliedNames.some((name) => !migrations.some((migration) => migration.name === name))) throw new BackupProblem((texts) => texts.newer);
  const isInOrder = appliedNames.every((name, index) => name === migrations[index]?.name);
  const expectedDatabase = new DatabaseSync(':memory:');
  try {
    migrate(expectedDatabase, appliedNames.length);
    if (!isInOrder || schemaOf(database) !== schemaOf(expectedDatabase)) throw new BackupProblem((texts) => texts.otherTables);
  } finally {
    expectedDatabase.close();
  }
}

/** The schema as text, without SQLite's own tables, such as its statistics. */
function schemaOf(database: Database): string {
  return JSON.stringify(
    database.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY type, name").all(),
  );
}
