// Each live query has one store, however many views use it.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { liveStoreFor } from '../../src/queries/live-store.ts';
import { steppedClock } from '../builders/mirror-copy.ts';

test('an idle store that is used again does not take the place of its successor', () => {
  const owner = { clock: steppedClock() };
  const getStore = () => liveStoreFor(owner, 'count', 0, async () => 1);
  const idleStore = getStore();
  owner.clock.advance(30_000);
  idleStore.subscribe(() => {})();
  const successor = getStore();
  expect(successor).not.toBe(idleStore);
  const unsubscribe = successor.subscribe(() => {});
  owner.clock.advance(30_000);
  expect(getStore()).toBe(successor);
  unsubscribe();
  owner.clock.advance(30_000);
});
