// Stores signed-in devices. The cookie contains a random token. The database contains only its hash, so that a stolen database grants no
// access.
import { createHash, randomBytes } from 'node:crypto';
import { isBusy } from '../database/busy.ts';
import { isDiskFull } from '../database/disk-full.ts';
import type { Database } from '../database/transaction.ts';
import { isUnwritable } from '../database/unwritable.ts';

/** From the contract: 365 days with remember_me, else 2 days, counted from login. */
export const rememberedSessionSeconds = 365 * 86_400;
export const shortSessionSeconds = 2 * 86_400;

/** The last use is stored at most once a minute: playing a video takes hundreds of requests, and a write for each would be wasteful. */
const lastUsedStepSeconds = 60;

/**
 * This many expired sessions stay, those that expired last. They are valid again when a clock that was ahead is set back. More devices are
 * hardly ever signed in.
 */
const keptExpiredSessions = 200;

/** A signed-in device. Times are in Unix seconds. */
export interface Session {
  /** Identifies the session in a form. Grants no access. */
  id: string;
  userAgent: string;
  startedAt: number;
  lastUsedAt: number;
  expiresAt: number;
}

export function createSessions(database: Database, now: () => number = () => Math.floor(Date.now() / 1000)) {
  const insert = database.prepare('INSERT INTO session (token_hash, account_id, created_at, expires_at, last_used_at, user_agent) VALUES (?, ?, ?, ?, ?, ?)');
  const find = database.prepare('SELECT account_id, expires_at, last_used_at FROM session WHERE token_hash = ?');
  const touch = database.prepare('UPDATE session SET last_used_at = ? WHERE token_hash = ?');
  const remove = database.prepare('DELETE FROM session WHERE token_hash = ?');
  const removeExpired = database.prepare(`
    DELETE FROM session WHERE expires_at <= ?1
      AND token_hash NOT IN (SELECT token_hash FROM session WHERE expires_at <= ?1 ORDER BY expires_at DESC LIMIT ?2)`);
  const ofAccount = database.prepare(
    'SELECT token_hash, user_agent, created_at, last_used_at, expires_at FROM session WHERE account_id = ? AND expires_at > ? ORDER BY last_used_at DESC, created_at DESC',
  );
  const removeOne = database.prepare('DELETE FROM session WHERE account_id = ? AND token_hash = ?');
  const removeOthers = database.prepare('DELETE FROM session WHERE account_id = ? AND token_hash <> ?');
  const removeOfAccount = database.prepare('DELETE FROM session WHERE account_id = ?');

  /**
   * On a full or read-only disk, or while another program writes, the last use is not stored, so that people can still read and watch.
   */
  function touchIfWritable(hash: Buffer): void {
    try {
      touch.run(now(), hash);
    } catch (error) {
      if (!isDiskFull(error) && !isBusy(error) && !isUnwritable(error)) throw error;
    }
  }

  return {
    /** Returns the token for the cookie. */
    start(accountId: number, isRemembered: boolean, userAgent: string): { token: string; maxAgeSeconds: number } {
      const token = randomBytes(32).toString('base64url');
      const maxAgeSeconds = isRemembered ? rememberedSessionSeconds : shortSessionSeconds;
      removeExpired.run(now(), keptExpiredSessions);
      insert.run(hashOf(token), accountId, now(), now() + maxAgeSeconds, now(), userAgent.slice(0, 300));
      return { token, maxAgeSeconds };
    },
    /** The account that this token belongs to; null for an unknown or expired token. */
    accountOf(token: string): number | null {
      const hash = hashOf(token);
      const row = find.get(hash) as { account_id: number; expires_at: number; last_used_at: number } | undefined;
      if (!row || row.expires_at <= now()) return null;
      if (now() - row.last_used_at >= lastUsedStepSeconds) touchIfWritable(hash);
      return row.account_id;
    },
    /** The account's sessions, most recently used first. */
    list: (accountId: number): Session[] =>
      (ofAccount.all(accountId, now()) as Record<string, unknown>[]).map((row) => ({
        id: Buffer.from(row['token_hash'] as Uint8Array).toString('hex'),
        userAgent: row['user_agent'] as string,
        startedAt: row['created_at'] as number,
        lastUsedAt: row['last_used_at'] as number,
        expiresAt: row['expires_at'] as number,
      })),
    /** The id of the session that this token belongs to. */
    idOf: (token: string): string => hashOf(token).toString('hex'),
    /** Ends a session of this account. The id of another account's session has no effect. */
    endById: (accountId: number, id: string): void => void removeOne.run(accountId, Buffer.from(id, 'hex')),
    /** Ends all sessions except the one with this token; all of them if `token` is null. */
    endOthers: (accountId: number, token: string | null): void => void removeOthers.run(accountId, token === null ? Buffer.alloc(0) : hashOf(token)),
    end: (token: string): void => void remove.run(hashOf(token)),
    endAll: (accountId: number): void => void removeOfAccount.run(accountId),
  };
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
