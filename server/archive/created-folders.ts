// Stores which folders in the library Stowaway created. Only these are removed when they are empty; all others belong to the owner.
import path from 'node:path';
import type { Database } from '../database/transaction.ts';

export function createCreatedFolders(database: Database) {
  const add = database.prepare('INSERT OR IGNORE INTO made_folder (folder) VALUES (?)');
  const has = database.prepare('SELECT 1 FROM made_folder WHERE folder = ?');
  const remove = database.prepare('DELETE FROM made_folder WHERE folder = ?');
  return {
    /** Records a folder and its parents up to `firstCreated`, the topmost folder created with it. Both parameters are stored names. */
    add(folder: string, firstCreated: string): void {
      for (let current = folder; current !== '.' && current.length >= firstCreated.length; current = path.posix.dirname(current)) add.run(current);
    },
    has: (folder: string): boolean => has.get(folder) !== undefined,
    remove: (folder: string): void => void remove.run(folder),
  };
}
