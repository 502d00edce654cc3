import type { Database } from '../transaction.ts';

/** YouTube's handle of a channel, with its `@` and in lower case: what the browser extension asks for channels by. */
export function addHandles(database: Database): void {
  database.exec(`
    ALTER TABLE channel ADD COLUMN handle TEXT;
    CREATE INDEX channel_handle ON channel (handle) WHERE handle IS NOT NULL;
  `);
}
