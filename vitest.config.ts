// Two kinds of tests: `node` needs no browser (unit, contract, property and fault tests); `component` draws the real screens in a browser,
// with scripted responses. `npx vitest run --project component` runs one kind.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { chromiumOnPath } from './scripts/test/chromium-on-path.mjs';
import pageConfig from './vite.config.ts';

const isLong = process.env['STOWAWAY_LONG'] === '1';
const isProduction = process.env['NODE_ENV'] === 'production';
// The tests expect English output of the programs that they start.
process.env['LC_ALL'] = 'C.UTF-8';
const executablePath = chromiumOnPath();

/** Serves the pictures that a page loads without the scripted fetch: one for each address below /cache/ that does not contain `missing`. */
const archivePictures: Plugin = {
  name: 'pictures-of-the-archive',
  configureServer(server) {
    server.middlewares.use('/cache/', (request, response) => {
      response.statusCode = request.url?.includes('missing') ? 404 : 200;
      response.setHeader('Content-Type', 'image/svg+xml');
      response.end(response.statusCode === 404 ? '' : '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"><rect width="16" height="9"/></svg>');
    });
  },
};

const include = ['tests/{unit,contract,property,faults}/**/*.test.{ts,tsx}', ...(isLong ? ['tests/long/**/*.test.{ts,tsx}'] : [])];

/**
 * The test files that replace modules. They run in isolation, because their replacements would otherwise apply to the other files of the
 * worker, or not at all.
 */
const filesReplacingModules = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .map((name) => path.join('tests', name))
  .filter((file) => file.endsWith('.test.ts') && !file.startsWith('tests/component/') && readFileSync(file, 'utf8').includes('vi.mock('));

const define = { __VERSION__: '"0.0.0"', __SOURCE_URL__: '""', __DONATE_URL__: '""', __DEV_TOOLS__: 'false' };

/** Files that take minutes. A runner without the times of an earlier run orders files by size, and would wait for these at the end. */
const slowFiles = ['tests/property/whole-client.test.ts', 'tests/long/'];

class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = (file: TestSpecification) => slowFiles.some((name) => file.moduleId.includes(`/${name}`));
    const sortedFiles = await super.sort(files);
    return [...sortedFiles.filter(isSlow), ...sortedFiles.filter((file) => !isSlow(file))];
  }
}

const node = {
  globalSetup: 'tests/bundle-server.ts',
  setupFiles: ['tests/locale.ts', 'tests/device-database.ts', 'tests/cheap-passwords.ts', 'tests/quick-databases.ts'],
  // Timeouts are for tests that hang. Some tests start archives with real databases, which takes seconds on two busy cores.
  testTimeout: isLong ? 600_000 : 60_000,
  hookTimeout: 60_000,
  // The default, a second, is too short while three files start processes.
  expect: { poll: { timeout: 20_000 } },
};

export default defineConfig({
  test: {
    // On two cores the default is one worker. Three are faster, because a third of the time is spent waiting for processes and timers.
    maxWorkers: 3,
    silent: 'passed-only',
    sequence: { sequencer: SlowFilesFirst },
    // Time for the browser to start on a busy machine. The runner reads this only here, not from the project.
    browser: { connectTimeout: 180_000 },
    projects: [
      // The files of a worker share the server's modules, because loading them again for each file takes as long as half of all tests.
      { define, test: { ...node, name: 'node', include, exclude: filesReplacingModules, isolate: false } },
      { define, test: { ...node, name: 'node, modules replaced', include: filesReplacingModules.filter((file) => isLong || !file.startsWith('tests/long/')) } },
      {
        plugins: [react(), archivePictures],
        // In a copy of the tree whose node_modules is a link (scripts/mutants.mjs), the fonts are outside the folder.
        server: { fs: { strict: false } },
        define: { ...pageConfig.define, __SOURCE_URL__: '"https://code.example/stowaway"', __DONATE_URL__: '"https://donate.example/stowaway"' },
        ...(pageConfig.resolve ? { resolve: pageConfig.resolve } : {}),
        // If Vite discovers a package while a test runs, it reloads the page. Packages that only a worker imports are not discovered from
        // the tests, so all files of the client are entries. `include` names the package that the JSX compiler imports. `npm test` sets
        // NODE_ENV, because React's production build takes a fifth less time.
        optimizeDeps: {
          entries: ['src/**/*.{ts,tsx}', 'tests/component/**/*.{ts,tsx}'],
          include: [isProduction ? 'react/jsx-runtime' : 'react/jsx-dev-runtime'],
        },
        test: {
          name: 'component',
          include: ['tests/component/**/*.test.{ts,tsx}'],
          setupFiles: 'tests/component/setup.ts',
          // The modules of the page are loaded only once, because renderScreen leaves nothing behind.
          isolate: false,
          fileParallelism: false,
          // The runner requires an order if a call names files of projects with different numbers of workers.
          sequence: { groupOrder: 1 },
          // This variable is for the tests, which run in the browser.
          env: { STOWAWAY_LONG: isLong ? '1' : '' },
          // These timeouts are the same as in the project `node`.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          browser: {
            enabled: true,
            headless: true,
            ui: false,
            screenshotFailures: false,
            testerHtmlPath: 'tests/component/tester.html',
            viewport: { width: 390, height: 844 },
            provider: playwright({
              actionTimeout: 20_000,
              launchOptions: { args: ['--disable-gpu', '--autoplay-policy=no-user-gesture-required'], ...(executablePath ? { executablePath } : {}) },
              // The page around a test's frame must be as large as the frame, because pictures out of view are not loaded.
              contextOptions: { viewport: { width: 1440, height: 1200 }, locale: 'en-GB', timezoneId: 'UTC', colorScheme: 'dark', reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
