// Adds the reasons of failed downloads, as kinds and as yt-dlp's own messages; the sites on hold, each until a given time; and warnings.
// server/archive/download-runs.ts and download-holds.ts explain the columns.
import type { Database } from '../transaction.ts';

export function createDownloadHolds(database: Database): void {
  database.exec(`
    -- Whom a refusal concerns (server/archive/sites.ts); null until a run has looked at its address.
    ALTER TABLE download ADD COLUMN site TEXT;
    -- Kind of the last failure (failures.ts); null while there is none.
    ALTER TABLE download ADD COLUMN failure TEXT;
    -- The program's own words and warnings, a line each.
    ALTER TABLE download ADD COLUMN details TEXT;
    -- Its site failed at it: the next run tries others of the site before it.
    ALTER TABLE download ADD COLUMN is_late INTEGER NOT NULL DEFAULT 0;
    -- 0; 1: the site refused it in a way that may mean all of its videos; 2: since then the site sent others.
    ALTER TABLE download ADD COLUMN doubt INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE download_hold (
      -- Empty: the whole network.
      site TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      -- The program's own words and warnings, a line each.
      details TEXT NOT NULL,
      since_ms INTEGER NOT NULL,
      -- Failures in a row.
      tries INTEGER NOT NULL,
      retry_at_ms INTEGER NOT NULL,
      -- Of the run that it ended: all, or what was set to start.
      scope TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE download_warning (words TEXT PRIMARY KEY, title TEXT NOT NULL, warned_at INTEGER NOT NULL) WITHOUT ROWID;
  `);
}
