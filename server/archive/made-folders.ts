// Folders in the library that Stowaway made. These alone go when they have become empty: all others are the owner's.
import path from 'node:path';
import type { Database } from '../database/transaction.ts';

export function createMadeFolders(database: Database) {
  const add = database.prepare('INSERT OR IGNORE INTO made_folder (folder) VALUES (?)');
  const has = database.prepare('SELECT 1 FROM made_folder WHERE folder = ?');
  const remove = database.prepare('DELETE FROM made_folder WHERE folder = ?');
  return {
    /** @param folder stored name; those above it that were made along with it, too */
    add(folder: string, firstMade: string): void {
      for (let made = folder; made !== '.' && made.length >= firstMade.length; made = path.posix.dirname(made)) add.run(made);
    },
    has: (folder: string): boolean => has.get(folder) !== undefined,
    remove: (folder: string): void => void remove.run(folder),
  };
}
