// Wishes for fresher data, made by queries and fulfilled by pull; the two share only the rows of `wanted`. A wish survives a
// crash and expires.
import { liveKeysOf } from './live-keys.ts';
import type { MirrorDatabase } from './database.ts';
import type { WantedRow } from './rows.ts';
import type { Clock } from '../lib/clock.ts';

/** Flicking between two lists fetches neither again; a change made elsewhere shows within half a minute. */
export const freshForMs = 30_000;

/** A wish unfulfilled for this long belongs to a screen that was left long ago. */
const wishLastsMs = 10 * 60_000;

interface WishBook {
  db: MirrorDatabase;
  clock: Clock;
}

/** In memory only: a tab opened later asks anyway. */
const changedAtMs = new WeakMap<MirrorDatabase, number>();

/** Makes everything fetched so far stale: the archive is known to have changed (a task ended), or the user reloaded. */
export function outdate({ db, clock }: WishBook): void {
  changedAtMs.set(db, clock.now());
}

/** Whether a view that opens can skip the request. */
export function isFresh({ db, clock }: WishBook, fetchedAtMs: number | null): boolean {
  return fetchedAtMs !== null && clock.now() - fetchedAtMs <= freshForMs && fetchedAtMs > (changedAtMs.get(db) ?? 0);
}

/** Makes the wish, or revives it; one that is being fetched stays as it is. */
export async function wish({ db, clock }: WishBook, key: string, rank: WantedRow['rank']): Promise<void> {
  const now = clock.now();
  await db.transaction('rw', db.wanted, async () => {
    const standing = await db.wanted.get(key);
    if (standing && standing.state !== 'failed' && standing.rank <= rank && standing.untilMs > now) return;
    const row: WantedRow = { key, sinceMs: now, untilMs: now + wishLastsMs, rank, state: 'wanted' };
    await db.wanted.put(standing?.state === 'fetching' ? { ...standing, rank, untilMs: row.untilMs } : row);
  });
}

/** Failures that pass when the archive returns; a 404 or a refusal would be answered the same way again. */
const passingFailures: readonly WantedRow['failure'][] = ['unreachable', 'captive', 'signed-out', 'server-error', 'bad-answer', 'forbidden'];

/** Called when the archive can be reached again. */
export function retryFailedWishes(book: WishBook): Promise<void> {
  return retry(book, passingFailures);
}

/** Called for "Try again": also retries refusals, since the user may know that the cause is fixed. */
export function retryAsAsked(book: WishBook): Promise<void> {
  return retry(book, [...passingFailures, 'refused']);
}

async function retry({ db, clock }: WishBook, failures: readonly WantedRow['failure'][]): Promise<void> {
  const now = clock.now();
  await db.transaction('rw', db.wanted, async () => {
    for (const row of await db.wanted.toArray()) {
      if (row.state !== 'failed' || !failures.includes(row.failure)) continue;
      await db.wanted.put({ key: row.key, sinceMs: row.sinceMs, untilMs: now + wishLastsMs, rank: row.rank, state: 'wanted' });
    }
  });
}

/** Resolves to true in one tab only, once for each answer: that tab shows that this may no longer be read. */
export function claimForbiddenRead({ db }: WishBook, key: string): Promise<boolean> {
  return db.transaction('rw', db.wanted, async () => {
    const row = await db.wanted.get(key);
    if (row?.failure !== 'forbidden' || row.isSaid) return false;
    await db.wanted.put({ ...row, isSaid: true });
    return true;
  });
}

/** Makes a wish for everything that this tab's mounted views show and that is older than `maxAgeMs`. */
export async function wishForLiveKeys(mirror: WishBook, maxAgeMs: number): Promise<void> {
  const now = mirror.clock.now();
  for (const live of liveKeysOf(mirror.db)) {
    if (now - (live.fetchedAtMs() ?? -Infinity) > maxAgeMs) await wish(mirror, live.key(), live.rank);
  }
}
