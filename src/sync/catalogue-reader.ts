// Reads the whole catalogue onto this device: automatically if it is small, else once the user has asked for it, and again when the copy is
// a day old. Called by app/background-copy.ts, once per tab, when idle. Requests one page at a time, with the lowest rank; pull fulfils the
// request and checks whose answer it is. Ends when the account is closed. Everything else that is requested or sent goes first.
import { ageMs } from '../lib/clock.ts';
import { isCatalogueOn, type Catalogue, type CatalogueWalk } from '../mirror/catalogue-state.ts';
import { readCatalogue } from '../mirror/catalogue.ts';
import type { Mirror } from '../mirror/database.ts';
import type { RefreshRequest } from '../mirror/rows.ts';
import { freshForMs, requestRefresh } from '../mirror/refresh-requests.ts';
import { watchQuery } from '../mirror/watch-query.ts';
import { createPollLoop } from './poll-loop.ts';
import { walkPageKey, actualPageSize } from './catalogue-pages.ts';
import { missingItemKey } from './catalogue-lists.ts';
import { requestPage, restartList, beginWalk, recordRequested, skipList, skipPage, dropFirstMissing, acceptPage } from './catalogue-walk.ts';

export interface CatalogueReaderOptions {
  mirror: Mirror;
  /** False while the browser saves data or the network is metered. */
  mayFetch(): boolean;
  /** Whether prefetching is allowed; the user can switch it off. */
  isPrefetchOn(): boolean;
  /** Whether the pictures of the current screen are still loading, or somebody is using the page at this moment. */
  isBusy(): boolean;
}

/** Reading starts after this delay, so that it does not hold up the first pages that the user opens. */
const startDelayMs = 2_000;
const busyDelayMs = 250;
/** The copy is read again after this long. */
const maxAgeMs = 24 * 60 * 60_000;
/** The conditions are polled, because not every browser reports that a network has become metered. */
const idleDelayMs = 10_000;
/** A list is skipped if the archive has failed to return it for this long. */
const failureLimitMs = 2 * 60_000;
/** On a full device, the same request is made again after this long, because space may have been freed. */
const fullDelayMs = 60_000;

/** The state that the reader observes. A change of any part triggers another step. */
interface ReaderState {
  catalogue: Catalogue;
  requests: readonly RefreshRequest[];
  /** The number of changes whose request is under way, or whose answer never came. */
  sendingCount: number;
}

/** Returns the function that stops the reader. */
export function startCatalogueReader(options: CatalogueReaderOptions): () => void {
  const { mirror } = options;
  const { clock } = mirror;
  const loop = createPollLoop(clock, step, idleDelayMs);

  /** Resolves to the delay until the next step; a change triggers an earlier one. */
  async function step(): Promise<number> {
    const state = await readState(mirror);
    const { catalogue } = state;
    if (!isCatalogueOn(catalogue) || catalogue.isPaused || !options.mayFetch()) return idleDelayMs;
    if (catalogue.choice === null && !options.isPrefetchOn()) return idleDelayMs;
    const connection = await mirror.registry.connection.get('connection');
    if (connection?.value.name !== 'online') return idleDelayMs;
    if (options.isBusy()) return busyDelayMs;
    if (catalogue.walk) return (await continueWalk(mirror, catalogue.walk, state)) ? 0 : idleDelayMs;
    if (catalogue.last && !catalogue.isAskedAgain && ageMs(clock, catalogue.last.atMs) <= maxAgeMs) return idleDelayMs;
    return (await beginWalk(mirror)) ? 0 : idleDelayMs;
  }

  let end = clock.after(startDelayMs, () => (end = watchQuery(clock, () => readState(mirror), loop.poll)));
  return () => {
    end();
    loop.end();
  };
}

function readState({ db }: Mirror): Promise<ReaderState> {
  return db.transaction('r', db.documents, db.wanted, db.outbox, async () => {
    const [catalogue, requests, sendingCount] = await Promise.all([
      readCatalogue(db),
      db.wanted.filter((row) => row.state !== 'failed').toArray(),
      db.outbox.where('state.name').equals('sent').count(),
    ]);
    return { catalogue, requests, sendingCount };
  });
}

/** Resolves to whether the next step may follow immediately. */
async function continueWalk(mirror: Mirror, walk: CatalogueWalk, { requests, sendingCount }: ReaderState): Promise<boolean> {
  const { db, clock } = mirror;
  const isIdle = sendingCount === 0 && requests.length === 0;
  if (walk.missing) return requestMissing(mirror, walk, isIdle);
  const key = walkPageKey(walk);
  const page = await db.listPages.get(key);
  // If the clock was set back after the walk began, every page would seem too old, however often it is fetched.
  const sinceMs = Math.min(walk.startedAtMs, clock.now());
  if (page && page.fetchedAtMs >= sinceMs - freshForMs) return thenContinue(acceptPage(db, walk, page));
  const request = await db.wanted.get(key);
  if (request?.failure === 'not-found') return thenContinue(deleteFailedRequest(mirror, key).then(() => acceptPage(db, walk, null)));
  if (request?.failure === 'full') return retryWhenDue(mirror, request);
  if (request?.state === 'failed' && isPermanentFailure(request, clock)) {
    await deleteFailedRequest(mirror, key);
    return thenContinue(request.failure === 'bad-answer' ? skipPage(db, walk, clock.now()) : skipList(db, walk));
  }
  if (request) return false;
  const size = await actualPageSize(db, walk);
  if (size !== null) return thenContinue(restartList(db, walk, size));
  if (!isIdle) return false;
  await requestPage(mirror, walk, page?.fetchedAtMs);
  return false;
}

/**
 * Requests the items of this device that the list did not contain, one after another. Pull removes those that the archive does not know,
 * except saved videos.
 */
async function requestMissing(mirror: Mirror, walk: CatalogueWalk, isIdle: boolean): Promise<boolean> {
  const { db, clock } = mirror;
  const id = walk.missing?.ids[0];
  if (id === undefined) return thenContinue(dropFirstMissing(db, walk));
  const key = missingItemKey(walk, id);
  if (walk.missing?.asked !== id) {
    if (!isIdle) return false;
    await requestRefresh(mirror, key, 2);
    return thenContinue(recordRequested(db, walk, id));
  }
  const request = await db.wanted.get(key);
  if (request?.failure === 'full') return retryWhenDue(mirror, request);
  const isAnswered = !request || request.failure === 'not-found' || (request.state === 'failed' && isPermanentFailure(request, clock));
  if (!isAnswered) return false;
  // A request of a higher rank belongs to a view, which still shows the failure.
  if (request?.rank === 2) await deleteFailedRequest(mirror, key);
  return thenContinue(dropFirstMissing(db, walk));
}

/** Repeats a request that failed because the device is full, once a minute. Resolves to false: the next step may not follow immediately. */
async function retryWhenDue(mirror: Mirror, { key, rank, sinceMs }: RefreshRequest): Promise<false> {
  if (ageMs(mirror.clock, sinceMs) >= fullDelayMs) await requestRefresh(mirror, key, rank);
  return false;
}

/** Whether to give up on the request: the archive refuses it, its answer is malformed, or pull has been retrying it for too long. */
function isPermanentFailure({ failure, sinceMs }: RefreshRequest, clock: Mirror['clock']): boolean {
  if (failure === 'server-error') return ageMs(clock, sinceMs) > failureLimitMs;
  return failure === 'refused' || failure === 'bad-answer' || failure === 'forbidden';
}

async function deleteFailedRequest({ db }: Mirror, key: string): Promise<void> {
  await db.wanted
    .where('key')
    .equals(key)
    .filter((row) => row.state === 'failed')
    .delete();
}

async function thenContinue(work: Promise<void>): Promise<boolean> {
  await work;
  return true;
}
