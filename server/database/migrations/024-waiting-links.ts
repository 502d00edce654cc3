import type { Database } from '../transaction.ts';

/** Links waiting to be added to the queue because their site could not be reached. Times are Unix milliseconds. */
export function createWaitingLinks(database: Database): void {
  database.exec(`
    CREATE TABLE waiting_link (
      id INTEGER PRIMARY KEY,
      -- As it was written: a link, an id, a handle.
      word TEXT NOT NULL UNIQUE,
      -- JSON: how it is to be added.
      options TEXT NOT NULL,
      since_ms INTEGER NOT NULL,
      -- Failures in a row.
      tries INTEGER NOT NULL,
      retry_at_ms INTEGER NOT NULL
    );
  `);
}
