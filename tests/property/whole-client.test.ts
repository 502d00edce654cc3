// The whole client, as src/app/client.tsx assembles it, without rendering: three devices, two people, two servers, and a network, clocks,
// disks and tabs that may fail at any moment. Whatever happens:
//
// - no change takes effect twice, for another person, or without being wanted
// - no change is sent that the conflict rules forbid
// - at the end every change has an outcome: applied, superseded by a rule, refused with a reason, or undone
// - every device shows the archive's state, and no device sends requests any more
//
// One seed gives the same run, event by event (tests/builders/simulation, docs/decisions/218).
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { somePlan, type Plan } from '../builders/simulation/steps.ts';
import { isLong, longTest } from '../long-test.ts';
import { search, simulate } from './whole-client.ts';

test('every change ends once, as the rules say, for its person, whatever happens to devices, tabs, networks and clocks', { timeout: 24 * 3_600_000 }, () =>
  search({ share: isLong ? 0.5 : 1 }),
);

longTest('the same seed gives the same run', async () => {
  const [plan] = fc.sample(somePlan({ steps: 20 }), { numRuns: 1, seed: 7 }) as [Plan];
  const [firstRun, secondRun] = [await simulate(plan), await simulate(plan)];
  expect(secondRun.trace.length).toBeGreaterThan(100);
  expect(secondRun.trace).toEqual(firstRun.trace);
});
