// Holds: sites (or the whole network) from which nothing is downloaded until a given time. They are stored as rows, so that a restarted
// server does not ask a site that has just refused. Also stores the last run's warnings. Used by runs of the queue and by the queue's list.
import { inTransaction, type Database } from '../database/transaction.ts';
import type { FailureKind } from '../downloader/failures.ts';
import { isWider, type RunScope } from './download-runs.ts';

export interface DownloadHold {
  /** Null for the whole network. */
  site: string | null;
  kind: FailureKind;
  /** yt-dlp's error messages and warnings. */
  details: string[];
  sinceMs: number;
  consecutiveFailures: number;
  retryAtMs: number;
  /** The widest scope of the runs in which the site or the network failed. */
  scope: RunScope;
}

export interface DownloadWarning {
  message: string;
  /** Title of the video that the warning is about. */
  title: string;
}

/** `warnings` returns no more than this. */
const maxWarnings = 20;

export function createDownloadHolds(database: Database) {
  const selectAll = database.prepare('SELECT * FROM download_hold ORDER BY site');
  const find = database.prepare('SELECT * FROM download_hold WHERE site = ?');
  const put = database.prepare(`
    INSERT OR REPLACE INTO download_hold (site, kind, details, since_ms, tries, retry_at_ms, scope) VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const setRetry = database.prepare('UPDATE download_hold SET retry_at_ms = ? WHERE site = ?');
  const remove = database.prepare('DELETE FROM download_hold WHERE site = ?');
  const tryNow = database.prepare(
    'UPDATE download_hold SET retry_at_ms = ?1 WHERE retry_at_ms > ?1 AND (?2 IS NULL OR kind IN (SELECT value FROM json_each(?2)))',
  );
  const deleteIdle = database.prepare(`
    DELETE FROM download_hold WHERE NOT EXISTS (
      SELECT 1 FROM download WHERE status = 'pending' AND coalesce(message, '') = '' AND (download_hold.site = '' OR download.site = download_hold.site))`);
  const warn = database.prepare('INSERT OR REPLACE INTO download_warning (words, title, warned_at) VALUES (?, ?, ?)');
  const clearWarnings = database.prepare('DELETE FROM download_warning');
  const warnings = database.prepare('SELECT words AS message, title FROM download_warning ORDER BY warned_at DESC, words LIMIT ?');

  const list = (): DownloadHold[] => (selectAll.all() as Record<string, unknown>[]).map(toHold);

  return {
    list,
    /** Sites that a run may not ask at that time. Null in the list means that no site may be asked. */
    heldAt: (nowMs: number): (string | null)[] =>
      list()
        .filter(({ retryAtMs }) => retryAtMs > nowMs)
        .map(({ site }) => site),
    /** Holds whose next try is due. */
    dueAt: (nowMs: number): DownloadHold[] => list().filter(({ retryAtMs }) => retryAtMs <= nowMs),
    consecutiveFailuresOf: (site: string | null): number => (find.get(site ?? '') as { tries: number } | undefined)?.tries ?? 0,
    hold({ site, kind, details, sinceMs, consecutiveFailures, retryAtMs, scope }: DownloadHold): void {
      inTransaction(database, () => {
        const row = find.get(site ?? '') as Record<string, unknown> | undefined;
        const existingHold = row === undefined ? null : toHold(row);
        const widestScope = existingHold !== null && isWider(existingHold.scope, scope) ? existingHold.scope : scope;
        put.run(site ?? '', kind, details.join('\n'), existingHold?.sinceMs ?? sinceMs, consecutiveFailures, retryAtMs, widestScope);
      });
    },
    /** Corrects times written while the clock was ahead: no next try is later than `longestMs` from now. */
    shorten(nowMs: number, longestMs: (kind: FailureKind) => number): void {
      for (const { site, kind, retryAtMs } of list()) {
        const latestMs = nowMs + longestMs(kind);
        if (retryAtMs > latestMs) setRetry.run(latestMs, site ?? '');
      }
    },
    lift: (site: string | null): void => void remove.run(site ?? ''),
    /** Makes holds of these kinds (all if null) due now, because a person asked for another try or removed the cause. */
    tryNow: (nowMs: number, kinds: readonly FailureKind[] | null = null): void => void tryNow.run(nowMs, kinds && JSON.stringify(kinds)),
    /** Removes holds of sites that have nothing left in the queue. */
    dropIdle: (): void => void deleteIdle.run(),
    addWarnings(messages: readonly string[], title: string, atMs: number): void {
      for (const message of messages) warn.run(message, title, atMs);
    },
    clearWarnings: (): void => void clearWarnings.run(),
    warnings: (): DownloadWarning[] => warnings.all(maxWarnings) as unknown as DownloadWarning[],
  };
}

function toHold(row: Record<string, unknown>): DownloadHold {
  return {
    site: row['site'] === '' ? null : (row['site'] as string),
    kind: row['kind'] as FailureKind,
    details: (row['details'] as string).split('\n').filter(Boolean),
    sinceMs: row['since_ms'] as number,
    consecutiveFailures: row['tries'] as number,
    retryAtMs: row['retry_at_ms'] as number,
    scope: row['scope'] as RunScope,
  };
}
