// Stores the folders outside the library from which pictures may be sent: those of imported TubeArchivist servers. Only the import command
// adds folders. A restore never does, because a backup could otherwise make any file on the disk readable.
import type { Database } from '../database/transaction.ts';

const key = 'picture-folders';

/** The folders' absolute paths without symbolic links. */
export function pictureFolders(database: Database): string[] {
  const row = database.prepare('SELECT value FROM archive WHERE key = ?').get(key) as { value: string } | undefined;
  return row ? (JSON.parse(row.value) as string[]) : [];
}

export function addPictureFolder(database: Database, folder: string): void {
  const folders = [...new Set([...pictureFolders(database), folder])];
  database.prepare('INSERT OR REPLACE INTO archive (key, value) VALUES (?, ?)').run(key, JSON.stringify(folders));
}
