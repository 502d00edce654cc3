// Bundles the server before the first test, unless the bundle is up to date. Child processes that ran the sources instead would each take a
// second or two longer to start.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { isFresh, projectFolder } from '../scripts/build/stamp.mjs';

export function setup(): void {
  if (isFresh('server')) return;
  const result = spawnSync(process.execPath, [path.join(projectFolder, 'scripts/build.mjs'), '--only', 'server'], { cwd: projectFolder, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`The server could not be bundled: ${result.stdout}${result.stderr}`);
}
