import type { Database } from '../transaction.ts';

/** When a deletion that was noted in the future was first met, in Unix milliseconds: it counts until the clock has passed the noted time. */
export function addSettledDeletions(database: Database): void {
  database.exec('ALTER TABLE removed_video ADD COLUMN settled_ms REAL');
}
