import type { Database } from '../transaction.ts';

/**
 * The entries that the last import from TubeArchivist found in a custom playlist. With them a repeated import distinguishes entries that
 * people removed in Stowaway from those that are new in TubeArchivist.
 */
export function addImportedEntries(database: Database): void {
  database.exec(`
    -- JSON: ids of videos; NULL: not imported, or imported by an earlier version.
    ALTER TABLE playlist ADD COLUMN imported_entries TEXT;
  `);
}
