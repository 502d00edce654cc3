// The client's build: page, service worker and web app manifest. What the worker takes at its installation, and what it
// takes when the page is idle, is decided here (shellFiles), because only the build knows the hashed names.
import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA, type ManifestOptions } from 'vite-plugin-pwa';
import { createShellRecorder, firstChunk, pullChunk } from './scripts/build/shell-files.mjs';

interface PackageFile {
  version: string;
  repository?: string | { url: string };
  funding?: string | { url: string };
}

function readJson<Value>(name: string): Value {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Value;
}

/** package.json allows an address or an object with one; git's prefix and suffix are no part of a link. */
function addressOf(entry: string | { url: string } | undefined): string {
  const address = typeof entry === 'string' ? entry : (entry?.url ?? '');
  return address.replace(/^git\+/, '').replace(/\.git$/, '');
}

const product = readJson<PackageFile>('./package.json');
const shell = createShellRecorder({ shellParts: ['src/screens/home/'] });

/** Where `npm run dev` finds an archive: one that was started with `npm start` beside it. */
const archiveAddress = process.env['STOWAWAY_DEV_ARCHIVE'] ?? 'http://127.0.0.1:8000';

/** The order of the cascade's layers (src/theme/theme.css). The minifier drops the statement where it seems redundant, but the order in which a route's stylesheets arrive is not known: so every one of them begins with it. */
const layerOrder = '@layer reset,tokens,ui,screens;';

const orderLayers: Plugin = {
  name: 'order-layers',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = layerOrder + String(file.source);
    }
  },
};

/** The router's main entry names its build with the warnings for development, whatever is built. */
const productionRouter: Plugin = {
  name: 'production-router',
  apply: 'build',
  enforce: 'pre',
  async resolveId(name, importer) {
    if (name !== 'react-router') return null;
    const found = await this.resolve(name, importer, { skipSelf: true });
    return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') };
  },
};

export default defineConfig({
  plugins: [
    react(),
    orderLayers,
    productionRouter,
    { name: 'record-shell', apply: 'build', generateBundle: (_options, bundle) => shell.record(bundle) } satisfies Plugin,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest: readJson<Partial<ManifestOptions>>('./manifest.webmanifest'),
      useCredentials: true,
      includeManifestIcons: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['index.html', 'assets/**/*.{js,css,svg,woff2}', 'icons/*', 'favicon.*'],
        // Names under assets carry a hash: no second one is needed to tell two of them apart.
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [(entries) => ({ manifest: shell.choose(entries), warnings: [] })],
      },
    }),
  ],
  define: {
    __VERSION__: JSON.stringify(product.version),
    __SOURCE_URL__: JSON.stringify(addressOf(product.repository)),
    __DONATE_URL__: JSON.stringify(addressOf(product.funding)),
    __DEV_TOOLS__: JSON.stringify(process.env['STOWAWAY_DEV'] === '1'),
  },
  // Dexie's own build for browsers with classes and async functions: what its main entry names is compiled for older ones.
  resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.min.mjs' }] },
  build: {
    // Browsers of about two years: module workers, sync access handles, container queries and popover are there.
    target: ['chrome120', 'firefox121', 'safari17'],
    manifest: true,
    sourcemap: false,
    // The policy allows no data: fonts, and small pictures are SVG in the components.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What every start needs is one file, and what it fetches beside that another: split by who shares it, they would be twenty,
    // each a request and a module of its own.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: firstChunk, test: /\/src\/main\.tsx$/, priority: 2 },
            { name: pullChunk, test: /\/src\/sync\/fetch-resource\.ts$/, priority: 1 },
          ],
        },
      },
    },
  },
  css: {
    // Each name of a class is in a script and in a style sheet: a build has short ones.
    ...(process.env['NODE_ENV'] === 'production' ? { modules: { generateScopedName: '_[hash:base64:5]' } } : {}),
    // LightDark: no style sheet uses `light-dark()`, and what makes up for it in Safari 17 would be in each theme.
    lightningcss: { exclude: 1 << 20 },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/youtube', '/media', '/cache'].map((path) => [path, { target: archiveAddress }])),
  },
});
