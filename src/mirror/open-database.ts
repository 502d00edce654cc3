// Opens a database and classifies the failures. A database that the system closes in the background (docs/architecture.md, Local first)
// reopens on its next use; committed data is kept.
import Dexie from 'dexie';
import { failed, ok, type Result } from '../lib/result.ts';

/**
 * - `unavailable`: the browser provides no database (private mode, switched off, or broken)
 * - `full`: no space left on the device
 * - `blocked`: another tab has an older version open and does not close it
 * - `newer`: a newer version of the app has used it
 */
export type DatabaseFailure = 'unavailable' | 'full' | 'blocked' | 'newer';

/** Why this tab has closed the database and should reload: another tab wants to upgrade the database, or has deleted it. */
export type DatabaseLoss = 'upgrade' | 'deleted';

/**
 * How long a new tab, whose screen is still blank, waits for an old tab to close the database; a healthy tab closes it immediately. The
 * wait starts when the browser reports that the old tab keeps the database open, so merely slow work does not count as blocked.
 */
const blockedTimeoutMs = 5_000;

/** How long to wait for a request that is queued behind another tab's blocked request. The browser does not report such a wait. */
const silentTimeoutMs = 30_000;

export async function openDatabase(db: Dexie, onLost: (why: DatabaseLoss) => void): Promise<Result<void, DatabaseFailure>> {
  db.on('versionchange', (event) => {
    // No automatic reopening, because that would block the other tab again.
    db.close({ disableAutoOpen: true });
    onLost(event.newVersion ? 'upgrade' : 'deleted');
    return false;
  });
  return unlessBlocked(db, db.open());
}

/** Deletes the database. Fails with `blocked` if another tab keeps it open. */
export async function deleteDatabase(name: string): Promise<Result<void, DatabaseFailure>> {
  const db = new Dexie(name);
  return unlessBlocked(db, db.delete());
}

async function unlessBlocked(db: Dexie, work: PromiseLike<unknown>): Promise<Result<void, DatabaseFailure>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const blockedOutcome = new Promise<Result<void, DatabaseFailure>>((resolve) => {
    const giveUpAfter = (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(resolve, ms, failed('blocked'));
    };
    giveUpAfter(silentTimeoutMs);
    db.on('blocked', () => giveUpAfter(blockedTimeoutMs));
  });
  const workOutcome = work.then(
    () => ok<void>(undefined),
    (reason: unknown) => failed(databaseFailureOf(reason)),
  );
  const outcome = await Promise.race([workOutcome, blockedOutcome]);
  clearTimeout(timer);
  return outcome;
}

/** Classifies an error by its name and the names of the errors that it wraps. */
export function databaseFailureOf(reason: unknown): DatabaseFailure {
  const names = errorNames(reason);
  if (names.includes('QuotaExceededError')) return 'full';
  if (names.includes('VersionError')) return 'newer';
  return 'unavailable';
}

/** The names of an error and of the errors it wraps: the reason for an abort, the failed writes of a bulk operation. */
export function errorNames(reason: unknown): string[] {
  if (typeof reason !== 'object' || reason === null) return [];
  const { name, inner, failures } = reason as { name?: unknown; inner?: unknown; failures?: unknown };
  const wrappedErrors: unknown[] = [inner, ...(Array.isArray(failures) ? failures : [])];
  return [...(typeof name === 'string' ? [name] : []), ...wrappedErrors.flatMap(errorNames)];
}
