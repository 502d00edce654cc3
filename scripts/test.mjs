// npm test: runs unit, contract, property, fault and component tests, and the browser tests on the production build. First installs and
// builds if needed. At the end reports how long each tier took, and which tests were slowest, flaky and skipped. The last line is
// `N passed, N failed`. `--long` adds more seeds and the long tests (tests/README.md). `--unit` omits the browser tests, `--e2e` omits all
// others; with either, other arguments are passed to the runner.
import './start/node-version.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { projectFolder } from './build/stamp.mjs';
import { buildIfNeeded } from './start/build-if-needed.mjs';
import { installIfNeeded } from './start/install.mjs';
import { lastLine, playwrightOutcome, vitestOutcome } from './test/counts.mjs';
import { ensureChromium } from './test/ensure-chromium.mjs';
import { summaryLines } from './test/summary.mjs';

const ownFlags = new Set(['--long', '--unit', '--e2e']);
const cliArgs = process.argv.slice(2);
const isLong = cliArgs.includes('--long');
// Without either flag, and with both, both tiers run.
const isOneTier = cliArgs.includes('--unit') !== cliArgs.includes('--e2e');
const tiers = { unit: !isOneTier || cliArgs.includes('--unit'), e2e: !isOneTier || cliArgs.includes('--e2e') };
const runnerArgs = cliArgs.filter((arg) => !ownFlags.has(arg));
const reports = path.join(projectFolder, 'test-results');

await installIfNeeded();
mkdirSync(reports, { recursive: true });
const environment = {
  ...process.env,
  STOWAWAY_CHROMIUM: ensureChromium() ?? '',
  ...(isLong ? { STOWAWAY_LONG: '1', STOWAWAY_SEEDS: process.env.STOWAWAY_SEEDS ?? '500' } : {}),
};
const runs = [];
const output = [];

buildIfNeeded();
// The component tests run in one page, which uses less than one core, so they run in parallel with the others.
await Promise.all([tiers.unit && runVitest('component', ['component'], { isShownAtEnd: true }), runNodeAndE2e()]);

const totals = { passed: 0, failed: 0 };
for (const { outcome } of runs) {
  totals.passed += outcome.passed;
  totals.failed += outcome.failed;
}
console.log(summaryLines(runs, output).join('\n'));
console.log(lastLine(totals));
process.exit(totals.failed === 0 ? 0 : 1);

async function runNodeAndE2e() {
  if (tiers.unit) await runVitest('node', ['node', 'node, modules replaced']);
  if (tiers.e2e) await runPlaywright();
}

function runVitest(name, projects, options) {
  const report = path.join(reports, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const projectFlags = projects.map((project) => `--project=${project}`);
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', ...projectFlags, ...reporters, ...(tiers.e2e ? [] : runnerArgs)];
  return run(name, report, vitestOutcome, args, options);
}

function runPlaywright() {
  // Only a run that includes the component tests can cover all quoted texts and API calls, so only such a run fails if one is missing.
  if (tiers.unit) environment.STOWAWAY_ALL_TESTS = '1';
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--pass-with-no-tests', ...(tiers.unit ? [] : runnerArgs)];
  return run('e2e', path.join(reports, 'e2e.json'), playwrightOutcome, args);
}

/** `isShownAtEnd`: whether the runner's output is printed when it ends, so that it does not mix with another runner's. */
async function run(name, report, readOutcome, args, { isShownAtEnd = false } = {}) {
  rmSync(report, { force: true });
  const startedAtMs = Date.now();
  const colourVariables = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  // React's development build checks more and takes longer, so only the long tests use it.
  const reactVariables = name === 'component' && !isLong ? { NODE_ENV: 'production' } : {};
  const env = { ...environment, ...colourVariables, ...reactVariables };
  const child = spawn(process.execPath, args, { cwd: projectFolder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  // The browser tests read what the component tests have seen (tests/e2e/component-report.ts).
  if (name === 'component') environment.STOWAWAY_COMPONENT_TESTS_PID = String(child.pid);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part) => {
    if (!isShownAtEnd) process.stdout.write(part);
    text += part;
  });
  const [exitCode] = await once(child, 'close');
  if (isShownAtEnd) process.stdout.write(text);
  output.push(...stripVTControlCharacters(text).split('\n'));
  runs.push({ name, wallSeconds: Math.round((Date.now() - startedAtMs) / 1000), outcome: withExitCode(readOutcome(report), exitCode) });
}

/** A runner that exited with an error although its report names no failure (a leak, a crash after the last test) has failed. */
function withExitCode(outcome, exitCode) {
  return exitCode !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
}
