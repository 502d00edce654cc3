// Builds the parts of dist that are missing or older than the sources.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { projectFolder, staleParts } from '../build/stamp.mjs';
import { startTexts } from './texts.mjs';

export function buildIfNeeded() {
  const stale = staleParts();
  if (stale.length === 0) return;
  const texts = startTexts();
  const parts = stale.map((part) => texts.parts[part]);
  console.log(texts.build(parts));
  const startedAtMs = Date.now();
  // In a separate process, so that this one, which stays while the server runs, does not keep the build's memory.
  const args = [path.join(projectFolder, 'scripts/build.mjs'), ...(stale.includes('client') ? [] : ['--only', 'server'])];
  const built = spawnSync(process.execPath, args, { cwd: projectFolder, encoding: 'utf8' });
  if (built.status !== 0) {
    console.error(`${built.stdout}${built.stderr}`);
    console.error(texts.notBuilt(parts));
    process.exit(1);
  }
  console.log(texts.built(Math.max(1, Math.round((Date.now() - startedAtMs) / 1000))));
}
