import type { Database } from '../transaction.ts';

/** Adds the table of media files' digests. A row contains the SHA-256 of each window (server/digests) that was read so far. */
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
