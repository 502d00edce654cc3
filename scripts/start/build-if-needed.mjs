// Builds the client when dist is missing or the sources changed since it was made.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { isBuildFresh, projectFolder } from '../build/stamp.mjs';

export function buildIfNeeded() {
  if (isBuildFresh()) return;
  console.log('Building the client …');
  const began = Date.now();
  // A process of its own: the server then starts without the memory that the build took.
  const built = spawnSync(process.execPath, [path.join(projectFolder, 'scripts/build.mjs')], { cwd: projectFolder, encoding: 'utf8' });
  if (built.status !== 0) {
    console.error(`${built.stdout}${built.stderr}`);
    console.error('stowaway: the client could not be built: see above.');
    process.exit(1);
  }
  console.log(`Built in ${Math.max(1, Math.round((Date.now() - began) / 1000))} s.`);
}
