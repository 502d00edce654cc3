// Determines which parts of dist are up to date. Each part has a stamp, a hash of everything that goes into its build. An interrupted build
// leaves no stamp and is repeated.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));
export const dist = path.join(projectFolder, 'dist');
/** The server's bundle. Its folder is hidden: Stowaway's server serves no hidden files, and another web server needs only the visible ones. */
export const bundledServer = path.join(dist, '.server', 'main.mjs');

/** Pictures of README.md that are also the manifest's screenshots, which a browser shows when it offers to install the client. */
export const screenshots = ['docs/pictures/home.webp', 'docs/pictures/phone.webp'];

const tools = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'scripts/build'];
/** The parts in the order of building, because the client's build empties dist, including the server's files. */
const parts = {
  client: {
    inputs: ['index.html', 'manifest.webmanifest', 'vite.config.ts', 'src', 'sw', 'public', ...screenshots, ...tools],
    output: 'index.html',
    stamp: '.stamp',
  },
  server: {
    inputs: ['server', 'src/contract', ...tools],
    isInput: (name) => /\.m?ts$/.test(name) || name === 'openapi.yaml',
    output: '.server/main.mjs',
    stamp: '.server/.stamp',
  },
};

/** The names of the parts to build: both, only `server`, or none. If the client is stale, both must be built. */
export function staleParts() {
  const names = Object.keys(parts);
  const firstStaleIndex = names.findIndex((name) => !isFresh(name));
  return firstStaleIndex === -1 ? [] : names.slice(firstStaleIndex);
}

export function isFresh(name) {
  const { output, stamp } = parts[name];
  const file = path.join(dist, stamp);
  return existsSync(path.join(dist, output)) && existsSync(file) && readFileSync(file, 'utf8') === stampOfSources(name);
}

export function writeStamp(name, stamp) {
  writeFileSync(path.join(dist, parts[name].stamp), stamp);
}

export function stampOfSources(name) {
  const { inputs, isInput = () => true } = parts[name];
  const hash = createHash('sha256').update(process.env.STOWAWAY_DEV === '1' ? 'dev' : '');
  for (const file of inputs.flatMap((input) => filesIn(input, tools.includes(input) ? () => true : isInput))) {
    hash.update(`\0${file}\0`).update(readFileSync(path.join(projectFolder, file)));
  }
  return hash.digest('hex');
}

/** The file itself, or the files in the folder. */
function filesIn(input, isInput) {
  if (path.extname(input) !== '') return [input];
  return readdirSync(path.join(projectFolder, input), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.md') && isInput(entry.name))
    .map((entry) => path.relative(projectFolder, path.join(entry.parentPath, entry.name)))
    .sort();
}
