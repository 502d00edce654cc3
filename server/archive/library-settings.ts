// Stores the settings for how this archive keeps its files. They are changed on /admin/; no client reads them.
import { inTransaction, type Database } from '../database/transaction.ts';

export interface LibrarySettings {
  /** Days that deleted videos stay in the trash; 0 deletes them immediately. */
  trashDays: number;
  /** Days after which a missing video is forgotten; null for never. */
  forgetMissingAfterDays: number | null;
  /** Whether descriptions and pictures are written beside the owner's files and embedded into them. */
  writesBesideOwner: boolean;
}

const defaults: LibrarySettings = { trashDays: 7, forgetMissingAfterDays: null, writesBesideOwner: false };

export function createLibrarySettings(database: Database) {
  const read = database.prepare("SELECT value FROM archive WHERE key = 'keeper-settings'");
  const write = database.prepare("INSERT OR REPLACE INTO archive (key, value) VALUES ('keeper-settings', ?)");
  const readNote = database.prepare("SELECT value FROM archive WHERE key = 'trash-gave-way'");
  const writeNote = database.prepare("INSERT OR REPLACE INTO archive (key, value) VALUES ('trash-gave-way', ?)");

  function get(): LibrarySettings {
    const row = read.get() as { value: string } | undefined;
    return { ...defaults, ...(row ? (JSON.parse(row.value) as Partial<LibrarySettings>) : {}) };
  }

  return {
    get,
    /** The last time that the trash was emptied early because the disk filled up. */
    trashEmptiedEarly(): { message: string; atMs: number } | null {
      const row = readNote.get() as { value: string } | undefined;
      if (!row) return null;
      const { words, atMs } = JSON.parse(row.value) as { words: string; atMs: number };
      return { message: words, atMs };
    },
    recordTrashEmptiedEarly: (message: string): void => void writeNote.run(JSON.stringify({ words: message, atMs: Date.now() })),
    change: (changes: Partial<LibrarySettings>): void => inTransaction(database, () => void write.run(JSON.stringify({ ...get(), ...changes }))),
  };
}
