// Bundles the server before the first test, as `npm start` does: child processes that ran the sources would each need a second or two more.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { isFresh, projectFolder } from '../scripts/build/stamp.mjs';

export function setup(): void {
  if (isFresh('server')) return;
  const built = spawnSync(process.execPath, [path.join(projectFolder, 'scripts/build.mjs'), '--only', 'server'], { cwd: projectFolder, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`The server could not be bundled: ${built.stdout}${built.stderr}`);
}
