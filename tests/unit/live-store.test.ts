// Each live query has one store, however many views use it.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { liveStoreFor } from '../../src/queries/live-store.ts';
import { steppedClock } from '../builders/mirror-copy.ts';

test('a store that is used again after it was idle does not take its successor’s place', () => {
  const owner = { clock: steppedClock() };
  const store = () => liveStoreFor(owner, 'count', 0, async () => 1);
  const idleStore = store();
  owner.clock.advance(30_000);
  idleStore.subscribe(() => {})();
  const successor = store();
  expect(successor).not.toBe(idleStore);
  const unsubscribe = successor.subscribe(() => {});
  owner.clock.advance(30_000);
  expect(store()).toBe(successor);
  unsubscribe();
  owner.clock.advance(30_000);
});
