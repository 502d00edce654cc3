// npm run build: dist/ from the sources, compressed, with the stamp by which `npm start` knows that it is fresh.
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { precompress } from './build/precompress.mjs';
import { projectFolder, stampOfSources, writeStamp } from './build/stamp.mjs';

const dist = path.join(projectFolder, 'dist');
// Taken before the build: what is changed meanwhile makes the next start build again.
const stamp = stampOfSources();
await build({ root: projectFolder, logLevel: 'warn' });
// The list of chunks is for the size check, not for browsers.
await rename(path.join(dist, '.vite', 'manifest.json'), path.join(dist, '.chunks'));
await rm(path.join(dist, '.vite'), { recursive: true });
await precompress(dist);
writeStamp(stamp);
