// Checks an account's copy for inconsistencies and repairs them: by requesting data from the archive again (refresh-requests.ts), or by
// deleting orphans. Checks a sample once prefetching is done, and everything when the user asks. Runs in batches, so that it never blocks
// the page. A crash midway leaves a copy no worse than before; the next check starts over. Pending changes, saved videos and trips are left
// alone.
import type { Clock } from '../../lib/clock.ts';
import { isUnavailable } from '../../lib/connection.ts';
import type { MirrorDatabase, RegistryDatabase } from '../database.ts';
import { forceRefresh } from '../refresh-requests.ts';
import { watchQuery } from '../watch-query.ts';
import { checkPages, checkSimilar, dropIfGone, findInconsistentPages, type ListTotals } from './check-pages.ts';
import type { CheckOptions, CheckReport } from './check-report.ts';
import { checkChannels, checkFolded, checkVideos, type CheckedBatch } from './check-rows.ts';

export interface CheckedMirror {
  db: MirrorDatabase;
  registry: RegistryDatabase;
  clock: Clock;
  isSaved(videoId: string): boolean;
  /** Returns a number of at least 0 and below 1, which determines where a sample begins. */
  random(): number;
}

/** Reading a batch takes about ten milliseconds. */
const videoBatchSize = 500;
const pageBatchSize = 20;
/** How long to wait for refetched data. Data that has not arrived by then is reported as waiting. */
const refetchTimeoutMs = 20_000;

type CheckBatch = (afterKey: string | null) => Promise<CheckedBatch>;

export async function checkMirror(mirror: CheckedMirror, { isSample, onProgress, signal }: CheckOptions): Promise<CheckReport> {
  const { db } = mirror;
  const totals: ListTotals = new Map();
  const keysToFetch = new Set<string>();
  const totalCount = isSample ? 0 : (await db.videoCards.count()) + (await db.listPages.count());
  let [checkedCount, repairedCount] = [0, 0];

  /** Returns how many rows were checked. `isCounted`: whether these rows count towards the progress. */
  async function runBatches(runBatch: CheckBatch, isCounted: boolean): Promise<number> {
    let count = 0;
    let afterKey: string | null = isSample ? randomKey(mirror.random()) : null;
    do {
      if (signal.aborted) break;
      const batch: CheckedBatch = await runBatch(afterKey);
      for (const key of batch.keysToFetch) keysToFetch.add(key);
      repairedCount += batch.repairedCount;
      count += batch.count;
      afterKey = batch.lastKey;
      if (!isCounted || isSample) continue;
      checkedCount += batch.count;
      onProgress(Math.min(checkedCount, totalCount), totalCount);
    } while (afterKey !== null && !isSample);
    return count;
  }

  const videoCount = await runBatches((afterKey) => checkVideos(mirror, afterKey, videoBatchSize), true);
  const listCount = await runBatches((afterKey) => checkPages(db, afterKey, pageBatchSize, totals), true);
  await runBatches((afterKey) => checkSimilar(db, afterKey, pageBatchSize), false);
  if (!signal.aborted) {
    // In a growing archive, pages that were fetched earlier report smaller totals. A sample therefore does not fetch such pages again.
    for (const key of isSample ? [] : findInconsistentPages(totals)) keysToFetch.add(key);
    for (const key of await checkChannels(mirror)) keysToFetch.add(key);
    repairedCount += await checkFolded(mirror);
  }
  for (const key of keysToFetch) await forceRefresh(mirror, key, 2);
  if (!isSample) await awaitRefetch(mirror, [...keysToFetch], signal);
  let waitingCount = 0;
  for (const key of keysToFetch) if ((await db.wanted.get(key)) && !(await dropIfGone(db, key))) waitingCount += 1;
  return { videoCount, listCount, repairedCount: repairedCount + keysToFetch.size - waitingCount, waitingCount, isCancelled: signal.aborted };
}

/** The characters with which video ids and list keys begin, in the order of the database's keys. */
const keyAlphabet = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

/** The key after which a sample begins; null if it begins at the first row. */
function randomKey(random: number): string | null {
  const index = Math.floor(random * keyAlphabet.length);
  return index === 0 ? null : (keyAlphabet[index - 1] ?? null);
}

/** Resolves when all keys were fetched or refused, when the archive is unreachable or takes too long, or on abort. */
function awaitRefetch({ db, registry, clock }: CheckedMirror, keys: readonly string[], signal: AbortSignal): Promise<void> {
  if (keys.length === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = (): void => {
      unsubscribe();
      cancel();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = clock.after(refetchTimeoutMs, finish);
    const unsubscribe = watchQuery(
      clock,
      async () => (await db.wanted.bulkGet([...keys])).filter((row) => row !== undefined),
      (rows) => {
        if (rows.every(({ state }) => state === 'failed')) return finish();
        // There is no point in waiting for an unreachable archive.
        void registry.connection.get('connection').then((row) => row && isUnavailable(row.value.name) && finish());
      },
    );
    signal.addEventListener('abort', finish);
    if (signal.aborted) finish();
  });
}
