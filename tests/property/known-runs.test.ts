// The known runs of the simulation (tests/builders/simulation/known-plans.ts): a short one for each rule, in a file of their own, so that a
// planted fault need not wait for the random runs.
import { expect, test } from 'vitest';
import { knownPlans } from '../builders/simulation/known-plans.ts';
import { simulate } from './whole-client.ts';

test.each(knownPlans.map((plan, index) => [index, plan] as const))('the rules hold in known run %i', { timeout: 600_000 }, async (_index, plan) => {
  expect((await simulate(plan)).violations).toEqual([]);
});
