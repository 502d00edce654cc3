/**
 * Runs `work` over all items with at most `limit` at a time, and hands the results on in the order of the items, so that
 * what depends on order (which of two equal videos wins) does not depend on the disk's mood. At most `limit` results wait.
 */
export async function* inOrder<Item, Value>(items: readonly Item[], limit: number, work: (item: Item) => Promise<Value>): AsyncGenerator<Value> {
  const running: Promise<Value>[] = [];
  let next = 0;
  try {
    while (next < items.length || running.length > 0) {
      while (running.length < limit && next < items.length) {
        const result = work(items[next++] as Item);
        // Its failure is met when its turn comes; until then it must not count as unhandled.
        result.catch(() => undefined);
        running.push(result);
      }
      yield await (running[0] as Promise<Value>);
      void running.shift(); // it has settled: its value was yielded
    }
  } finally {
    // Left early: what still runs must not end as an unhandled rejection.
    await Promise.allSettled(running);
  }
}

/** Lets requests that wait be answered: the same process serves media. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
