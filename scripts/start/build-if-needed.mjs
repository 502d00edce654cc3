// Builds the parts of dist that are missing or older than the sources.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { projectFolder, staleParts } from '../build/stamp.mjs';

export function buildIfNeeded() {
  const stale = staleParts();
  if (stale.length === 0) return;
  console.log(`Building the ${stale.join(' and the ')} …`);
  const began = Date.now();
  // In a separate process, so that this one, which stays while the server runs, does not keep the build's memory.
  const args = [path.join(projectFolder, 'scripts/build.mjs'), ...(stale.includes('client') ? [] : ['--only', 'server'])];
  const built = spawnSync(process.execPath, args, { cwd: projectFolder, encoding: 'utf8' });
  if (built.status !== 0) {
    console.error(`${built.stdout}${built.stderr}`);
    console.error(`stowaway: The ${stale.join(' and the ')} could not be built: see the error above.`);
    process.exit(1);
  }
  console.log(`Built in ${Math.max(1, Math.round((Date.now() - began) / 1000))} s.`);
}
