import { liveQuery } from 'dexie';
import type { Clock } from '../lib/clock.ts';

const firstRetryMs = 250;
const maxRetryMs = 30_000;

/**
 * Follows a query like Dexie's `liveQuery`, which ends for good at the first failed read. Systems close databases in the background, and single reads
 * fail temporarily: this one reads again, after a pause that doubles up to half a minute. Returns the unsubscribe function.
 */
export function watchQuery<Value>(clock: Clock, query: () => Promise<Value>, next: (value: Value) => void): () => void {
  let failures = 0;
  let end: () => void;

  function subscribe(): void {
    const subscription = liveQuery(query).subscribe({
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
  return () => end();
}
