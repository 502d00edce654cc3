// Checks the paths in a backup or a snapshot, which anybody may have written. They must be relative to the library and stay inside it.
// Pictures of an imported TubeArchivist server are in separate folders, with absolute paths (picture-folders.ts).
import type { Database } from '../database/transaction.ts';
import { yieldEventLoop } from '../library/bounded.ts';
import { BackupProblem, type Place } from './backup-problem.ts';
import { queryDatabase } from './check-database.ts';
import { fileColumns, fileLists } from './contents.ts';

export function pathProblem(file: string): 'leads-out' | 'absolute' | null {
  if (file.includes('\0') || file.split(/[\\/]/).includes('..')) return 'leads-out';
  return /^[\\/]|^[A-Za-z]:[\\/]/.test(file) ? 'absolute' : null;
}

/** @throws BackupProblem */
export function requireInLibrary(file: string, location: Place): void {
  if (pathProblem(file) !== null) throw new BackupProblem((texts) => texts.leadsOut(location(texts), file.length > 60 ? `${file.slice(0, 60)}…` : file));
}

export function isBelow(file: string, folders: readonly string[]): boolean {
  return folders.some((folder) => file.startsWith(`${folder}/`));
}

/** The paths in a list. Its items are strings, or objects with a path under `key`. */
export function pathsOfList(list: unknown, key: string | null): string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown) => {
    const value = key === null ? item : (item as Record<string, unknown> | null)?.[key];
    return typeof value === 'string' ? [value] : [];
  });
}

/** A column of paths, or a column of lists of paths. `query` selects those that may lead out of the library. */
interface PathColumn {
  table: string;
  column: string;
  isList: boolean;
  query: string;
}

const suspectCondition = (file: string): string => `(${file} GLOB '*..*' OR ${file} GLOB '[/\\]*' OR ${file} GLOB '?:*')`;

const pathColumns: PathColumn[] = [
  ...Object.entries(fileColumns).flatMap(([table, columns]) =>
    columns.map((column) => ({
      table,
      column,
      isList: false,
      query: `SELECT DISTINCT ${column} AS file FROM ${table} WHERE ${suspectCondition(column)}`,
    })),
  ),
  ...Object.entries(fileLists).flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, key]) => {
      // json_extract fails for an item that is text.
      const file = key === null ? 'item.value' : `CASE item.type WHEN 'object' THEN json_extract(item.value, '$.${key}') END`;
      const query = `SELECT ${file} AS file FROM ${table}, json_each(${column}) AS item WHERE json_valid(${column}) AND ${suspectCondition(file)}`;
      return { table, column, isList: true, query };
    }),
  ),
];

/** Large, because each batch reads the whole table. */
const filesPerBatch = 1_000;

/**
 * Checks all paths of a staged database. Removes the paths of pictures outside the known picture folders, because the server would not
 * send them.
 * @throws BackupProblem
 */
export async function checkPaths(staging: Database, stagingFile: string, pictureFolders: readonly string[]): Promise<void> {
  const queries = pathColumns.map(({ query }) => query);
  const suspectsByColumn = (await queryDatabase(stagingFile, queries)) as { file: string }[][];
  for (const [index, { table, column, isList }] of pathColumns.entries()) {
    const droppedFiles: string[] = [];
    for (const { file } of suspectsByColumn[index] ?? []) {
      const isPicture = !isList && column !== 'media_file' && pathProblem(file) === 'absolute';
      if (!isPicture) requireInLibrary(file, (texts) => texts.column(column, table));
      else if (!isBelow(file, pictureFolders)) droppedFiles.push(file);
    }
    const drop = staging.prepare(`UPDATE ${table} SET ${column} = NULL WHERE ${column} IN (SELECT value FROM json_each(?))`);
    for (let start = 0; start < droppedFiles.length; start += filesPerBatch) {
      drop.run(JSON.stringify(droppedFiles.slice(start, start + filesPerBatch)));
      await yieldEventLoop();
    }
  }
}
