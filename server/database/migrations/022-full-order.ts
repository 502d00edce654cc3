import type { Database } from '../transaction.ts';

/**
 * The entries of a custom playlist in order, including those in the trash, so that they return to their places in whatever order they are
 * restored.
 */
export function addFullOrder(database: Database): void {
  database.exec(`
    -- JSON: ids of videos; NULL: nothing of it lies in the trash.
    ALTER TABLE playlist ADD COLUMN full_order TEXT;
  `);
}
