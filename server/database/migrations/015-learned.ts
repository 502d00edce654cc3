import type { Database } from '../transaction.ts';

/**
 * Facts from sources about an owner's videos, channels and playlists (server/catalogue/learned.ts, where `beside` is `ownerFileHash`). They
 * are stored here, because the owner's files are only read. Times are Unix milliseconds.
 */
export function createLearned(database: Database): void {
  database.exec(`
    CREATE TABLE learned (
      kind TEXT NOT NULL,
      ref TEXT NOT NULL,
      -- SHA-256 of the owner's description by then; null: there was none.
      beside TEXT,
      learned_ms INTEGER NOT NULL,
      -- As yt-dlp would have written it; beside an owner's description only what differs from it. The last column: it may be large.
      info TEXT NOT NULL,
      PRIMARY KEY (kind, ref)
    );
    CREATE TABLE learned_picture (
      kind TEXT NOT NULL,
      ref TEXT NOT NULL,
      -- plain, avatar or banner
      role TEXT NOT NULL,
      -- In learned/pictures of the data folder.
      name TEXT NOT NULL,
      -- As in learned: of the owner's picture.
      beside TEXT,
      learned_ms INTEGER NOT NULL,
      PRIMARY KEY (kind, ref, role)
    );
    CREATE INDEX learned_picture_name ON learned_picture (name);
  `);
}
