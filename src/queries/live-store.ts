// A live query as a plain subscribable value: unchanged parts keep their identity, and listeners are notified only of real changes. Used
// by the other stores of this folder and by src/app/saved-plans; knows nothing of React.
import type { Clock } from '../lib/clock.ts';
import { keepIdentity } from '../lib/keep-identity.ts';
import { watchQueryAtRate } from '../mirror/watch-query.ts';

export interface Store<Value> {
  /** Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  read(): Value;
}

export interface LiveStore<Value> extends Store<Value> {
  /** Resolves when the database has answered for the first time. */
  whenRead: Promise<void>;
}

interface LiveQuery<Value> {
  clock: Clock;
  query: () => Promise<Value>;
  /** The value before the database has answered. */
  initial: Value;
  /** Called when nobody has listened for `lingerMs`, and the store has stopped. */
  onIdle?: () => void;
}

/** How long a store without listeners keeps reading, so that a list opened again is drawn in the first frame. */
const lingerMs = 30_000;
/** The pause between reads of a value that nobody draws. */
const lingerRestMs = 1_000;
/**
 * While changes come in quick succession, a query pauses after each read for twice the read's duration, at most `maxRestMs`. Hundreds of
 * commits, such as those of a long outbox being sent, must not keep the page busy. The first few reads do not wait, so that a page opens
 * quickly.
 */
const restFactor = 2;
const maxRestMs = 250;
const readsWithoutRest = 5;
const successionMs = 1_000;

/** Creates a store that reads immediately, and stops when nobody has listened for a while; a new listener restarts it. */
export function createLiveStore<Value>({ clock, query, initial, onIdle }: LiveQuery<Value>): LiveStore<Value> {
  const listeners = new Set<() => void>();
  let value = initial;
  let readsInSuccession = 0;
  let readAtMs = -Infinity;
  let watcher: ReturnType<typeof watchQueryAtRate> | null = null;
  let cancelIdle: (() => void) | null = null;
  let resolveRead: () => void = () => {};
  const whenRead = new Promise<void>((resolve) => (resolveRead = resolve));

  function receive(newValue: Value): void {
    const mergedValue = keepIdentity(value, newValue);
    const isChanged = !Object.is(mergedValue, value);
    value = mergedValue;
    resolveRead();
    if (isChanged) for (const listener of [...listeners]) listener();
  }

  function restMs(tookMs: number): number {
    const nowMs = clock.now();
    readsInSuccession = Math.abs(nowMs - readAtMs) < successionMs ? readsInSuccession + 1 : 1;
    readAtMs = nowMs;
    if (listeners.size === 0) return lingerRestMs;
    return readsInSuccession <= readsWithoutRest ? 0 : Math.min(maxRestMs, restFactor * tookMs);
  }

  function start(): void {
    watcher ??= watchQueryAtRate(clock, query, receive, restMs);
  }

  function scheduleIdle(): void {
    cancelIdle = clock.after(lingerMs, () => {
      watcher?.end();
      watcher = null;
      onIdle?.();
    });
  }

  start();
  scheduleIdle();
  return {
    whenRead,
    read: () => value,
    subscribe(listener) {
      cancelIdle?.();
      cancelIdle = null;
      listeners.add(listener);
      start();
      watcher?.endRest();
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) scheduleIdle();
      };
    },
  };
}

/** The single live store of this id. @param owner the owner of the rows; the same id under another owner is another store */
export function liveStoreFor<Value>(owner: { clock: Clock }, id: string, initial: Value, query: () => Promise<Value>): LiveStore<Value> {
  return storeFor(owner, id, (onIdle) => createLiveStore({ clock: owner.clock, query, initial, onIdle }));
}

const storesByOwner = new WeakMap<object, Map<string, unknown>>();

/** One store per owner and id, however many components use it. `create` gets a function to call when the store is idle. */
export function storeFor<SharedStore>(owner: object, id: string, create: (onIdle: () => void) => SharedStore): SharedStore {
  const stores = storesByOwner.get(owner) ?? new Map<string, unknown>();
  storesByOwner.set(owner, stores);
  const existingStore = stores.get(id) as SharedStore | undefined;
  if (existingStore) return existingStore;
  const newStore = create(() => {
    // A component may use a store again after its removal. The id may then belong to a newer store, which must stay.
    if (stores.get(id) === newStore) stores.delete(id);
  });
  stores.set(id, newStore);
  return newStore;
}
