// A live query of Dexie (4.4.7) keeps the keys of all changes since its last read, even of changes that do not concern the query. Each key
// of each index takes some 30 B. While thousands of videos are copied, the queries of a tab would keep tens of megabytes, and compare them
// at each change. A query drops these keys when it is read again, so this module reads all queries again after a few thousand keys. Called
// once per tab.
import Dexie, { type ObservabilitySet } from 'dexie';
import { rereadsOfQueries } from './watch-query.ts';

const maxKeptKeys = 5_000;

/** Starts watching the changes; returns the stop function. */
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
