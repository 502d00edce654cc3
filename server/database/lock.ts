// Allows only one server per data folder. The lock is an exclusive transaction on a separate file. The operating system releases it when
// the process ends, so a crash cannot leave it behind.
import { DatabaseSync } from '@photostructure/sqlite';

export interface FolderLock {
  release(): void;
}

/** Takes the lock. Returns null if another process has it. */
export function lockFolder(file: string): FolderLock | null {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA busy_timeout = 0');
    // Nothing is ever written, but SQLite would create a journal, for which a full disk has no space.
    database.exec('PRAGMA journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) return null;
    throw error;
  }
  return { release: () => database.close() };
}
