// npm run check: runs all checks that do not run the product. Prints a line for each check, with its findings below it. `--only NAME` runs
// the checks whose names start with NAME. The last line is `N passed, N failed`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from './build/stamp.mjs';
import { buildIfNeeded } from './start/build-if-needed.mjs';
import { installIfNeeded } from './start/install.mjs';
import { lastLine } from './test/counts.mjs';

const checks = [
  ...['src', 'sw', 'server', 'tests', 'scripts'].map((folder) => ({
    name: `types: ${folder}`,
    run: () => runTool('typescript-native/bin/tsc', ['-p', folder]),
  })),
  { name: 'lint', run: () => runTool('oxlint/bin/oxlint', ['--type-aware', '--quiet', '--report-unused-disable-directives-severity=error']) },
  { name: 'format', run: () => runTool('oxfmt/bin/oxfmt', ['--list-different']) },
  {
    name: 'boundaries',
    run: () =>
      runTool('dependency-cruiser/bin/dependency-cruise.mjs', [
        '--config',
        '.dependency-cruiser.cjs',
        '--output-type',
        'err',
        'src',
        'sw',
        'server',
        'tests',
        'scripts',
      ]),
  },
  { name: 'unused files, exports, packages', run: () => runTool('knip/bin/knip.js', ['--no-progress']) },
  { name: 'texts in the markup', run: checkTexts },
  { name: 'API types', run: () => runNode('scripts/api-types.mjs', ['--check']) },
  { name: 'lock file', run: checkLockFile },
  { name: 'sizes', run: checkSizes },
];

await installIfNeeded();
// Imported only after the installation, because both files use a package.
const { literalTexts } = await import('./check/literal-texts.mjs');
const { templateTexts } = await import('./check/template-texts.mjs');
const namePrefix = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : null;
const selectedChecks = checks.filter((check) => namePrefix === null || check.name.startsWith(namePrefix));
if (selectedChecks.length === 0) {
  console.error(`No check has this name. The names are: ${checks.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
/** Each type check takes a gigabyte or more, and most checks use only one core. */
const maxParallelChecks = 2;
const totals = { passed: 0, failed: 0 };
const findingsOfChecks = startChecks();
for (const [index, { name }] of selectedChecks.entries()) {
  const findings = await findingsOfChecks[index];
  totals[findings === null ? 'passed' : 'failed'] += 1;
  console.log(`${findings === null ? '✓' : '✗'} ${name}`);
  if (findings !== null) console.log(findings.trimEnd());
}
console.log(lastLine(totals));
process.exit(totals.failed === 0 ? 0 : 1);

/** Starts the checks in their order. @returns a promise of each check's findings, which are null if it passed */
function startChecks() {
  const pendingChecks = [];
  const promises = selectedChecks.map(({ run }) => new Promise((resolve, reject) => pendingChecks.push({ run, resolve, reject })));
  for (let lane = 0; lane < maxParallelChecks; lane += 1) void runPending();
  return promises;

  async function runPending() {
    for (let check = pendingChecks.shift(); check; check = pendingChecks.shift()) await check.run().then(check.resolve, check.reject);
  }
}

/** @returns null if the tool passed, otherwise its findings */
function runTool(bin, args) {
  return runNode(path.join('node_modules', bin), args);
}

async function runNode(script, args) {
  const child = spawn(process.execPath, [script, ...args], { cwd: projectFolder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (output += part));
  const [exitCode] = await once(child, 'close');
  return exitCode === 0 ? null : output || 'failed without any output';
}

async function checkTexts() {
  const findings = [...textsIn('src', '.tsx', literalTexts), ...textsIn('server', '.ts', templateTexts)];
  return findings.length === 0 ? null : findings.join('\n');
}

function textsIn(folder, extension, find) {
  const files = readdirSync(path.join(projectFolder, folder), { recursive: true }).filter((name) => name.endsWith(extension) && !name.startsWith('texts'));
  return files.flatMap((name) =>
    find(name, readFileSync(path.join(projectFolder, folder, name), 'utf8')).map(
      ({ line, text }) => `${folder}/${name}:${line}: ${JSON.stringify(text)} belongs in ${folder}/texts`,
    ),
  );
}

/** The lock file must not name a registry, because every clone would then depend on that registry. */
async function checkLockFile() {
  const lock = readFileSync(path.join(projectFolder, 'package-lock.json'), 'utf8');
  const addresses = lock.match(/"resolved": "[^"]*"/g) ?? [];
  return addresses.length === 0 ? null : addresses.slice(0, 5).join('\n');
}

async function checkSizes() {
  buildIfNeeded();
  return runTool('size-limit/bin.js', []);
}
