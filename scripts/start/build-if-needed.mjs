// Builds the parts of dist that are missing or do not match the sources.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { projectFolder, staleParts } from '../build/stamp.mjs';
import { startTexts } from './texts.mjs';

export function buildIfNeeded() {
  const partNames = staleParts();
  if (partNames.length === 0) return;
  const texts = startTexts();
  const parts = partNames.map((name) => texts.parts[name]);
  console.log(texts.build(parts));
  const startedAtMs = Date.now();
  // The build runs in a separate process, so that this one, which stays while the server runs, does not keep the build's memory.
  const args = [path.join(projectFolder, 'scripts/build.mjs'), ...(partNames.includes('client') ? [] : ['--only', 'server'])];
  const result = spawnSync(process.execPath, args, { cwd: projectFolder, encoding: 'utf8' });
  if (result.status !== 0) {
    console.error(`${result.stdout}${result.stderr}`);
    console.error(texts.notBuilt(parts));
    process.exit(1);
  }
  console.log(texts.built(Math.max(1, Math.round((Date.now() - startedAtMs) / 1000))));
}
