// Installs the packages if node_modules is missing or does not match the lock file. Uses only Node's own modules, because it runs before
// anything is installed.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../build/stamp.mjs';
import { startTexts } from './texts.mjs';

export function isInstalled() {
  const lockedPackages = readPackages('package-lock.json');
  // npm writes this list when an installation is complete, so it is absent after an interrupted one.
  const installedPackages = readPackages('node_modules/.package-lock.json');
  if (!lockedPackages || !installedPackages) return false;
  return Object.entries(lockedPackages).every(([name, { version, optional, peer }]) => {
    if (name === '') return true;
    const installedPackage = installedPackages[name];
    return installedPackage ? installedPackage.version === version : Boolean(optional ?? peer);
  });
}

export async function installIfNeeded() {
  if (isInstalled()) return;
  const texts = startTexts();
  console.log(texts.install);
  const startedAtMs = Date.now();
  const { code, output } = await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) {
    console.error(output);
    console.error(texts.notInstalled);
    process.exit(1);
  }
  console.log(texts.installed(Math.round((Date.now() - startedAtMs) / 1000)));
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(path.join(projectFolder, file), 'utf8')).packages;
  } catch {
    return null;
  }
}

function runNpm(args) {
  // Uses the npm that runs this script, rather than the first on PATH.
  const cli = process.env.npm_execpath;
  const [command, prefixArgs] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  return new Promise((resolve) => {
    const child = spawn(command, [...prefixArgs, ...args], {
      cwd: projectFolder,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: command === 'npm' && process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => resolve({ code, output }));
  });
}
