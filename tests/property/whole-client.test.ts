// The whole client, as src/app/client.tsx assembles it, without rendering: three devices, two people, two servers, and a network, clocks,
// disks and tabs in which anything goes wrong at any moment. Whatever happens:
//
// - nothing counts twice, for another person, or without somebody having wanted it
// - what the rules of conflict do not allow is not sent
// - at the end everything that anybody wanted has ended: applied, superseded by a rule, refused with a reason, or undone
// - every device shows what the archive has, and nobody requests anything any more
//
// One seed is one run, event by event (tests/builders/simulation, docs/decisions/218).
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { knownPlans } from '../builders/simulation/known-plans.ts';
import { comeToPeace } from '../builders/simulation/peace.ts';
import { takeSteps } from '../builders/simulation/run.ts';
import { somePlan, type Plan } from '../builders/simulation/steps.ts';
import { verify } from '../builders/simulation/verify.ts';

const isLong = process.env['STOWAWAY_LONG'] === '1';
const runs = Number(process.env['STOWAWAY_SIMULATIONS'] ?? (isLong ? 500 : 24));
const steps = Number(process.env['STOWAWAY_STEPS'] ?? 60);
/** A new one each night, printed; STOWAWAY_SEED and STOWAWAY_PATH (printed by a failure) repeat one run. */
const seed = Number(process.env['STOWAWAY_SEED'] ?? (isLong ? Date.now() % 2 ** 31 : 20_261_123));
const path = process.env['STOWAWAY_PATH'];
/** How long a failure is shrunk. */
const shrinkForMs = isLong ? 15 * 60_000 : 4 * 60_000;

async function simulate(plan: Plan): Promise<{ violations: string[]; trace: string[] }> {
  const run = await takeSteps(plan);
  const { world } = run;
  try {
    await comeToPeace(run);
    verify(run);
  } finally {
    await world.end();
  }
  return world;
}

test(
  'whatever happens to devices, tabs, networks and clocks, every wish ends as the rules say, once, and for whom it was',
  { timeout: 24 * 3_600_000 },
  async () => {
    if (isLong) console.info(`STOWAWAY_SEED=${seed}`);
    // fast-check's interruptAfterTimeLimit would also end the random runs, silently, and leave a world alive next to the next test's.
    let shrinkUntilMs = Infinity;
    const outcome = await fc.check(
      fc.asyncProperty(somePlan({ steps }), async (plan) => {
        if (Date.now() > shrinkUntilMs) return;
        const { violations } = await simulate(plan);
        if (violations.length === 0) return;
        shrinkUntilMs = Math.min(shrinkUntilMs, Date.now() + shrinkForMs);
        throw new Error(violations.slice(0, 5).join('\n'));
      }),
      { numRuns: runs, seed, ...(path === undefined ? {} : { path }), endOnFailure: path !== undefined },
    );
    if (!outcome.failed) return;
    const again = `STOWAWAY_SEED=${outcome.seed} STOWAWAY_PATH='${outcome.counterexamplePath}' npx vitest run --project node tests/property/whole-client.test.ts`;
    throw new Error(`${JSON.stringify(outcome.counterexample)}\n${String(outcome.errorInstance)}\nRun it again: ${again}`);
  },
);

test.each(knownPlans.map((plan, index) => [index, plan] as const))('what a rule is about, run %i', async (_index, plan) => {
  expect((await simulate(plan)).violations).toEqual([]);
});

test('a seed is one run', async () => {
  const [plan] = fc.sample(somePlan({ steps: 60 }), { numRuns: 1, seed: 7 }) as [Plan];
  const [first, second] = [await simulate(plan), await simulate(plan)];
  expect(second.trace.length).toBeGreaterThan(100);
  expect(second.trace).toEqual(first.trace);
});
