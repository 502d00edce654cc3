import Dexie, { liveQuery } from 'dexie';
import type { Clock } from '../lib/clock.ts';

const firstRetryMs = 250;
const maxRetryMs = 30_000;

/** A query rests for this many times as long as it took: hundreds of commits in a row, as when a long outbox is sent, must not keep the page busy. */
const restFactor = 2;
const maxRestMs = 250;

interface QueryWatch {
  end(): void;
  /** Ends a rest. */
  readNow(): void;
}

/**
 * Follows a query like Dexie's `liveQuery`, which ends for good at the first failed read. Systems close databases in the background, and single reads
 * fail temporarily: this one reads again, after a pause that doubles up to half a minute. Returns the unsubscribe function.
 */
export function watchQuery<Value>(clock: Clock, query: () => Promise<Value>, next: (value: Value) => void): () => void {
  return watchQueryAtRate(clock, query, next, () => 0).end;
}

/** @param minRestMs the shortest rest after a read, while the result is not urgent */
export function watchQueryAtRate<Value>(clock: Clock, query: () => Promise<Value>, next: (value: Value) => void, minRestMs: () => number): QueryWatch {
  let failures = 0;
  let end: () => void;
  let restsUntilMs = -Infinity;
  let runs = 0;
  let readNow = (): void => {};

  /** Dexie starts it again at each commit that concerns it, and ignores what the former runs return: only the last one reads. */
  async function readRested(): Promise<Value> {
    const run = ++runs;
    const waitMs = Math.min(Math.max(maxRestMs, minRestMs()), restsUntilMs - clock.now());
    // Dexie's own promise: after any other, Dexie would not know that it is still this query that reads.
    if (waitMs > 0) {
      await new Dexie.Promise<void>((resolve) => {
        const cancel = clock.after(waitMs, resolve);
        readNow = () => {
          cancel();
          resolve();
        };
      });
    }
    if (run !== runs) return undefined as Value;
    const fromMs = clock.now();
    const value = await query();
    const nowMs = clock.now();
    restsUntilMs = nowMs + Math.max(minRestMs(), Math.min(maxRestMs, restFactor * (nowMs - fromMs)));
    return value;
  }

  function subscribe(): void {
    const subscription = liveQuery(readRested).subscribe({
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

  subscribe();
  return {
    end: () => end(),
    readNow() {
      restsUntilMs = -Infinity;
      readNow();
    },
  };
}
