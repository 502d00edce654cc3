import type { Database } from '../transaction.ts';

/** Of a custom playlist: its entries in order, those in the trash among them, so that they come back to their places in whatever order. */
export function addFullOrder(database: Database): void {
  database.exec(`
    -- JSON: ids of videos; NULL: nothing of it lies in the trash.
    ALTER TABLE playlist ADD COLUMN full_order TEXT;
  `);
}
