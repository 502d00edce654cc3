import type { Database } from '../transaction.ts';

/**
 * A channel's YouTube handle, with its `@` and in lower case. The browser extension finds channels by their handles. The migration's name
 * means such companion programs (docs/companions.md), not the companion files of a video.
 */
export function addHandles(database: Database): void {
  database.exec(`
    ALTER TABLE channel ADD COLUMN handle TEXT;
    CREATE INDEX channel_handle ON channel (handle) WHERE handle IS NOT NULL;
  `);
}
