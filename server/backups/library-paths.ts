// Checks the paths in a backup or a snapshot, which anybody may have written. They must be relative to the library and stay inside it.
// Pictures of an imported TubeArchivist server are in separate folders, with absolute paths (picture-folders.ts).
import type { Database } from '../database/transaction.ts';
import { BackupProblem, type Place } from './backup-problem.ts';
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

/**
 * Checks all paths of a staged database. Removes the paths of pictures outside the known picture folders, because the server would not
 * send them.
 * @throws BackupProblem
 */
export function checkPaths(staging: Database, pictureFolders: readonly string[]): void {
  for (const [table, columns] of Object.entries(fileColumns))
    for (const column of columns) {
      const selectSuspects = staging.prepare(
        `SELECT DISTINCT ${column} AS file FROM ${table} WHERE ${column} GLOB '*..*' OR ${column} GLOB '[/\\]*' OR ${column} GLOB '?:*'`,
      );
      const drop = staging.prepare(`UPDATE ${table} SET ${column} = NULL WHERE ${column} = ?`);
      for (const { file } of selectSuspects.all() as { file: string }[]) {
        const isPicture = column !== 'media_file' && pathProblem(file) === 'absolute';
        if (!isPicture) requireInLibrary(file, (texts) => texts.column(column, table));
        else if (!isBelow(file, pictureFolders)) drop.run(file);
      }
    }
  for (const [table, columns] of Object.entries(fileLists))
    for (const [column, key] of Object.entries(columns)) {
      // json_extract fails for an item that is text.
      const value = key === null ? 'item.value' : `CASE item.type WHEN 'object' THEN json_extract(item.value, '$.${key}') END`;
      const selectSuspects = staging.prepare(`
        SELECT ${value} AS file FROM ${table}, json_each(${column}) AS item
        WHERE json_valid(${column}) AND (${value} GLOB '*..*' OR ${value} GLOB '[/\\]*' OR ${value} GLOB '?:*')`);
      for (const { file } of selectSuspects.all() as { file: string }[]) requireInLibrary(file, (texts) => texts.column(column, table));
    }
}
