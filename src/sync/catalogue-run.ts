// Reads the whole catalogue onto this device: automatically if it is small, else once the user has asked for it, and again when the copy is a day
// old. Called by app/copy-ahead.ts, once per tab, when idle. Makes one refresh request at a time, of the lowest rank; pull fulfils it and checks
// whose answer it is. Ends with the account. Everything else that is requested or sent goes first.
import { ageMs } from '../lib/clock.ts';
import { isCatalogueOn, type Catalogue, type CatalogueWalk } from '../mirror/catalogue-state.ts';
import { readCatalogue } from '../mirror/catalogue.ts';
import type { Mirror } from '../mirror/database.ts';
import type { WantedRow } from '../mirror/rows.ts';
import { freshForMs, wish } from '../mirror/wanted.ts';
import { watchQuery } from '../mirror/watch-query.ts';
import { createLookLoop } from './look-loop.ts';
import { keyOfPage, otherSize } from './catalogue-pages.ts';
import { askForPage, beginListAgain, beginWalk, keyOfMissing, noteAsked, skipList, skipPage, takeMissing, takePage } from './catalogue-walk.ts';

export interface CatalogueRunOptions {
  mirror: Mirror;
  /** False while the browser saves data or the network is metered. */
  mayFetch(): boolean;
  /** Whether prefetching is allowed: the user can switch it off. */
  isAheadOn(): boolean;
  /** Whether the pictures of the current screen are still loading. */
  isBusy(): boolean;
}

/** What the user opens first has priority. */
const firstLookAfterMs = 2_000;
const busyAgainMs = 250;
/** The copy is read again after this long. */
const goodForMs = 24 * 60 * 60_000;
/** Not every browser has an event for a network becoming metered. */
const restMs = 10_000;
/** A list at which the archive has failed for this long is skipped. */
const failsForMs = 2 * 60_000;

/** State whose changes make another look worthwhile. */
interface Seen {
  catalogue: Catalogue;
  wishes: readonly WantedRow[];
  sending: number;
}

/** Returns the function that ends it. */
export function startCatalogueRun(options: CatalogueRunOptions): () => void {
  const { mirror } = options;
  const { clock } = mirror;
  const looks = createLookLoop(clock, step, restMs);

  /** Resolves to the delay until the next look; a change causes an earlier one. */
  async function step(): Promise<number> {
    const seen = await see(mirror);
    const { catalogue } = seen;
    if (!isCatalogueOn(catalogue) || catalogue.isPaused || !options.mayFetch()) return restMs;
    if (catalogue.choice === null && !options.isAheadOn()) return restMs;
    const connection = await mirror.registry.connection.get('connection');
    if (connection?.value.name !== 'online') return restMs;
    if (options.isBusy()) return busyAgainMs;
    if (catalogue.walk) return (await goOn(mirror, catalogue.walk, seen)) ? 0 : restMs;
    if (catalogue.last && !catalogue.isAskedAgain && ageMs(clock, catalogue.last.atMs) <= goodForMs) return restMs;
    return (await beginWalk(mirror)) ? 0 : restMs;
  }

  let end = clock.after(firstLookAfterMs, () => (end = watchQuery(clock, () => see(mirror), looks.look)));
  return () => {
    end();
    looks.end();
  };
}

function see({ db }: Mirror): Promise<Seen> {
  return db.transaction('r', db.documents, db.wanted, db.outbox, async () => {
    const [catalogue, wishes, sending] = await Promise.all([
      readCatalogue(db),
      db.wanted.filter((row) => row.state !== 'failed').toArray(),
      db.outbox.where('state.name').equals('sent').count(),
    ]);
    return { catalogue, wishes, sending };
  });
}

/** Resolves to whether there is more to do at once. */
async function goOn(mirror: Mirror, walk: CatalogueWalk, { wishes, sending }: Seen): Promise<boolean> {
  const { db, clock } = mirror;
  const isFree = sending === 0 && wishes.length === 0;
  if (walk.missing) return askForMissing(mirror, walk, isFree);
  const key = keyOfPage(walk);
  const page = await db.listPages.get(key);
  // If the clock was set back after the walk began, every page would seem too old, however often it is fetched.
  const sinceMs = Math.min(walk.startedAtMs, clock.now());
  if (page && page.fetchedAtMs >= sinceMs - freshForMs) return done(takePage(db, walk, page));
  const wanted = await db.wanted.get(key);
  if (wanted?.failure === 'not-found') return done(forgetWish(mirror, key).then(() => takePage(db, walk, null)));
  if (wanted?.state === 'failed' && isGivenUp(wanted, clock)) {
    await forgetWish(mirror, key);
    return done(wanted.failure === 'bad-answer' ? skipPage(db, walk, clock.now()) : skipList(db, walk));
  }
  if (wanted) return false;
  const size = await otherSize(db, walk);
  if (size !== null) return done(beginListAgain(db, walk, size));
  if (!isFree) return false;
  await askForPage(mirror, walk, page?.fetchedAtMs);
  return false;
}

/** Items that the list did not contain are requested one after another: pull removes what the archive does not know, and keeps what is saved here. */
async function askForMissing(mirror: Mirror, walk: CatalogueWalk, isFree: boolean): Promise<boolean> {
  const { db, clock } = mirror;
  const id = walk.missing?.ids[0];
  if (id === undefined) return done(takeMissing(db, walk));
  const key = keyOfMissing(walk, id);
  if (walk.missing?.asked !== id) {
    if (!isFree) return false;
    await wish(mirror, key, 2);
    return done(noteAsked(db, walk, id));
  }
  const wanted = await db.wanted.get(key);
  const isAnswered = !wanted || wanted.failure === 'not-found' || (wanted.state === 'failed' && isGivenUp(wanted, clock));
  if (!isAnswered) return false;
  // A view that waits for it reports itself that it is missing.
  if (wanted?.rank === 2) await forgetWish(mirror, key);
  return done(takeMissing(db, walk));
}

/** Pull does not retry it, or has retried for long. */
function isGivenUp({ failure, sinceMs }: WantedRow, clock: Mirror['clock']): boolean {
  if (failure === 'server-error') return ageMs(clock, sinceMs) > failsForMs;
  return failure === 'refused' || failure === 'bad-answer' || failure === 'forbidden';
}

async function forgetWish({ db }: Mirror, key: string): Promise<void> {
  await db.wanted
    .where('key')
    .equals(key)
    .filter((row) => row.state === 'failed')
    .delete();
}

async function done(work: Promise<void>): Promise<boolean> {
  await work;
  return true;
}
