// Opening a database, with every way in which that fails named. A database that the system closes in the background
// (docs/architecture.md, Local first) opens again by itself with its next use, and what was committed is there.
import Dexie from 'dexie';
import { failed, ok, type Result } from '../lib/result.ts';

/**
 * - `unavailable`: the browser gives no database (private mode, switched off, or broken)
 * - `full`: no space left on the device
 * - `blocked`: another tab holds an older version and does not let go
 * - `newer`: a newer version of the app has been here
 */
export type DatabaseFailure = 'unavailable' | 'full' | 'blocked' | 'newer';

/** Another tab wants to upgrade the database, or has deleted it; this one has closed it and should load anew. */
export type TakenAway = 'upgrade' | 'deleted';

/** The new tab waits for the old one at most so long: a healthy tab closes within a moment, and a person should not look at nothing. */
const blockedAfterMs = 5_000;

export async function openDatabase(db: Dexie, onTakenAway: (why: TakenAway) => void): Promise<Result<void, DatabaseFailure>> {
  db.on('versionchange', (event) => {
    // Close for good: opened again by itself, it would block the other tab a second time.
    db.close({ disableAutoOpen: true });
    onTakenAway(event.newVersion ? 'upgrade' : 'deleted');
    return false;
  });
  return withinReach(db.open());
}

/** Deletes the database; `blocked` when another tab does not let go of it. */
export async function deleteDatabase(name: string): Promise<Result<void, DatabaseFailure>> {
  return withinReach(Dexie.delete(name));
}

async function withinReach(work: PromiseLike<unknown>): Promise<Result<void, DatabaseFailure>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<Result<void, DatabaseFailure>>((resolve) => {
    timer = setTimeout(() => resolve(failed('blocked')), blockedAfterMs);
  });
  const done = work.then(
    () => ok<void>(undefined),
    (reason: unknown) => failed(databaseFailureOf(reason)),
  );
  const outcome = await Promise.race([done, tooLate]);
  clearTimeout(timer);
  return outcome;
}

/** Told by the error's name, and by that of the browser's own error inside of Dexie's. */
export function databaseFailureOf(reason: unknown): DatabaseFailure {
  const names = errorNames(reason);
  if (names.includes('QuotaExceededError')) return 'full';
  if (names.includes('VersionError')) return 'newer';
  return 'unavailable';
}

/** The names of an error and of those inside of it: the reason of an abort, what failed of many writes. */
export function errorNames(reason: unknown): string[] {
  if (typeof reason !== 'object' || reason === null) return [];
  const { name, inner, failures } = reason as { name?: unknown; inner?: unknown; failures?: unknown };
  const inside: unknown[] = [inner, ...(Array.isArray(failures) ? failures : [])];
  return [...(typeof name === 'string' ? [name] : []), ...inside.flatMap(errorNames)];
}
