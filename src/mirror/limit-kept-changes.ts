// A live query of Dexie keeps the keys of all changes since its last read, even if they do not concern it (4.4.7): some 30 B for each key
// of each index. While thousands of videos are copied, the queries of a tab would keep tens of megabytes, and compare them at each change.
// A query that is read again keeps nothing. Called once per tab.
import Dexie, { type ObservabilitySet } from 'dexie';
import { rereadsOfQueries } from './watch-query.ts';

const maxKeptKeys = 5_000;

/** Returns the function that ends it. */
export function limitKeptChanges(): () => void {
  let keyCount = 0;
  function onChange(changes: ObservabilitySet): void {
    // Each change is a balanced tree of keys, of which only the depth is known.
    for (const { d: depth } of Object.values(changes)) keyCount += 2 ** (depth ?? 0);
    if (keyCount <= maxKeptKeys) return;
    keyCount = 0;
    for (const reread of [...rereadsOfQueries]) reread();
  }
  Dexie.on('storagemutated', onChange);
  return () => Dexie.on.storagemutated.unsubscribe(onChange);
}
