// Stores links that are not in the queue yet because their site could not be reached, with the time of the next try. They are rows, so that
// a restart loses none. The task extract_download writes and reads them; resume-downloads.ts checks which are due.
import type { Database } from '../database/transaction.ts';
import type { AddOptions } from './downloads.ts';

export interface WaitingLink {
  /** A link, an id or a handle, as the user wrote it. */
  text: string;
  /** How the link's videos are added (CollectOptions in server/downloader/collect.ts). */
  options: AddOptions & { isFlat: boolean; broughtBefore?: string[] };
  sinceMs: number;
  consecutiveFailures: number;
  retryAtMs: number;
}

export function createWaitingLinks(database: Database) {
  const selectAll = database.prepare('SELECT * FROM waiting_link ORDER BY id');
  const find = database.prepare('SELECT * FROM waiting_link WHERE word = ?');
  const selectDue = database.prepare('SELECT * FROM waiting_link WHERE retry_at_ms <= ? ORDER BY tries, id');
  const put = database.prepare(`
    INSERT INTO waiting_link (word, options, since_ms, tries, retry_at_ms) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (word) DO UPDATE SET options = excluded.options, tries = excluded.tries, retry_at_ms = excluded.retry_at_ms`);
  const remove = database.prepare('DELETE FROM waiting_link WHERE word = ?');
  const postpone = database.prepare('UPDATE waiting_link SET retry_at_ms = ?2 WHERE retry_at_ms <= ?1');
  const shorten = database.prepare('UPDATE waiting_link SET retry_at_ms = ?1 WHERE retry_at_ms > ?1');

  return {
    list: (): WaitingLink[] => (selectAll.all() as Record<string, unknown>[]).map(toWaitingLink),
    find(text: string): WaitingLink | null {
      const row = find.get(text) as Record<string, unknown> | undefined;
      return row === undefined ? null : toWaitingLink(row);
    },
    /** Links whose next try is due, fewest failures first, so that a link that never answers does not delay the others. */
    dueAt: (nowMs: number): WaitingLink[] => (selectDue.all(nowMs) as Record<string, unknown>[]).map(toWaitingLink),
    /** Stores a link. A row that exists already keeps its place and its `sinceMs`. */
    keep: ({ text, options, sinceMs, consecutiveFailures, retryAtMs }: WaitingLink): void =>
      void put.run(text, JSON.stringify(options), sinceMs, consecutiveFailures, retryAtMs),
    remove: (text: string): void => void remove.run(text),
    /** Delays the links that are due at `nowMs` until `untilMs`. */
    postpone: (nowMs: number, untilMs: number): void => void postpone.run(nowMs, untilMs),
    /** Moves every try after `atMs` to `atMs`: to try all links now, or to correct times that were written while the clock was ahead. */
    shorten: (atMs: number): void => void shorten.run(atMs),
  };
}

function toWaitingLink(row: Record<string, unknown>): WaitingLink {
  return {
    text: row['word'] as string,
    options: JSON.parse(row['options'] as string) as WaitingLink['options'],
    sinceMs: row['since_ms'] as number,
    consecutiveFailures: row['tries'] as number,
    retryAtMs: row['retry_at_ms'] as number,
  };
}
