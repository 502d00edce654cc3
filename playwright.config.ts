// Browser tests: the production build, the real archive, an installed Chromium or Playwright's own.
import { defineConfig } from '@playwright/test';
import { chromiumOnPath } from './scripts/test/chromium-on-path.mjs';

// The fixtures launch browsers themselves and read this; so a plain `npx playwright test` finds one too.
process.env['STOWAWAY_CHROMIUM'] ||= chromiumOnPath() ?? '';
// The terminal's language: the tests wait for English lines.
process.env['LC_ALL'] = 'C.UTF-8';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  // Whole minutes, or a second look from another side: run by `npm run test:long`.
  ...(process.env['STOWAWAY_LONG'] === '1' ? {} : { grepInvert: /@long/ }),
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results/e2e',
  // Half of its time a test waits, so three at once fill two cores.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // Nothing is tried again: a test that passes only at a second look hides a fault of the product or of itself.
  retries: 0,
  // Of a test that fails: what it did (npx playwright show-trace). Snapshots of the page and its requests would cost every test a sixth
  // of its time: run the one that failed with `--trace on` to get them.
  use: { trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false } },
  // Ends what hangs. A slow machine takes a minute for what takes a fast one fifteen seconds.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./tests/e2e/quoted-texts-reporter.ts'], ['./tests/e2e/calls-reporter.ts'], ['json', { outputFile: 'test-results/e2e.json' }]],
});
