// npm run bench: measures the performance goals, and prints them as a table. Every file of scripts/bench that exports `row` or `rows`
// contributes them: { name, goal, run() → { value, isMet } }. `npm run bench -- sizes tap` runs only these two files. `npm run bench --
// against COMMIT sizes tap` compares them with an earlier commit. Facts about the machine are printed first, because a number means little
// without them. The exit code is 1 if a row could not be measured. An unmet goal is only shown in the table, because a busy machine misses
// some goals.
import './start/node-version.mjs';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectFolder } from './build/stamp.mjs';
import { buildIfNeeded } from './start/build-if-needed.mjs';
import { installIfNeeded } from './start/install.mjs';
import { ensureChromium } from './test/ensure-chromium.mjs';

const cliArgs = process.argv.slice(2);
const otherCommit = cliArgs[0] === 'against' ? (cliArgs[1] ?? '') : null;
const selectedNames = cliArgs.slice(otherCommit === null ? 0 : 2);
const allNames = readdirSync(path.join(projectFolder, 'scripts/bench')).filter((file) => file.endsWith('.mjs'));
const unknownName = selectedNames.find((name) => !allNames.includes(`${name}.mjs`));
if (unknownName) {
  console.error(`scripts/bench has no file ${unknownName}.mjs.`);
  process.exit(1);
}
if (otherCommit !== null) {
  const { compareWith } = await import('./bench/against.mjs');
  try {
    compareWith(otherCommit, selectedNames);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
  process.exit(0);
}
const names = selectedNames.length === 0 ? allNames : selectedNames.map((name) => `${name}.mjs`);
await installIfNeeded();
buildIfNeeded();
process.env.STOWAWAY_CHROMIUM = ensureChromium() ?? '';
// The rows use the tests' own archive and device, which are TypeScript.
const { register } = await import('tsx/esm/api');
register();

let failedCount = 0;
console.log(describeMachine());
console.log('');
console.log('met | what | measured | goal');
console.log('--- | --- | --- | ---');
for (const name of names.sort()) {
  const module = await import(path.join(projectFolder, 'scripts/bench', name));
  for (const row of [module.row, ...(module.rows ?? [])].filter(Boolean)) {
    const { value, isMet } = await measureRow(row);
    console.log(`${isMet ? 'yes' : 'NO '} | ${row.name} | ${value} | ${row.goal}`);
  }
}
process.exit(failedCount === 0 ? 0 : 1);

function describeMachine() {
  const cores = os.cpus();
  return [
    `${cores.length} × ${cores[0]?.model.trim()}`,
    `${Math.round(os.totalmem() / 2 ** 30)} GB`,
    `${os.type()} ${os.release()}`,
    `Node ${process.versions.node}`,
    chromiumVersion(),
    `load before ${os.loadavg()[0].toFixed(1)}`,
    new Date().toISOString().slice(0, 16),
  ].join(' · ');
}

function chromiumVersion() {
  const executable = process.env.STOWAWAY_CHROMIUM;
  return executable ? execFileSync(executable, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() : "Playwright's Chromium";
}

/** A row that throws is shown as unmet and makes the exit code 1; the others still run. */
async function measureRow(row) {
  try {
    return await row.run();
  } catch (error) {
    failedCount += 1;
    return { value: `failed: ${String(error).split('\n')[0]}`, isMet: false };
  }
}
