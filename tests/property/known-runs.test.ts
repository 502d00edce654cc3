// The known runs of the simulation (tests/builders/simulation/known-plans.ts): one short run for each rule. They have their own file, so a
// planted fault is caught without waiting for the random runs.
import { expect, test } from 'vitest';
import { knownPlans } from '../builders/simulation/known-plans.ts';
import { simulate } from './whole-client.ts';
import { casesToRun } from '../long-test.ts';

/** `npm test` has the time for eight of them. */
const runs = knownPlans.map((plan, index) => [index, plan] as const);
test.each(casesToRun(runs, 8))('the rules hold in known run %i', { timeout: 600_000 }, async (_index, plan) => {
  expect((await simulate(plan)).violations).toEqual([]);
});
