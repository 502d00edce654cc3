// Bundles the server into a few files in dist/.server, because loading its sources with tsx would cost every start 0.6 s more CPU time and
// 36 MB more memory (docs/decisions/002). Packages are not bundled but loaded from node_modules, native ones included.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { parse } from 'yaml';
import { bundledServer, projectFolder } from './stamp.mjs';

export async function bundleServer() {
  await build({
    configFile: false,
    root: projectFolder,
    logLevel: 'warn',
    publicDir: false,
    plugins: [parsedDescription, sourcePaths],
    ssr: { external: true },
    build: {
      ssr: 'server/main.ts',
      target: 'node20',
      outDir: path.dirname(bundledServer),
      emptyOutDir: true,
      minify: false,
      sourcemap: true,
      // All chunks are in one folder, because `sourcePaths` assumes it. Lazily imported code stays in separate files.
      rolldownOptions: { output: { entryFileNames: path.basename(bundledServer), chunkFileNames: '[name]-[hash].mjs', sourcemapExcludeSources: true } },
    },
  });
}

/**
 * Replaces server/http/api-description.ts with the parsed description as a JSON string, which is parsed several times faster than an object
 * literal, and about a hundred times faster than YAML.
 */
const parsedDescription = {
  name: 'parsed-description',
  load(id) {
    if (!id.endsWith('/server/http/api-description.ts')) return null;
    const description = JSON.stringify(parse(readFileSync(path.join(projectFolder, 'server/openapi.yaml'), 'utf8')));
    return `export const readApiDescription = () => JSON.parse(${JSON.stringify(description)});`;
  },
};

/** Makes the bundle locate files beside a source (stylesheets, worker threads, the sample library) relative to the source, not to the bundle. */
const sourcePaths = {
  name: 'places-of-sources',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null;
    const source = path.relative(path.dirname(bundledServer), id).split(path.sep).join('/');
    return { code: code.replaceAll('import.meta.url', `new URL(${JSON.stringify(source)}, import.meta.url).href`), map: null };
  },
};
