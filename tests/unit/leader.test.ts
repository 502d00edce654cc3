// A tab that gets the lock to send learns whether it is certainly the only sender. If not, it must also consult the fence.
import { expect, test } from 'vitest';
import type { Locks } from '../../src/lib/locks.ts';
import { createLeader } from '../../src/sync/leader.ts';
import { steppedClock, sharedLocks } from '../builders/mirror-copy.ts';

const unchangedProgress = async (): Promise<string> => 'row 1 is sent';
const returnIsAlone = async (isAlone: boolean): Promise<boolean> => isAlone;

test('a tab that holds the lock knows that it is alone if the lock covers all tabs, and otherwise cannot be sure', async () => {
  expect(await setup(sharedLocks()).leader.lead(returnIsAlone, unchangedProgress)).toBe(true);
  expect(await setup({ ...sharedLocks(), isCrossTab: false }).leader.lead(returnIsAlone, unchangedProgress)).toBe(false);
});

test('a tab that has taken the lock from a frozen tab cannot be sure that it is alone', async () => {
  const locksOfFrozenTab: Locks = { isCrossTab: true, run: async (_name, work, options) => (options?.shouldSteal ? work() : undefined) };
  const { leader, clock } = setup(locksOfFrozenTab);
  expect(await leader.lead(returnIsAlone, unchangedProgress)).toBeUndefined();
  clock.advance(90_000);
  expect(await leader.lead(returnIsAlone, unchangedProgress)).toBe(false);
});

function setup(locks: Locks) {
  const clock = steppedClock();
  return { clock, leader: createLeader({ locks, clock, name: 'sending' }) };
}
