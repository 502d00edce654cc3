// Runs before each test file: `openDatabase` gives a new database its tables in one step instead of migration by migration, which takes six
// times as long. Tests create more than a thousand databases. tests/unit/server-database.test.ts compares the two ways. Other callers of
// `migrate` run the migrations, because they may stop at an earlier version.
import { DatabaseSync } from '@photostructure/sqlite';
import { migrations, type Migration } from '../server/database/migrations.ts';
import { migrate } from '../server/database/open-database.ts';
import type { Database } from '../server/database/transaction.ts';

interface Originals {
  /** The original `run` of each migration. */
  runs: Migration['run'][];
  wholeSchema: string | null;
}

/**
 * Stored as a property of the list, because the test files of one worker share the list, and an earlier file may have replaced each `run`.
 */
const originals = ((migrations as Migration[] & { originals?: Originals }).originals ??= { runs: migrations.map(({ run }) => run), wholeSchema: null });

const createdAtOnce = new WeakSet<Database>();

for (const [index, migration] of migrations.entries()) {
  migration.run = (database) => {
    if (createdAtOnce.has(database)) {
      // After the last migration the shortcut ends, because a test may undo a migration and run it again.
      if (index === migrations.length - 1) createdAtOnce.delete(database);
      return;
    }
    if (index > 0 || !isFromOpenDatabase(database)) return originals.runs[index]?.(database);
    originals.wholeSchema ??= schemaOfAllMigrations();
    database.exec(originals.wholeSchema);
    createdAtOnce.add(database);
  };
}

/** Whether `openDatabase` opened the database. Only `openDatabase` sets this limit of the journal's size. */
function isFromOpenDatabase(database: Database): boolean {
  const { journal_size_limit: limit } = database.prepare('PRAGMA journal_size_limit').get() as { journal_size_limit: number };
  return limit === 16_777_216;
}

/** The statements that create the same tables, indexes, triggers and rows as the migrations. */
function schemaOfAllMigrations(): string {
  const database = new DatabaseSync(':memory:');
  migrate(database);
  const tables = database.prepare('PRAGMA main.table_list').all() as { name: string; type: string }[];
  // A virtual table creates its shadow tables and their content.
  const shadowTables = tables.filter(({ type }) => type === 'shadow').map(({ name }) => name);
  const schemaRows = database.prepare('SELECT tbl_name AS name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid').all() as {
    name: string;
    sql: string;
  }[];
  const statements = schemaRows.filter(({ name }) => !['migration', ...shadowTables].includes(name) && !name.startsWith('sqlite_')).map(({ sql }) => sql);
  for (const { name } of tables.filter(({ name: table, type }) => type === 'table' && !/^(migration$|sqlite_)/.test(table))) {
    for (const row of database.prepare(`SELECT * FROM "${name}"`).all() as Record<string, string | number | null>[])
      statements.push(`INSERT INTO "${name}" (${Object.keys(row).join(', ')}) VALUES (${Object.entries(row).map(literal).join(', ')})`);
  }
  database.close();
  return `${statements.join(';\n')};`;
}

function literal([column, value]: [string, string | number | null]): string {
  if (column === 'counted_from_ms') return 'unixepoch() * 1000'; // when the database is created
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
