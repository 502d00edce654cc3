// The first answer to a write that came with an Idempotency-Key: sent again for a day instead of acting twice. Stored in
// the transaction of the effect itself, so a crash leaves both or neither. Only successes are kept: a refusal had no
// effect, and what was refused may succeed later.
import type { Database } from '../database/transaction.ts';

const keptSeconds = 86_400;

export interface FirstAnswer {
  status: number;
  /** JSON text; null without a body. */
  body: string | null;
}

export function createFirstAnswers(database: Database, now: () => number = () => Math.floor(Date.now() / 1000)) {
  const find = database.prepare('SELECT status, body FROM first_answer WHERE account_id = ? AND idempotency_key = ? AND answered_at > ?');
  const insert = database.prepare('INSERT OR REPLACE INTO first_answer (account_id, idempotency_key, status, body, answered_at) VALUES (?, ?, ?, ?, ?)');
  const removeOld = database.prepare('DELETE FROM first_answer WHERE answered_at <= ?');

  return {
    find: (accountId: number, key: string): FirstAnswer | null => (find.get(accountId, key, now() - keptSeconds) as FirstAnswer | undefined) ?? null,
    remember(accountId: number, key: string, answer: FirstAnswer): void {
      removeOld.run(now() - keptSeconds);
      insert.run(accountId, key, answer.status, answer.body, now());
    },
  };
}
