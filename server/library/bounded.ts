// Limits concurrent work, and the time for which work blocks the event loop.

/**
 * Runs `work` on all items, at most `limit` at a time, and yields the results in the order of the items. Decisions that depend on the
 * order, such as which of two equal videos is imported, therefore do not depend on the disk's timing. At most `limit` results wait to be
 * yielded, and items are requested in order.
 */
export async function* mapInOrder<Item, Value>(
  items: Iterable<Item> | AsyncIterable<Item>,
  limit: number,
  work: (item: Item) => Promise<Value>,
): AsyncGenerator<Value> {
  const runningWork: Promise<Value>[] = [];
  const source = iterate(items);
  let isExhausted = false;
  try {
    for (;;) {
      while (runningWork.length < limit && !isExhausted) {
        const nextItem = await source.next();
        if (nextItem.done) isExhausted = true;
        else {
          const result = work(nextItem.value);
          // A failure is thrown when its result is yielded; until then it must not count as unhandled.
          result.catch(() => undefined);
          runningWork.push(result);
        }
      }
      if (runningWork.length === 0) return;
      yield await (runningWork[0] as Promise<Value>);
      void runningWork.shift(); // already settled: its value was yielded
    }
  } finally {
    // If the caller stops early, it continues only after the work that is still running has ended.
    await Promise.allSettled(runningWork);
    await source.return(undefined);
  }
}

async function* iterate<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item, undefined> {
  yield* items;
}

/** Lets the process answer waiting requests, because it also serves media. */
export function yieldEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
