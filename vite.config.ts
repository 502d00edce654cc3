// The client's build: page, service worker and web app manifest. The build also decides which files the worker caches when it is installed
// and which when the page is idle (scripts/build/shell-files.mjs), because only the build knows their hashed names.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, minifySync, type Plugin } from 'vite';
import { VitePWA, type ManifestOptions, type VitePluginPWAAPI } from 'vite-plugin-pwa';
import { createShellRecorder, firstChunk, pullChunk } from './scripts/build/shell-files.mjs';
import { screenshots } from './scripts/build/stamp.mjs';

interface PackageFile {
  version: string;
  repository?: string | { url: string };
  funding?: string | { url: string };
}

function readJson<Value>(name: string): Value {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Value;
}

/** The address in an entry of package.json, which is an address or an object with one. Git's prefix and suffix are removed. */
function addressOf(entry: string | { url: string } | undefined): string {
  const address = typeof entry === 'string' ? entry : (entry?.url ?? '');
  return address.replace(/^git\+/, '').replace(/\.git$/, '');
}

const product = readJson<PackageFile>('./package.json');
const shell = createShellRecorder({ shellParts: ['src/screens/home/'] });

/** The archive that `npm run dev` uses; by default one that `npm start` runs on the same machine. */
const archiveAddress = process.env['STOWAWAY_DEV_ARCHIVE'] ?? 'http://127.0.0.1:8000';

/**
 * The order of the cascade layers (src/theme/theme.css). Every stylesheet begins with this statement, because a route's stylesheets arrive
 * in no fixed order. The minifier drops the statement where it seems redundant.
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

/** The code that only a first visit needs before its content. */
const firstVisitChunks = /^(load-account|store-first-lists)$/;

/**
 * Makes the page smaller, because each first load and the worker's cache contain it: removes comments and indentation, and minifies its
 * script. Also names the code of a first visit, which the script preloads, because it would otherwise be requested only once the bundle runs.
 * The names are in an attribute, because in the script they would change its hash in the CSP with each build.
 */
const preparePage: Plugin = {
  name: 'prepare-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const roots = chunks.filter(({ name }) => firstVisitChunks.test(name));
      const files = new Set(roots.flatMap(({ fileName, imports }) => [fileName, ...imports]));
      const urls = [...files].filter((file) => !html.includes(file)).map((file) => `/${file}`);
      return html
        .replace('<html ', urls.length > 0 ? `<html data-first-visit="${urls.join(' ')}" ` : '<html ')
        .replaceAll(/<!--.*?-->/gs, '')
        .replaceAll(/\n\s+/g, '\n')
        .replace(/(<script>)(.*?)(<\/script>)/s, (_match, open: string, script: string, close: string) => {
          return open + minifySync('index.js', script, { module: true }).code.trim() + close;
        });
    },
  },
};

const shipScreenshots: Plugin = {
  name: 'ship-screenshots',
  apply: 'build',
  buildStart() {
    for (const file of screenshots) {
      this.emitFile({ type: 'asset', fileName: `screenshots/${path.basename(file)}`, source: readFileSync(new URL(file, import.meta.url)) });
    }
  },
};

/** Keeps the web app manifest out of the worker's list, because the worker never serves it. The plugin always adds it. */
const unlistedManifest: Plugin = {
  name: 'unlisted-manifest',
  apply: 'build',
  buildStart() {
    const pwa = this.environment.config.plugins.find(({ name }) => name === 'vite-plugin-pwa') as Plugin<VitePluginPWAAPI> | undefined;
    pwa?.api?.extendManifestEntries(() => []);
  },
};

/**
 * Resolves the router to its production build. Its main entry always names the development build, which contains warnings. Also removes the
 * names for the developer tools, because they keep the bundler from dropping the components that the client does not use (forms, fetchers,
 * scroll restoration).
 */
const productionRouter: Plugin = {
  name: 'production-router',
  apply: 'build',
  enforce: 'pre',
  async resolveId(name, importer) {
    if (name !== 'react-router') return null;
    const resolution = await this.resolve(name, importer, { skipSelf: true });
    return resolution && { ...resolution, id: resolution.id.replace('/dist/development/', '/dist/production/') };
  },
  transform(code, id) {
    if (!id.includes('/react-router/dist/production/')) return null;
    const unnamed = code.replaceAll(/^(\s*)\w+\.displayName = "[^"]*";$/gm, '$1');
    return { code: unnamed.replaceAll(/= (React\d*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1'), map: null };
  },
};

export default defineConfig({
  plugins: [
    react(),
    orderLayers,
    preparePage,
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
        // File names under assets contain a hash, so they need no revision as well.
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [(entries) => ({ manifest: shell.choose(entries), warnings: [] })],
      },
    }),
    unlistedManifest,
    shipScreenshots,
  ],
  define: {
    __VERSION__: JSON.stringify(product.version),
    __SOURCE_URL__: JSON.stringify(addressOf(product.repository)),
    __DONATE_URL__: JSON.stringify(addressOf(product.funding)),
    __DEV_TOOLS__: JSON.stringify(process.env['STOWAWAY_DEV'] === '1'),
  },
  // Dexie's build for modern browsers. Its main entry names a build for browsers without classes and async functions.
  resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.min.mjs' }] },
  build: {
    // Browsers since the end of 2023, which have module workers, sync access handles and container queries. Menus also need popover, which
    // Firefox has since version 125.
    target: ['chrome120', 'firefox125', 'safari17'],
    manifest: true,
    sourcemap: false,
    // Nothing is inlined, because the security policy allows no fonts from `data:`, and small pictures are SVG in the components.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The code that every start needs is one file, and the code that a start fetches in parallel is another. By default, the bundler would
    // split both by their shared parts into twenty files, each a request and a module of its own.
    rolldownOptions: {
      output: {
        // One character less than by default, because the first chunk contains the names of most others. With fewer characters, the bundler
        // refuses to name this many files.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // Nearly every screen needs use-is-away.ts, which is smaller than the overhead of a chunk.
            { name: firstChunk, test: /\/src\/(main\.tsx|features\/commands\/use-is-away\.ts)$/, priority: 2 },
            { name: pullChunk, test: /\/src\/sync\/fetch-resource\.ts$/, priority: 1 },
          ],
        },
      },
    },
  },
  css: {
    // A build has short class names, because each name is in a script and in a stylesheet.
    ...(process.env['NODE_ENV'] === 'production' ? { modules: { generateScopedName: '_[hash:base64:5]' } } : {}),
    // Excludes LightDark: no stylesheet uses `light-dark()`, and its replacement for Safari 17 would be in each theme.
    lightningcss: { exclude: 1 << 20 },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/youtube', '/media', '/cache'].map((path) => [path, { target: archiveAddress }])),
  },
});
