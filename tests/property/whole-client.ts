// Searches for a counterexample to the claims of whole-client.test.ts.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { converge } from '../builders/simulation/converge.ts';
import { runSteps } from '../builders/simulation/run.ts';
import { somePlan, type Plan } from '../builders/simulation/steps.ts';
import { verify } from '../builders/simulation/verify.ts';
import { isLong } from '../long-test.ts';

const runCount = Number(process.env['STOWAWAY_SIMULATIONS'] ?? (isLong ? 500 : 6));
const stepsFromOutside = process.env['STOWAWAY_STEPS'];
/** The numbers of steps, equally often. Some faults need a long history, but 200 steps for all runs would take too long (docs/decisions/218). */
const stepCounts = stepsFromOutside !== undefined ? [Number(stepsFromOutside)] : isLong ? [60, 60, 200] : [60];
const someRun = fc.oneof(...stepCounts.map((steps) => somePlan({ steps })));
/** Long runs use a different seed each time, and print it. */
const seed = Number(process.env['STOWAWAY_SEED'] ?? (isLong ? Date.now() % 2 ** 31 : 20_261_123));
/**
 * The file of a counterexample; a failure writes the file and prints its name. If set, only the run in the file is simulated. fast-check's
 * own seed and path cannot repeat such a run.
 */
const planFile = process.env['STOWAWAY_PLAN'];
/** How long fast-check may shrink a failing run. */
const shrinkForMs = 4 * 60_000;

export async function simulate(plan: Plan): Promise<{ violations: string[]; trace: string[] }> {
  const run = await runSteps(plan);
  const { world } = run;
  try {
    await converge(run);
    verify(run);
  } finally {
    await world.end();
  }
  return world;
}

/**
 * Simulates `share` of the runs, or only the run of STOWAWAY_PLAN. The long search is shared by two files, one for each core; `offset` gives
 * them different seeds.
 *
 * @throws with the counterexample and how to run it again
 */
export async function search({ offset = 0, share = 1 } = {}): Promise<void> {
  if (planFile !== undefined) {
    const { violations } = await simulate(JSON.parse(readFileSync(planFile, 'utf8')) as Plan);
    if (violations.length > 0) throw new Error(violations.join('\n'));
    return;
  }
  if (isLong) console.info(`STOWAWAY_SEED=${seed + offset}`);
  // fast-check's interruptAfterTimeLimit would also end the random runs without a failure, and leave a world alive during the next test.
  let shrinkUntilMs = Infinity;
  const outcome = await fc.check(
    fc.asyncProperty(someRun, async (plan) => {
      if (Date.now() > shrinkUntilMs) return;
      const { violations } = await simulate(plan);
      if (violations.length === 0) return;
      // Shrinking takes minutes, in which nothing else is printed.
      if (shrinkUntilMs === Infinity) process.stderr.write(`STOWAWAY_SEED=${seed + offset} has a counterexample: ${violations[0]}\n`);
      shrinkUntilMs = Math.min(shrinkUntilMs, Date.now() + shrinkForMs);
      throw new Error(violations.slice(0, 5).join('\n'));
    }),
    { numRuns: Math.ceil(runCount * share), seed: seed + offset },
  );
  if (!outcome.failed) return;
  const file = `test-results/counterexample-${outcome.seed}.json`;
  mkdirSync('test-results', { recursive: true });
  writeFileSync(file, JSON.stringify(outcome.counterexample?.[0]));
  const command = `STOWAWAY_PLAN=${file} npx vitest run --project node tests/property/whole-client.test.ts`;
  throw new Error(`${JSON.stringify(outcome.counterexample)}\n${String(outcome.errorInstance)}\nRun it again: ${command}`);
}
