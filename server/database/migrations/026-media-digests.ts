import type { Database } from '../transaction.ts';

/** SHA-256 of the windows of a media file, as far as computed. */
export function createMediaDigests(database: Database): void {
  database.exec(`
    CREATE TABLE media_digest (
      video INTEGER PRIMARY KEY REFERENCES video (id) ON DELETE CASCADE,
      -- The state of the file that they belong to: its ETag.
      tag TEXT NOT NULL,
      -- 32 bytes for each window, in order.
      sha256 BLOB NOT NULL
    );
  `);
}
