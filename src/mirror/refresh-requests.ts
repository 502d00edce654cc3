// Refresh requests: code that wants fresher data writes them, and pull fulfils them; the two share only the rows of `wanted`. A request
// survives a crash, but expires.
import { liveKeysOf } from './live-keys.ts';
import type { MirrorDatabase } from './database.ts';
import type { RefreshRequest } from './rows.ts';
import { ageMs, type Clock } from '../lib/clock.ts';
import { inBackground } from '../lib/in-background.ts';

/**
 * Data is fresh for this long, so that going back and forth between two lists fetches neither again. A view that opens later requests its
 * data again, and so shows changes made elsewhere.
 */
export const freshForMs = 30_000;

/** A request unfulfilled for this long belongs to a screen that was left long ago. */
const requestTtlMs = 10 * 60_000;

interface RefreshContext {
  db: MirrorDatabase;
  clock: Clock;
}

/** Data fetched before this time is stale. In memory only, because after `freshForMs` such data is stale anyway. */
const staleBeforeMs = new WeakMap<MirrorDatabase, number>();

/** Makes everything fetched so far stale. Called when a task has changed the archive, or the user has reloaded the page. */
export function markAllStale({ db, clock }: RefreshContext): void {
  staleBeforeMs.set(db, clock.now());
}

/** Whether the data is so recent that a view that opens need not request it. */
export function isFresh({ db, clock }: RefreshContext, fetchedAtMs: number | null): boolean {
  return fetchedAtMs !== null && ageMs(clock, fetchedAtMs) <= freshForMs && fetchedAtMs > (staleBeforeMs.get(db) ?? 0);
}

/** Makes the request, or renews it; a fetch under way continues. */
export function requestRefresh(context: RefreshContext, key: string, rank: RefreshRequest['rank']): Promise<void> {
  return putRequest(context, key, rank, {});
}

/** Fire and forget: what is shown stays as it is if the request cannot be written. */
export function requestInBackground(...request: Parameters<typeof requestRefresh>): void {
  inBackground(requestRefresh(...request), 'A request was not written');
}

/** Like `requestRefresh`, but for use after a change. A fetch under way may return the state before the change, so it is repeated. */
export function forceRefresh(context: RefreshContext, key: string, rank: RefreshRequest['rank']): Promise<void> {
  return putRequest(context, key, rank, { isAskedAgain: true });
}

async function putRequest(
  { db, clock }: RefreshContext,
  key: string,
  rank: RefreshRequest['rank'],
  extra: Pick<RefreshRequest, 'isAskedAgain'>,
): Promise<void> {
  const now = clock.now();
  await db.transaction('rw', db.wanted, async () => {
    const storedRequest = await db.wanted.get(key);
    if (storedRequest?.state === 'fetching' && extra.isAskedAgain && !storedRequest.isAskedAgain) await db.wanted.update(key, extra);
    if (storedRequest && storedRequest.state !== 'failed' && storedRequest.rank <= rank && storedRequest.untilMs > now) return;
    const wasNotFound = storedRequest?.wasNotFound || storedRequest?.failure === 'not-found';
    const row: RefreshRequest = { key, sinceMs: now, untilMs: now + requestTtlMs, rank, state: 'wanted', ...(wasNotFound ? { wasNotFound } : {}) };
    await db.wanted.put(storedRequest?.state === 'fetching' ? { ...storedRequest, ...extra, rank, untilMs: row.untilMs } : row);
  });
}

/** Failures whose cause may be gone once the archive can be reached again. After a 404 or a refusal, the answer would be the same. */
const transientFailures: readonly RefreshRequest['failure'][] = [
  'unreachable',
  'captive',
  'proxy-login',
  'signed-out',
  'server-error',
  'bad-answer',
  'full',
  'forbidden',
];

/** Called when the archive can be reached again. */
export function retryFailedRequests(context: RefreshContext): Promise<void> {
  return retryRequests(context, transientFailures);
}

/** Called for "Try again": also retries refusals, since the user may know that the cause is fixed. */
export function retryByUser(context: RefreshContext): Promise<void> {
  return retryRequests(context, [...transientFailures, 'refused']);
}

async function retryRequests({ db, clock }: RefreshContext, failures: readonly RefreshRequest['failure'][]): Promise<void> {
  const now = clock.now();
  await db.transaction('rw', db.wanted, async () => {
    for (const row of await db.wanted.toArray()) {
      if (row.state !== 'failed' || !failures.includes(row.failure)) continue;
      await db.wanted.put({ key: row.key, sinceMs: row.sinceMs, untilMs: now + requestTtlMs, rank: row.rank, state: 'wanted' });
    }
  });
}

/** Resolves to true in only one tab, once per answer. That tab notifies the user that the data may no longer be read. */
export function claimForbiddenRead({ db }: RefreshContext, key: string): Promise<boolean> {
  return db.transaction('rw', db.wanted, async () => {
    const row = await db.wanted.get(key);
    if (row?.failure !== 'forbidden' || row.isSaid) return false;
    await db.wanted.put({ ...row, isSaid: true });
    return true;
  });
}

/** Requests a refresh of everything that this tab's mounted views show and that is older than `maxAgeMs`. */
export async function refreshStaleLiveKeys(mirror: RefreshContext, maxAgeMs = freshForMs): Promise<void> {
  for (const liveKey of liveKeysOf(mirror.db)) {
    const fetchedAtMs = liveKey.fetchedAtMs();
    if (fetchedAtMs !== Infinity && ageMs(mirror.clock, fetchedAtMs ?? -Infinity) > maxAgeMs) await requestRefresh(mirror, liveKey.key(), liveKey.rank);
  }
}

/** Requests a refresh of everything that this tab's mounted views show, however recent it is. For use after a change. */
export async function refreshAllLiveKeys(mirror: RefreshContext): Promise<void> {
  for (const liveKey of liveKeysOf(mirror.db)) {
    if (liveKey.fetchedAtMs() !== Infinity) await forceRefresh(mirror, liveKey.key(), liveKey.rank);
  }
}
