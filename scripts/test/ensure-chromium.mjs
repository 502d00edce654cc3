// Finds a Chromium for the browser tests, or installs one: from apt where that is allowed, otherwise Playwright's own.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromiumOnPath } from './chromium-on-path.mjs';

/** Returns the path of the browser; null if Playwright's own is used. */
export function ensureChromium() {
  return chromiumOnPath() ?? installByApt() ?? installByPlaywright();
}

function installByApt() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  console.log('Installing Chromium with apt for the browser tests …');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => spawnSync('apt-get', args, { env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const update = apt('update', '-qq');
  if (update.status !== 0) console.log(`apt-get update failed:\n${update.stderr}`);
  // Debian has both packages; other distributions may have only the second.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const installation = apt('install', '-y', '-qq', '--no-install-recommends', name);
    if (installation.status === 0) return chromiumOnPath();
    console.log(`apt-get install ${name} failed:\n${installation.stderr}`);
  }
  return null;
}

function installByPlaywright() {
  console.log("Downloading Playwright's Chromium for the browser tests …");
  const download = spawnSync('npx', ['playwright', 'install', 'chromium'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  if (download.status !== 0) {
    console.error(`${download.stdout}${download.stderr}`);
    console.error('There is no Chromium for the browser tests. Install one, or set STOWAWAY_CHROMIUM to the path of an installed one.');
    process.exit(1);
  }
  return null;
}
