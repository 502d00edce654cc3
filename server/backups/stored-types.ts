// Checks that the values in a snapshot have the types of their columns. SQLite itself stores text in a column of numbers, and numbers that
// JavaScript cannot read exactly. Every answer that contains such a value would fail. read-backup.ts checks the lines of a backup.
import type { Database } from '../database/transaction.ts';
import { BackupProblem } from './backup-problem.ts';
import { queryDatabase } from './check-database.ts';
import { countedColumns, maxCounted, tableRoles } from './contents.ts';

interface ColumnCheck {
  column: string;
  /** An SQL condition that holds for an invalid value. */
  isInvalid: string;
  problem: 'notText' | 'notNumber' | 'outOfRange';
}

/** Checks the tables that a restore takes from the snapshot. @throws BackupProblem */
export async function requireStoredTypes(staging: Database, stagingFile: string): Promise<void> {
  const ordinaryTables = staging.prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'").all() as { name: string }[];
  const tableChecks = ordinaryTables
    .filter(({ name }) => tableRoles[name] === 'backup' || tableRoles[name] === 'derived')
    .map(({ name }) => ({ table: name, checks: checksOf(staging, name) }));
  const results = await queryDatabase(
    stagingFile,
    tableChecks.map(({ table, checks }) => firstInvalidQuery(table, checks)),
  );
  for (const [index, { table, checks }] of tableChecks.entries()) {
    const check = checks[Number(results[index]?.[0]?.['failed'])];
    if (check) throw new BackupProblem((texts) => texts[check.problem](texts.column(check.column, table)));
  }
}

/** Selects the index of a check that some row fails; no row if all values are valid. */
function firstInvalidQuery(table: string, checks: ColumnCheck[]): string {
  const branches = checks.map(({ isInvalid }, index) => `WHEN ${isInvalid} THEN ${index}`);
  return `SELECT failed FROM (SELECT CASE ${branches.join(' ')} END AS failed FROM ${table}) WHERE failed IS NOT NULL LIMIT 1`;
}

function checksOf(staging: Database, table: string): ColumnCheck[] {
  const columns = staging.prepare('SELECT name, type FROM pragma_table_info(?)').all(table) as { name: string; type: string }[];
  return columns.flatMap(({ name: column, type }): ColumnCheck[] => {
    if (type === 'BLOB') return [];
    if (type === 'TEXT') return [{ column, isInvalid: `typeof(${column}) NOT IN ('null', 'text')`, problem: 'notText' }];
    const highest = countedColumns[table]?.includes(column) ? maxCounted : Number.MAX_SAFE_INTEGER;
    return [
      { column, isInvalid: `typeof(${column}) NOT IN ('null', 'integer', 'real')`, problem: 'notNumber' },
      { column, isInvalid: `${column} NOT BETWEEN ${Number.MIN_SAFE_INTEGER} AND ${highest}`, problem: 'outOfRange' },
    ];
  });
}
