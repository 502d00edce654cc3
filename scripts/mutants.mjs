// npm run test:mutants: plants the faults of scripts/mutants one by one in temporary copies of the tree, runs the relevant tests on each,
// and prints which faults no test detected. Plants the faults of scripts/mutants/core.mjs, or all with `--all`. Arguments select from all
// faults those whose name or file contains one of them. `--simulation` plants only the faults of `simulatedFolders`, and runs the known runs
// of the simulation instead of each fault's own tests. The exit code is 1 if a fault survived or no longer applies, or if something other
// than a test failed.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectFolder, staleParts } from './build/stamp.mjs';
import { clientFaults } from './mutants/client.mjs';
import { coreFaultNames } from './mutants/core.mjs';
import { plantFault } from './mutants/plant.mjs';
import { savedFaults } from './mutants/saved.mjs';
import { serverFaults } from './mutants/server.mjs';
import { syncFaults } from './mutants/sync.mjs';
import { workerFaults } from './mutants/worker.mjs';

/** A fault counts as undetected if its tests take longer than this, because on a busy machine they may take as long without the fault. */
const maxRunMs = 300_000;
const plantsAll = process.argv.includes('--all');
const isSimulation = process.argv.includes('--simulation');
/** The folders whose code the simulation runs (docs/decisions/218). */
const simulatedFolders = ['src/commands/', 'src/mirror/', 'src/mutations/', 'src/network/', 'src/sync/'];
const filterTexts = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const faults = [...serverFaults, ...clientFaults, ...syncFaults, ...savedFaults, ...workerFaults]
  .filter(({ name, file }) =>
    filterTexts.length === 0 ? plantsAll || isSimulation || coreFaultNames.has(name) : filterTexts.some((text) => `${name} ${file}`.includes(text)),
  )
  .filter(({ file }) => !isSimulation || simulatedFolders.some((folder) => file.startsWith(folder)))
  .map((fault) => (isSimulation ? { ...fault, tests: ['tests/property/known-runs.test.ts'], only: undefined } : fault));
if (faults.length === 0) exitWithError(`No fault has “${filterTexts.join('” or “')}” in its name or file.`);
const sources = new Map();
for (const fault of faults) {
  try {
    sources.set(fault, plantFault(readFileSync(path.join(projectFolder, fault.file), 'utf8'), fault));
  } catch (error) {
    exitWithError(error.message);
  }
}

// The copies include the bundle, and only a fault of the server rebuilds it.
if (staleParts().includes('server')) spawnSync(process.execPath, [path.join(projectFolder, 'scripts/build.mjs'), '--only', 'server'], { stdio: 'inherit' });
const tempFolder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-mutants-'));
const runningTests = new Set();
process.on('exit', () => {
  for (const child of runningTests) child.kill('SIGKILL');
  rmSync(tempFolder, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

const startedMs = performance.now();
const treeCopies = Array.from({ length: Math.min(2, os.availableParallelism()) }, (_, index) => copyOfTree(path.join(tempFolder, `copy-${index}`)));
const isInBrowser = (test) => test.startsWith('tests/component/');
const neededTests = [...new Set(faults.flatMap(({ tests }) => tests))];
// The tests first run without any fault, because a test that already fails detects nothing. There are two runs, because Vitest refuses one
// in which browser tests and other tests have different numbers of workers.
for (const tests of [neededTests.filter((test) => !isInBrowser(test)), neededTests.filter(isInBrowser)]) {
  if (tests.length === 0) continue;
  const faultlessRun = await runTests(treeCopies[0], tests, undefined, treeCopies.length, maxRunMs * 4);
  if (faultlessRun.outcome !== 'passed') exitWithError(`The tests must pass without a fault:\n${faultlessRun.output}`);
}

const survivors = [];
/** Faults for which something other than a test failed, for example because the file does not load, or a hook did not end in time. */
const brokenRuns = [];
const pendingFaults = [...faults];
await Promise.all(treeCopies.map(runFaults));
console.log(`${faults.length} faults planted in ${Math.round((performance.now() - startedMs) / 1000)} s, ${survivors.length} survived`);
for (const { name, file } of survivors) console.log(`  survived: ${name} (${file})`);
for (const { fault, output } of brokenRuns) console.log(`  no test failed, but something else did: ${fault.name} (${fault.file})\n${output}`);
process.exit(survivors.length + brokenRuns.length === 0 ? 0 : 1);

async function runFaults(copy) {
  for (let fault = pendingFaults.shift(); fault; fault = pendingFaults.shift()) {
    const file = path.join(copy, fault.file);
    const originalText = readFileSync(file, 'utf8');
    writeFileSync(file, sources.get(fault));
    const startedAtMs = performance.now();
    const { outcome, output } = await runTests(copy, fault.tests, fault.only, 1, maxRunMs);
    writeFileSync(file, originalText);
    const seconds = Math.round((performance.now() - startedAtMs) / 1000);
    if (outcome === 'broken') brokenRuns.push({ fault, output });
    else if (outcome !== 'failed') survivors.push(fault);
    const label = { failed: 'detected', passed: 'SURVIVED', broken: 'BROKEN', 'not ended': 'NOT ENDED' }[outcome];
    console.log(`${label.padEnd(9)} ${String(seconds).padStart(3)} s  ${fault.name}`);
  }
}

/**
 * Runs tests on a copy, also those that otherwise only the long tests run. The outcome `broken` means that something other than a test
 * failed.
 */
async function runTests(copy, tests, only, workers, timeoutMs) {
  const report = path.join(copy, 'mutants.json');
  rmSync(report, { force: true });
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...tests, '--reporter=json', `--outputFile=${report}`, `--maxWorkers=${workers}`];
  if (only !== undefined) args.push('-t', only);
  // One failure is enough, and the other known runs take a minute.
  if (isSimulation) args.push('--bail=1');
  const child = spawn(process.execPath, args, {
    cwd: copy,
    env: { ...process.env, STOWAWAY_LONG: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  runningTests.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code, signal] = await new Promise((resolve) => child.once('close', (...ending) => resolve(ending)));
  runningTests.delete(child);
  if (signal !== null) return { outcome: 'not ended', output };
  if (!existsSync(report)) return { outcome: 'broken', output };
  const { numFailedTests, numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const messages = testResults.flatMap(({ message, assertionResults }) => [message, ...assertionResults.flatMap((result) => result.failureMessages)]);
  if (numFailedTests > 0) return { outcome: 'failed', output: messages.join('\n') };
  return { outcome: code === 0 && numPassedTests > 0 ? 'passed' : 'broken', output: `${output}${messages.join('\n')}` };
}

/** Copies every file that git tracks or does not ignore and the server's bundle, and links the packages of this tree. */
function copyOfTree(folder) {
  const gitFiles = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectFolder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (gitFiles.status !== 0) exitWithError(`git cannot list the files: ${gitFiles.stderr}`);
  for (const file of gitFiles.stdout.split('\0').filter((name) => name !== '' && existsSync(path.join(projectFolder, name)))) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(path.join(projectFolder, file), path.join(folder, file));
  }
  cpSync(path.join(projectFolder, 'dist/.server'), path.join(folder, 'dist/.server'), { recursive: true });
  linkPackages(path.join(projectFolder, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

/**
 * Links each package. If the copies shared one node_modules, each would discard the files that Vite has prepared there for the other's
 * component tests.
 */
function linkPackages(from, to) {
  mkdirSync(to);
  for (const name of readdirSync(from).filter((name) => name !== '.vite')) symlinkSync(path.join(from, name), path.join(to, name));
}

function exitWithError(message) {
  console.error(message);
  process.exit(1);
}
