// npm run build: builds the compressed client and the server's bundle in dist/, each with the stamp by which `npm start` knows that it is
// up to date. `--only server` builds only the server.
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { precompress } from './build/precompress.mjs';
import { bundleServer } from './build/server-bundle.mjs';
import { dist, projectFolder, stampOfSources, writeStamp } from './build/stamp.mjs';

const isServerOnly = process.argv.includes('server');
if (!isServerOnly) await buildPart('client', buildClient);
await buildPart('server', bundleServer);

async function buildPart(part, work) {
  // Hashed before the build, so that a change during the build makes the next start build again.
  const stamp = stampOfSources(part);
  await work();
  writeStamp(part, stamp);
}

async function buildClient() {
  await build({ root: projectFolder, logLevel: 'warn' });
  // The list of chunks is for the size check, not for browsers.
  await rename(path.join(dist, '.vite', 'manifest.json'), path.join(dist, '.chunks'));
  await rm(path.join(dist, '.vite'), { recursive: true });
  await precompress(dist);
}
