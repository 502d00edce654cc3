// Stores the first answer to a write that has an Idempotency-Key, for a day. A repeated call gets this answer instead of acting twice. A key
// belongs to the call that first used it (docs/decisions/102). The answer is stored in the transaction of the write itself, so a crash
// leaves both or neither. Effects outside that transaction, such as the deletion of a video, channel or playlist, a new snapshot, or a call
// to another server, come before the answer is stored. Refusals that a handler throws are not kept, because they had no effect and the same
// call may succeed later.
import type { Database } from '../database/transaction.ts';

const retentionSeconds = 86_400;

export interface StoredResponse {
  status: number;
  /** JSON text; null if the answer has no body. */
  body: string | null;
}

/** A key used by one account for one call. */
export interface KeyedCall {
  accountId: number;
  key: string;
  /** See call-fingerprint.ts. */
  fingerprint: string;
}

type IdempotencyLookup =
  /**
   * There is no stored answer, so the call is carried out. Either the key was not used during the last day, or its first answer contained a
   * secret.
   */
  | { kind: 'none' }
  | { kind: 'answer'; answer: StoredResponse }
  /** The key was used for another call. */
  | { kind: 'other-call' };

export function createIdempotencyStore(database: Database, now: () => number = () => Math.floor(Date.now() / 1000)) {
  const find = database.prepare('SELECT status, body, fingerprint, is_kept FROM first_answer WHERE account_id = ? AND idempotency_key = ? AND answered_at > ?');
  const insert = database.prepare(
    'INSERT OR REPLACE INTO first_answer (account_id, idempotency_key, fingerprint, is_kept, status, body, answered_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const removeOld = database.prepare('DELETE FROM first_answer WHERE answered_at <= ?');

  return {
    find({ accountId, key, fingerprint }: KeyedCall): IdempotencyLookup {
      const row = find.get(accountId, key, now() - retentionSeconds) as (StoredResponse & { fingerprint: string | null; is_kept: number }) | undefined;
      if (!row) return { kind: 'none' };
      if (row.fingerprint !== null && row.fingerprint !== fingerprint) return { kind: 'other-call' };
      return row.is_kept === 1 ? { kind: 'answer', answer: { status: row.status, body: row.body } } : { kind: 'none' };
    },
    /** `isSecret`: the answer contains a secret, which must not get into the database, so only the key and its call are stored. */
    remember({ accountId, key, fingerprint }: KeyedCall, answer: StoredResponse, isSecret: boolean): void {
      removeOld.run(now() - retentionSeconds);
      insert.run(accountId, key, fingerprint, Number(!isSecret), answer.status, isSecret ? null : answer.body, now());
    },
  };
}
