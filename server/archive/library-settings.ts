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

export interface TrashEmptiedEarly {
  /** The message in English. Earlier versions stored it without the totals. */
  message: string;
  /** What was removed; null if an earlier version stored the message. */
  removedTotals: { items: number; bytes: number } | null;
  atMs: number;
}

const defaults: LibrarySettings = { trashDays: 7, forgetMissingAfterDays: null, writesBesideOwner: false };

/** Returns the stored settings that are valid. */
export function validLibrarySettings(storedSettings: Record<string, unknown>): Record<string, unknown> {
  const isDays = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
  const isValid: Record<string, (value: unknown) => boolean> = {
    trashDays: isDays,
    forgetMissingAfterDays: (value) => value === null || isDays(value),
    writesBesideOwner: (value) => typeof value === 'boolean',
  };
  return Object.fromEntries(Object.entries(storedSettings).filter(([key, value]) => Object.hasOwn(isValid, key) && isValid[key]?.(value) === true));
}

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
    trashEmptiedEarly(): TrashEmptiedEarly | null {
      const row = readNote.get() as { value: string } | undefined;
      if (!row) return null;
      const { words, items = null, bytes = 0, atMs } = JSON.parse(row.value) as { words: string; items?: number; bytes?: number; atMs: number };
      return { message: words, removedTotals: items === null ? null : { items, bytes }, atMs };
    },
    recordTrashEmptiedEarly: ({ message, items, bytes }: { message: string; items: number; bytes: number }): void =>
      void writeNote.run(JSON.stringify({ words: message, items, bytes, atMs: Date.now() })),
    change: (changes: Partial<LibrarySettings>): void => inTransaction(database, () => void write.run(JSON.stringify({ ...get(), ...changes }))),
  };
}
