import type { Database } from '../transaction.ts';

/**
 * The time, in Unix milliseconds, when a deletion dated in the future was first seen. It is used instead of the recorded time until the
 * clock has passed the recorded time.
 */
export function addSettledDeletions(database: Database): void {
  database.exec('ALTER TABLE removed_video ADD COLUMN settled_ms REAL');
}
