// Whether a tab that got to send can be the only one: what it cannot know, it must ask of the fence.
import { expect, test } from 'vitest';
import type { Locks } from '../../src/lib/locks.ts';
import { createLeader } from '../../src/sync/leader.ts';
import { manualClock, sharedLocks } from '../builders/mirror-copy.ts';

const standingStill = async (): Promise<string> => 'row 1 is sent';
const whetherAlone = async (isAlone: boolean): Promise<boolean> => isAlone;

test('a tab is alone when its lock covers all tabs', async () => {
  expect(await setup(sharedLocks()).leader.lead(whetherAlone, standingStill)).toBe(true);
  expect(await setup({ ...sharedLocks(), isCrossTab: false }).leader.lead(whetherAlone, standingStill)).toBe(false);
});

test('a tab that has taken the lock from a frozen one is not alone', async () => {
  const held: Locks = { isCrossTab: true, run: async (_name, work, options) => (options?.isStolen ? work() : undefined) };
  const { leader, clock } = setup(held);
  expect(await leader.lead(whetherAlone, standingStill)).toBeUndefined();
  clock.advance(90_000);
  expect(await leader.lead(whetherAlone, standingStill)).toBe(false);
});

function setup(locks: Locks) {
  const clock = manualClock();
  return { clock, leader: createLeader({ locks, clock, name: 'sending' }) };
}
