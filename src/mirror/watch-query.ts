import Dexie, { liveQuery } from 'dexie';
import type { Clock } from '../lib/clock.ts';

const firstRetryMs = 250;
const maxRetryMs = 30_000;

/** For each followed query, a function that reads it again (limit-kept-changes.ts). */
export const rereadsOfQueries = new Set<() => void>();

interface QueryWatch {
  end(): void;
  /** Ends the current rest: a change that waits for its end is read now, otherwise the next one is read immediately. */
  endRest(): void;
}

/**
 * Follows a query like Dexie's `liveQuery`, but survives failed reads: an operating system may close a background page's database, and
 * `liveQuery` ends at the first failure. This function reads again, after a pause that doubles up to half a minute. Returns the unsubscribe
 * function.
 */
export function watchQuery<Value>(clock: Clock, query: () => Promise<Value>, next: (value: Value) => void): () => void {
  return watchQueryAtRate(clock, query, next, () => 0).end;
}

/** @param restMs how long to rest after a read that took `tookMs`; one read then covers all changes made meanwhile */
export function watchQueryAtRate<Value>(
  clock: Clock,
  query: () => Promise<Value>,
  next: (value: Value) => void,
  restMs: (tookMs: number) => number,
): QueryWatch {
  let failures = 0;
  let end: () => void;
  let readAtMs = 0;
  let restForMs = 0;
  let runs = 0;
  let endRest = (): void => {};

  /** Dexie calls this again at each commit that concerns the query, and ignores results of earlier runs, so only the latest run reads. */
  async function readAfterRest(): Promise<Value> {
    const run = ++runs;
    const restedMs = clock.now() - readAtMs;
    // A clock that was set back ends the rest.
    const waitMs = restedMs < 0 ? 0 : restForMs - restedMs;
    // Dexie's own promise, because after awaiting any other kind Dexie would not attribute the reads to this query.
    if (waitMs > 0) {
      await new Dexie.Promise<void>((resolve) => {
        const cancel = clock.after(waitMs, resolve);
        endRest = () => {
          cancel();
          resolve();
        };
      });
    }
    if (run !== runs) return undefined as Value;
    const fromMs = clock.now();
    const value = await query();
    readAtMs = clock.now();
    restForMs = restMs(readAtMs - fromMs);
    return value;
  }

  function subscribe(): void {
    const subscription = liveQuery(readAfterRest).subscribe({
      next(value) {
        failures = 0;
        next(value);
      },
      error(reason: unknown) {
        if (failures === 0) console.warn('A query failed and will be repeated', reason);
        subscription.unsubscribe();
        end = clock.after(Math.min(maxRetryMs, firstRetryMs * 2 ** failures), subscribe);
        failures += 1;
      },
    });
    end = () => subscription.unsubscribe();
  }

  function reread(): void {
    end();
    subscribe();
  }

  subscribe();
  rereadsOfQueries.add(reread);
  return {
    end() {
      rereadsOfQueries.delete(reread);
      end();
    },
    endRest() {
      restForMs = 0;
      endRest();
    },
  };
}
