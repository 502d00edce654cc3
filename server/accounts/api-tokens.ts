// Stores API tokens: 40 hex digits for programs that call the API, at most one for each account. A token is stored in plain text, because
// its owner can display it again. Until a token is revoked, calls with it have the rights of its account and need no CSRF cookie.
import { randomBytes } from 'node:crypto';
import type { Database } from '../database/transaction.ts';

export function createApiTokens(database: Database) {
  const read = database.prepare('SELECT token FROM api_token WHERE account_id = ?');
  const insert = database.prepare('INSERT OR IGNORE INTO api_token (account_id, token) VALUES (?, ?)');
  const remove = database.prepare('DELETE FROM api_token WHERE account_id = ?');
  const owner = database.prepare('SELECT account_id FROM api_token WHERE token = ?');
  return {
    /** The first call creates the token. */
    get(accountId: number): string {
      insert.run(accountId, randomBytes(20).toString('hex'));
      return (read.get(accountId) as { token: string }).token;
    },
    has: (accountId: number): boolean => read.get(accountId) !== undefined,
    revoke: (accountId: number): void => void remove.run(accountId),
    accountOf: (token: string): number | null => (owner.get(token) as { account_id: number } | undefined)?.account_id ?? null,
  };
}
