// npm test: unit, contract, property, fault and component tests, then the browser tests on the production build. Gets what it needs
// first. Ends with `N passed, N failed`. `--long`: more seeds, tests/long. `--unit`, `--e2e`: one of the two only; what
// follows `--` goes to that runner.
import './start/node-version.mjs';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from './build/stamp.mjs';
import { buildIfNeeded } from './start/build-if-needed.mjs';
import { installIfNeeded } from './start/install.mjs';
import { lastLine, playwrightCounts, vitestCounts } from './test/counts.mjs';
import { ensureChromium } from './test/ensure-chromium.mjs';

const own = new Set(['--long', '--unit', '--e2e']);
const given = process.argv.slice(2);
const isLong = given.includes('--long');
const wanted = { unit: !given.includes('--e2e'), e2e: !given.includes('--unit') };
const passedOn = given.filter((arg) => !own.has(arg));
const reports = path.join(projectFolder, 'test-results');
const unitReport = path.join(reports, 'unit.json');
const e2eReport = path.join(reports, 'e2e.json');

await installIfNeeded();
mkdirSync(reports, { recursive: true });
const environment = {
  ...process.env,
  STOWAWAY_CHROMIUM: ensureChromium() ?? '',
  ...(isLong ? { STOWAWAY_LONG: '1', STOWAWAY_SEEDS: process.env.STOWAWAY_SEEDS ?? '500' } : {}),
};
const counts = [];

if (wanted.unit) {
  rmSync(unitReport, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`];
  const ended = run(['node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', ...reporters, ...(wanted.e2e ? [] : passedOn)]);
  counts.push(believable(vitestCounts(unitReport), ended));
}
if (wanted.e2e) {
  buildIfNeeded();
  // Only the whole run, component tests included, can see every quoted text of the built screens, and is held to it.
  if (wanted.unit) environment.STOWAWAY_ALL_TEXTS = '1';
  rmSync(e2eReport, { force: true });
  const ended = run(['node_modules/@playwright/test/cli.js', 'test', '--pass-with-no-tests', ...(wanted.unit ? [] : passedOn)]);
  counts.push(believable(playwrightCounts(e2eReport), ended));
}

const sum = { passed: 0, failed: 0 };
for (const { passed, failed } of counts) {
  sum.passed += passed;
  sum.failed += failed;
}
console.log(lastLine(sum));
process.exit(sum.failed === 0 ? 0 : 1);

function run(args) {
  return spawnSync(process.execPath, args, { cwd: projectFolder, env: environment, stdio: ['ignore', 'inherit', 'inherit'] }).status ?? 1;
}

/** A runner that ended badly although its report names no failure (a leak, a crash after the last test) has failed. */
function believable(counted, exitCode) {
  return exitCode !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}
