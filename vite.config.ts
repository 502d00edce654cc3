// The client's build: page, service worker and web app manifest. It also decides which files the worker caches at its installation, and
// which when the page is idle (scripts/build/shell-files.mjs), because only the build knows the hashed names.
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

/** Reads a link from package.json, which allows an address or an object with one. Git's prefix and suffix are removed. */
function addressOf(entry: string | { url: string } | undefined): string {
  const address = typeof entry === 'string' ? entry : (entry?.url ?? '');
  return address.replace(/^git\+/, '').replace(/\.git$/, '');
}

const product = readJson<PackageFile>('./package.json');
const shell = createShellRecorder({ shellParts: ['src/screens/home/'] });

/** The address of the archive that `npm run dev` uses, by default one that was started with `npm start`. */
const archiveAddress = process.env['STOWAWAY_DEV_ARCHIVE'] ?? 'http://127.0.0.1:8000';

/**
 * The order of the cascade's layers (src/theme/theme.css). The minifier drops the statement where it seems redundant, but a route's
 * stylesheets may arrive in any order, so each of them begins with the statement.
 */
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

/** Replaces the router's development build, which its main entry always names, with its production build. */
const productionRouter: Plugin = {
  name: 'production-router',
  apply: 'build',
  enforce: 'pre',
  async resolveId(name, importer) {
    if (name !== 'react-router') return null;
    const resolved = await this.resolve(name, importer, { skipSelf: true });
    return resolved && { ...resolved, id: resolved.id.replace('/dist/development/', '/dist/production/') };
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
        // Names in assets already contain a hash, so they need no revision.
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
  // Dexie's build for browsers with classes and async functions. The build that its main entry names is for older browsers.
  resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.min.mjs' }] },
  build: {
    // Browsers of the last two years or so, which have module workers, sync access handles, container queries and popovers.
    target: ['chrome120', 'firefox121', 'safari17'],
    manifest: true,
    sourcemap: false,
    // Nothing is inlined, because the content security policy allows no `data:` fonts, and small pictures are SVG in the components.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The code that every start needs is in two chunks (docs/decisions/005). Split by shared imports, it would be twenty files, each with a
    // request.
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
    // Each class name is in a script and in a stylesheet, so the production build uses short names.
    ...(process.env['NODE_ENV'] === 'production' ? { modules: { generateScopedName: '_[hash:base64:5]' } } : {}),
    // Excludes the feature LightDark: no stylesheet uses `light-dark()`, and its replacement for Safari 17 would be in each theme.
    lightningcss: { exclude: 1 << 20 },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/youtube', '/media', '/cache'].map((path) => [path, { target: archiveAddress }])),
  },
});
