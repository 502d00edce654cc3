import type { Database } from '../transaction.ts';

/** An Idempotency-Key belongs to one call (docs/decisions/102). Earlier rows have no fingerprint and are gone within a day. */
export function bindKeys(database: Database): void {
  database.exec(`
    -- SHA-256 of method, path, query and body of the call that the key was first used for.
    ALTER TABLE first_answer ADD COLUMN fingerprint TEXT;
    -- 0: the key is bound, but the answer held a secret and was not kept.
    ALTER TABLE first_answer ADD COLUMN is_kept INTEGER NOT NULL DEFAULT 1;
  `);
}
