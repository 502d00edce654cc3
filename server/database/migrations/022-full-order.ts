import type { Database } from '../transaction.ts';

/**
 * The order of a custom playlist's entries, including the videos in the trash. A restored video therefore returns to its place, whatever
 * the order in which videos are restored.
 */
export function addFullOrder(database: Database): void {
  database.exec(`
    -- JSON: ids of videos; NULL: nothing of it lies in the trash.
    ALTER TABLE playlist ADD COLUMN full_order TEXT;
  `);
}
