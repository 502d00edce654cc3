// Looks through an account's copy for what does not fit together, and mends it: by asking the archive again (wanted.ts), or by dropping what is
// nobody's. A sample at each start, all of it when a person asks. In bites, so that no look holds up the page. A crash in the middle leaves a
// copy that is no worse than before; the next check begins anew. Pending changes, saved videos and trips are left alone.
import type { Clock } from '../../lib/clock.ts';
import { cannotAsk } from '../../lib/connection.ts';
import type { MirrorDatabase, RegistryDatabase } from '../database.ts';
import { refresh } from '../wanted.ts';
import { watchQuery } from '../watch-query.ts';
import { checkPages, checkSimilar, dropIfGone, pagesThatDisagree, type ListTotals } from './check-pages.ts';
import type { CheckOptions, CheckReport } from './check-report.ts';
import { checkChannels, checkFolded, checkVideos, type Checked } from './check-rows.ts';

export interface CheckedMirror {
  db: MirrorDatabase;
  registry: RegistryDatabase;
  clock: Clock;
  isSaved(videoId: string): boolean;
  /** From 0 up to 1: where a sample begins. */
  random(): number;
}

/** Some ten milliseconds of reading each. */
const videosAtOnce = 500;
const pagesAtOnce = 20;
/** Of what was asked for again; the archive may be slow, and the rest is told as waiting. */
const patienceMs = 20_000;

type Bite = (after: string | null) => Promise<Checked>;

export async function checkMirror(mirror: CheckedMirror, { isSample, onProgress, signal }: CheckOptions): Promise<CheckReport> {
  const { db } = mirror;
  const totals: ListTotals = new Map();
  const toFetch = new Set<string>();
  const all = isSample ? 0 : (await db.videoCards.count()) + (await db.listPages.count());
  let [done, repairedCount] = [0, 0];

  /** Answers how many rows were looked at. */
  async function through(bite: Bite, isCounted: boolean): Promise<number> {
    let count = 0;
    let after: string | null = isSample ? anyKey(mirror.random()) : null;
    do {
      if (signal.aborted) break;
      const checked: Checked = await bite(after);
      for (const key of checked.toFetch) toFetch.add(key);
      repairedCount += checked.repairedCount;
      count += checked.count;
      after = checked.last;
      if (!isCounted || isSample) continue;
      done += checked.count;
      onProgress(Math.min(done, all), all);
    } while (after !== null && !isSample);
    return count;
  }

  const videoCount = await through((after) => checkVideos(mirror, after, videosAtOnce), true);
  const listCount = await through((after) => checkPages(db, after, pagesAtOnce, totals), true);
  await through((after) => checkSimilar(db, after, pagesAtOnce), false);
  if (!signal.aborted) {
    // Old pages of an archive that grows: a person who asks gets them all, not each start some.
    for (const key of isSample ? [] : pagesThatDisagree(totals)) toFetch.add(key);
    for (const key of await checkChannels(mirror)) toFetch.add(key);
    repairedCount += await checkFolded(mirror);
  }
  for (const key of toFetch) await refresh(mirror, key, 2);
  if (!isSample) await whenFetched(mirror, [...toFetch], signal);
  let waitingCount = 0;
  for (const key of toFetch) if ((await db.wanted.get(key)) && !(await dropIfGone(db, key))) waitingCount += 1;
  return { videoCount, listCount, repairedCount: repairedCount + toFetch.size - waitingCount, waitingCount, isCancelled: signal.aborted };
}

/** Of the alphabet that ids of videos and names of lists are made of. */
const letters = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

function anyKey(random: number): string | null {
  const at = Math.floor(random * letters.length);
  return at === 0 ? null : (letters[at - 1] ?? null);
}

/** They have come, or will not: the archive is away, it refused them, or it takes its time. */
function whenFetched({ db, registry, clock }: CheckedMirror, keys: readonly string[], signal: AbortSignal): Promise<void> {
  if (keys.length === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = (): void => {
      end();
      cancel();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = clock.after(patienceMs, finish);
    const end = watchQuery(
      clock,
      async () => (await db.wanted.bulkGet([...keys])).filter((row) => row !== undefined),
      (rows) => {
        if (rows.every(({ state }) => state === 'failed')) return finish();
        // Nobody waits for an archive that is away.
        void registry.connection.get('connection').then((row) => row && cannotAsk(row.value.name) && finish());
      },
    );
    signal.addEventListener('abort', finish);
    if (signal.aborted) finish();
  });
}
