// Finds a Chromium for the browser tests, or gets one: from apt where that may be used, else Playwright's own.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromiumOnPath } from './chromium-on-path.mjs';

/** The path of an installed one; null: Playwright's own is used. */
export function ensureChromium() {
  return chromiumOnPath() ?? installedByApt() ?? installedByPlaywright();
}

function installedByApt() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  console.log('Installing Chromium with apt, for the browser tests …');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    const done = spawnSync('apt-get', args, { env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    if (done.status !== 0) {
      console.log(`apt-get ${args[0]} failed:\n${done.stderr}`);
      return null;
    }
  }
  return chromiumOnPath();
}

function installedByPlaywright() {
  console.log("Getting Playwright's Chromium, for the browser tests …");
  const done = spawnSync('npx', ['playwright', 'install', 'chromium'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  if (done.status !== 0) {
    console.error(`${done.stdout}${done.stderr}`);
    console.error('There is no Chromium for the browser tests. Install one, or name it in STOWAWAY_CHROMIUM.');
    process.exit(1);
  }
  return null;
}
