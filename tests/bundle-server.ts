// Before the first test: the server's bundle, as `npm start` runs it. A child process that reads the sources spends a second or two of a core on it.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { isFresh, projectFolder } from '../scripts/build/stamp.mjs';

export function setup(): void {
  if (isFresh('server')) return;
  const built = spawnSync(process.execPath, [path.join(projectFolder, 'scripts/build.mjs'), '--only', 'server'], { cwd: projectFolder, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`The server could not be bundled: ${built.stdout}${built.stderr}`);
}
