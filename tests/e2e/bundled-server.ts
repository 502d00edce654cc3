// The server as one file, made once for a run: reading it from its sources costs every start two seconds of a core, and each
// browser test starts an archive. Contract tests, the at-home test and `npm start` itself run the sources.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

const projectRoot = path.resolve(import.meta.dirname, '../..');
const folder = path.join(projectRoot, 'test-results/.server');

export const bundledServer = path.join(folder, 'main.mjs');

export async function bundleServer(): Promise<void> {
  await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'error',
    publicDir: false,
    plugins: [placesOfSources],
    ssr: { external: true },
    build: { ssr: 'server/main.ts', outDir: folder, emptyOutDir: true, minify: false, rolldownOptions: { output: { entryFileNames: 'main.mjs' } } },
  });
}

/** Files beside a source are found from where that lies, not from where the bundle does. */
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  transform: (code, id) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
};
