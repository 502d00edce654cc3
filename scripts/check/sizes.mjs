// Determines the sizes of the build and their limits (docs/architecture.md, "Sizes"). Used by size-limit, the checks and the bench.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { firstChunk } from '../build/shell-files.mjs';
import { projectFolder } from '../build/stamp.mjs';

const dist = path.join(projectFolder, 'dist');
const firstRoute = /^src\/screens\/home\//;
/** Code for single media formats, which is loaded when a video needs it, not with a screen. */
const separateChunks = /node_modules\/(hls\.js|mediabunny)\//;

/**
 * @returns {{ name: string, files: string[], limitBytes: number, isGzipped: boolean }[]} files relative to the project
 */
export function sizeRows() {
  const chunks = JSON.parse(readFileSync(path.join(dist, '.chunks'), 'utf8'));
  const names = Object.keys(chunks);
  const firstKeys = withStaticImports(
    chunks,
    names.filter((name) => chunks[name].name === firstChunk || (chunks[name].isDynamicEntry && firstRoute.test(name))),
  );
  const routes = names.filter((name) => chunks[name].isDynamicEntry && !firstKeys.has(name) && !separateChunks.test(name));
  const inDist = (files) => files.map((file) => `dist/${file}`);
  const scripts = (keys) => inDist([...keys].map((key) => chunks[key].file).filter((file) => file.endsWith('.js')));
  const styles = (keys) => inDist([...new Set([...keys].flatMap((key) => chunks[key].css ?? []))]);
  return [
    { name: 'JavaScript before first content', files: scripts(firstKeys), limitBytes: 165_000, isGzipped: true },
    { name: 'CSS before first content', files: styles(firstKeys), limitBytes: 15_000, isGzipped: true },
    ...routes.map((name) => {
      const importers = importersOf(chunks, name).filter((key) => !firstKeys.has(key));
      // A chunk that only one route imports loads after that route, so files that both need are part of the route's size.
      const loadedKeys = importers.length === 1 ? withStaticImports(chunks, importers) : new Set();
      const ownKeys = [...withStaticImports(chunks, [name])].filter((key) => !firstKeys.has(key) && !loadedKeys.has(key));
      return { name: `lazy, with its CSS: ${name}`, files: [...scripts(ownKeys), ...styles(ownKeys)], limitBytes: 40_000, isGzipped: true };
    }),
    { name: 'precache', files: inDist(precachedFiles()), limitBytes: 600_000, isGzipped: false },
    {
      name: 'icons',
      files: inDist([...readdirSync(path.join(dist, 'icons')).map((file) => `icons/${file}`), 'favicon.ico', 'favicon.svg']),
      limitBytes: 60_000,
      isGzipped: false,
    },
    {
      name: 'screenshots',
      files: inDist(readdirSync(path.join(dist, 'screenshots')).map((file) => `screenshots/${file}`)),
      limitBytes: 120_000,
      isGzipped: false,
    },
  ];
}

function withStaticImports(chunks, roots) {
  const reachableNames = new Set(roots);
  for (const name of reachableNames) for (const importedName of chunks[name].imports ?? []) reachableNames.add(importedName);
  return reachableNames;
}

function importersOf(chunks, name) {
  return Object.keys(chunks).filter((key) => chunks[key].dynamicImports?.includes(name));
}

/** The files that the worker caches when it is installed, from the list that the build put into it. */
function precachedFiles() {
  const worker = readFileSync(path.join(dist, 'sw.js'), 'utf8');
  const list = /\[\{"(?:revision|url|isForLater)":.*?\}\]/.exec(worker)?.[0];
  if (!list) throw new Error('dist/sw.js contains no list of files');
  return JSON.parse(list)
    .filter((file) => !file.isForLater && !file.isLanguage)
    .map((file) => file.url);
}
