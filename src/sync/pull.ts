// Fulfils refresh requests: fetches the requested data and writes it to the mirror. Created by app/client.tsx, once per tab; tabs share the
// `wanted` rows and claim them there. A crash leaves a claimed row, which the next pull takes over.
import { maxBackoffMs } from '../lib/backoff.ts';
import { isUnavailable } from '../lib/connection.ts';
import type { Locks } from '../lib/locks.ts';
import type { Mirror } from '../mirror/database.ts';
import { parseResourceKey, type Resource } from '../mirror/resource-keys.ts';
import type { Connection, RefreshRequest } from '../mirror/rows.ts';
import { broadcastEvent } from '../mirror/sync-events.ts';
import { retryFailedRequests } from '../mirror/refresh-requests.ts';
import { retryWrite } from '../mirror/retry-write.ts';
import { watchQuery } from '../mirror/watch-query.ts';
import type { ApiError } from '../network/api-error.ts';
import type { AccountApi, CallApi, SessionApi } from '../network/archive-api.ts';
import { writeFailureOf } from '../mutations/write-failure.ts';
import { fetchResource, removeResource } from './fetch-resource.ts';
import { createIdentity } from './identity.ts';
import { failureOf } from './read-failure.ts';
import { createClaims } from './request-claims.ts';
import type { Page } from './triggers.ts';

/** A browser opens six connections per host; the rest are for pictures and for sending changes. */
const parallelReads = 4;

/** Delay before a failed read is retried, doubling up to a minute: short, because a screen may be waiting. */
const firstRetryMs = 2_000;
const maxRetryMs = 60_000;

type Failure = NonNullable<RefreshRequest['failure']>;
type ReadError = Exclude<ApiError, { kind: 'other-account' }>;

/** Failures that a timer retries. While the archive answers all other requests, no reconnection would trigger a retry. */
const timedRetries: readonly Failure[] = ['server-error', 'unreachable', 'captive', 'proxy-login'];

export interface PullOptions {
  mirror: Mirror;
  api: CallApi & AccountApi & Pick<SessionApi, 'ping' | 'sessionMark' | 'namesUser'>;
  locks: Locks;
  onVisible?: Page['onVisible'];
  /** Whether this device has a copy of the video's file. If so, the video's rows are kept after it is gone from the archive. */
  isSaved?: (videoId: string) => Promise<boolean>;
  /** Called when the archive's session belongs to another account; pull has stopped by then. */
  onOtherAccount?: () => void;
}

export interface Pull {
  /** Aborts all reads; none of their answers is written any more. */
  stop(): void;
}

export function createPull({ mirror, api, locks, onVisible, isSaved = async () => false, onOtherAccount }: PullOptions): Pull {
  const { db, clock } = mirror;
  const claims = createClaims(mirror, locks);
  const identity = createIdentity(mirror, api);
  const abort = new AbortController();
  /** Aborts the reads under way; also used when the archive is back, because reads that began before may hang. */
  let readsAbort = new AbortController();
  const runningKeys = new Set<string>();
  const failureCounts = new Map<string, number>();
  /** Whether this page has reported that the device is full. It does so at most once. */
  let isFullReported = false;
  let forbiddenCheck: Promise<Failure> | null = null;

  async function startDue(rows: RefreshRequest[]): Promise<void> {
    // Within a rank, the newest request comes first, so that when the archive is back, the view on the screen precedes those opened before.
    const dueRows = rows
      .filter((row) => row.state !== 'failed' && !runningKeys.has(row.key))
      .sort((left, right) => left.rank - right.rank || right.sinceMs - left.sinceMs);
    for (const row of dueRows) {
      if (runningKeys.size >= parallelReads || abort.signal.aborted) return;
      if (row.state === 'fetching' && !(await claims.isAbandoned(row))) continue;
      if (runningKeys.size >= parallelReads || runningKeys.has(row.key)) continue;
      runningKeys.add(row.key);
      void fetchAndStore(row)
        .catch((reason: unknown) => onStoreFailure(row.key, reason))
        .finally(() => {
          runningKeys.delete(row.key);
          wake();
        });
    }
  }

  /** Called if the device could not store the answer, usually because it is full; retrying immediately would loop forever. */
  async function onStoreFailure(key: string, reason: unknown): Promise<void> {
    logDatabaseFailure(reason);
    const isFull = writeFailureOf(reason) === 'full';
    if (isFull && !isFullReported) broadcastEvent(db, { kind: 'device-full' });
    isFullReported ||= isFull;
    const isRecorded = await claims.fail(key, isFull ? 'full' : 'bad-answer', null).catch(() => false);
    if (isRecorded) return;
    // The request counts as running until the pause ends. Then it is fetched again, whether or not its claim was written.
    await new Promise<void>((resolve) => clock.after(maxRetryMs, resolve));
  }

  async function fetchAndStore(request: RefreshRequest): Promise<void> {
    const resource = parseResourceKey(request.key);
    if (!resource) return db.wanted.delete(request.key);
    const requestTime = await retryWrite(() => claims.claim(request));
    if (!requestTime) return;
    const markBefore = api.sessionMark();
    identity.beforeRead();
    const fetchResult = await fetchResource({ mirror, api, signal: readsAbort.signal }, resource, request.key, requestTime);
    if (abort.signal.aborted) return;
    // The row of an aborted read is still claimed here, and is fetched again at the next wake.
    if (!fetchResult.ok && fetchResult.error.kind === 'aborted') return;
    if (!fetchResult.ok) return fetchResult.error.kind === 'other-account' ? onAccountChange() : fail(request.key, resource, fetchResult.error, markBefore);
    failureCounts.delete(request.key);
    const sessionStatus = await identity.afterRead();
    if (sessionStatus === 'other-account') return onAccountChange();
    if (sessionStatus === 'locked' || !(await isAccountOpen())) return stop();
    if (sessionStatus !== 'ours') return failUnverified(request.key, sessionStatus);
    if ((await retryWrite(() => fetchResult.value.apply())) === 'other-account') onAccountChange();
  }

  function onAccountChange(): void {
    stop();
    onOtherAccount?.();
  }

  /**
   * A server that does not name the person may be behind a proxy that signs people in. The proxy may then have signed in somebody else, of
   * which no cookie of this browser tells.
   */
  async function checkOwner(): Promise<void> {
    if (!api.namesUser() && (await identity.check()) === 'other-account') onAccountChange();
  }

  /** Records a failure, because it could not be determined whose answer has arrived. */
  async function failUnverified(key: string, failure: 'signed-out' | 'captive' | 'proxy-login' | 'unreachable'): Promise<void> {
    await claims.fail(key, failure, null);
    if (failure !== 'signed-out') retryLater(key, failure, null);
  }

  /** Between request and answer, another tab may have logged out or signed in as someone else. */
  async function isAccountOpen(): Promise<boolean> {
    const account = await mirror.registry.accounts.get(mirror.accountKey);
    return !abort.signal.aborted && account?.isLocked === 0;
  }

  async function fail(key: string, resource: Resource, error: ReadError, markBefore: string | null): Promise<void> {
    const failure = error.kind === 'forbidden' ? await resolveForbidden() : failureOf(error);
    if (failure === 'forbidden' && markBefore !== api.sessionMark()) {
      // The refusal says nothing about this account: the session of the read has ended, and somebody has signed in since.
      await claims.fail(key, 'signed-out', null);
      return retry(key, 'signed-out');
    }
    if (failure === 'not-found') await removeResource(mirror, resource, isSaved);
    await claims.fail(key, failure, 'message' in error ? error.message : null);
    if (failure === 'forbidden') broadcastEvent(db, { kind: 'forbidden-read', key });
    if (timedRetries.includes(failure)) retryLater(key, failure, 'retryAfterMs' in error ? error.retryAfterMs : null);
  }

  /** Present servers answer 403 for both "not signed in" and "not permitted"; only a ping distinguishes them. One ping serves all reads. */
  function resolveForbidden(): Promise<Failure> {
    forbiddenCheck ??= api
      .ping()
      .then((answer): Failure => {
        if (answer.ok) return 'forbidden';
        const { error } = answer;
        return error.kind === 'forbidden' || error.kind === 'other-account' ? 'signed-out' : failureOf(error);
      })
      // The check is cleared here and not by the reads that wait for it, because the last of these would clear the next check.
      .finally(() => (forbiddenCheck = null));
    return forbiddenCheck;
  }

  function retryLater(key: string, failure: Failure, retryAfterMs: number | null): void {
    const attempts = (failureCounts.get(key) ?? 0) + 1;
    failureCounts.set(key, attempts);
    const delayMs = Math.max(retryAfterMs ?? 0, Math.min(maxRetryMs, firstRetryMs * 2 ** (attempts - 1)));
    const cancel = clock.after(Math.min(maxBackoffMs, delayMs), () => {
      abort.signal.removeEventListener('abort', cancel);
      void retry(key, failure).catch(logDatabaseFailure);
    });
    abort.signal.addEventListener('abort', cancel, { once: true });
  }

  async function retry(key: string, failure: Failure): Promise<void> {
    // While the archive is away, timers retry only server errors; the archive's return retries the rest.
    if (failure !== 'server-error' && isArchiveUnavailable(await mirror.registry.connection.get('connection'))) return;
    await db.wanted
      .where('key')
      .equals(key)
      .filter((row) => row.failure === failure)
      .modify((row: RefreshRequest) => {
        row.state = 'wanted';
        delete row.failure;
        delete row.message;
      });
  }

  let cancelTakeover: (() => void) | null = null;
  function wake(): void {
    if (abort.signal.aborted) return;
    void db.wanted.toArray().then(onChange, logDatabaseFailure);
  }

  function onChange(rows: RefreshRequest[]): void {
    void startDue(rows).catch(logDatabaseFailure);
    // A tab that dies or freezes triggers no event, so its claims are checked again after a while.
    if (!cancelTakeover && rows.some((row) => row.state === 'fetching' && !claims.isOwn(row))) {
      cancelTakeover = clock.after(2_000, () => {
        cancelTakeover = null;
        wake();
      });
    }
  }

  const stopWatchingRequests = watchQuery(clock, () => db.wanted.toArray(), onChange);
  let wasUnavailable = false;
  const stopWatchingConnection = watchQuery(
    clock,
    () => mirror.registry.connection.get('connection'),
    (row) => {
      if (wasUnavailable && !isArchiveUnavailable(row)) onReconnect();
      wasUnavailable = isArchiveUnavailable(row);
    },
  );

  function onReconnect(): void {
    readsAbort.abort();
    readsAbort = new AbortController();
    void retryFailedRequests(mirror).catch(logDatabaseFailure);
  }

  const stopWatchingPage = onVisible?.(() => void checkOwner().catch(logDatabaseFailure));

  function stop(): void {
    abort.abort();
    readsAbort.abort();
    stopWatchingPage?.();
    stopWatchingRequests();
    stopWatchingConnection();
    cancelTakeover?.();
    claims.release();
  }

  return { stop };
}

function isArchiveUnavailable(connection: { value: Connection } | undefined): boolean {
  return connection !== undefined && isUnavailable(connection.value.name);
}

/** Usually the database was closed because another tab cleared or upgraded it, which the app reports elsewhere. */
function logDatabaseFailure(reason: unknown): void {
  console.warn('Pull could not use the database', reason);
}
