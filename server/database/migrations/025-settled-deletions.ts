import type { Database } from '../transaction.ts';

/** When a deletion dated in the future was first seen, in Unix milliseconds: this time applies until the clock has passed the recorded one. */
export function addSettledDeletions(database: Database): void {
  database.exec('ALTER TABLE removed_video ADD COLUMN settled_ms REAL');
}
