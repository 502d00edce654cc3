// Tells whether dist was made from the present sources: a hash over everything that goes into the build, kept in dist.
// An interrupted build leaves no stamp and is made again.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));
const inputFiles = ['index.html', 'manifest.webmanifest', 'vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.base.json'];
const inputFolders = ['src', 'sw', 'public', 'scripts/build'];
const stampFile = path.join(projectFolder, 'dist', '.stamp');

export function isBuildFresh() {
  return existsSync(path.join(projectFolder, 'dist', 'index.html')) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampOfSources();
}

export function writeStamp(stamp) {
  writeFileSync(stampFile, stamp);
}

export function stampOfSources() {
  const hash = createHash('sha256').update(process.env.STOWAWAY_DEV === '1' ? 'dev' : '');
  for (const name of [...inputFiles, ...inputFolders.flatMap(filesIn)]) {
    hash.update(`\0${name}\0`).update(readFileSync(path.join(projectFolder, name)));
  }
  return hash.digest('hex');
}

function filesIn(folder) {
  return readdirSync(path.join(projectFolder, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
    .map((entry) => path.relative(projectFolder, path.join(entry.parentPath, entry.name)))
    .sort();
}
