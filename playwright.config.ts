// Browser tests of the production build and the real archive, in an installed Chromium or Playwright's own.
import { defineConfig } from '@playwright/test';
import { chromiumOnPath } from './scripts/test/chromium-on-path.mjs';

// The fixtures launch browsers themselves and read this variable, so that a plain `npx playwright test` also finds a browser.
process.env['STOWAWAY_CHROMIUM'] ||= chromiumOnPath() ?? '';
// The tests expect English output of the programs that they start.
process.env['LC_ALL'] = 'C.UTF-8';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  // Some tests take minutes, or test a behaviour a second time in another way. They run only in `npm run test:long`.
  ...(process.env['STOWAWAY_LONG'] === '1' ? {} : { grepInvert: /@long/ }),
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results/e2e',
  // A test spends half of its time waiting, so three at once fill two cores. The long tests save large videos, each of which fills one.
  workers: process.env['STOWAWAY_LONG'] === '1' ? 2 : 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // Nothing is retried, because a test that passes only the second time hides a fault of the product or of the test.
  retries: 0,
  // A failing test leaves a trace of its steps (npx playwright show-trace). Snapshots of the page and its requests would cost every test a
  // sixth of its time; to get them, run the failing test with `--trace on`.
  use: { trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false } },
  // For tests that hang. A slow machine takes a minute where a fast one takes fifteen seconds.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./tests/e2e/quoted-texts-reporter.ts'], ['./tests/e2e/calls-reporter.ts'], ['json', { outputFile: 'test-results/e2e.json' }]],
});
