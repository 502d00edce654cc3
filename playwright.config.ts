// Browser tests of the production build and the real archive, in an installed Chromium or Playwright's own.
import { defineConfig } from '@playwright/test';
import { chromiumOnPath } from './scripts/test/chromium-on-path.mjs';

// The fixtures launch browsers themselves and read this variable. Set here, it is also set for a plain `npx playwright test`.
process.env['STOWAWAY_CHROMIUM'] ||= chromiumOnPath() ?? '';
// The terminal's language, because the tests wait for English lines.
process.env['LC_ALL'] = 'C.UTF-8';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  // `@long` tests take minutes, or test the same behaviour a second time; only `npm run test:long` runs them.
  ...(process.env['STOWAWAY_LONG'] === '1' ? {} : { grepInvert: /@long/ }),
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results/e2e',
  // A test waits half of its time, so three workers use two cores.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // There are no retries, because a test that passes only on a retry hides a fault of the product or of the test.
  retries: 0,
  // A failed test leaves a trace of its steps (npx playwright show-trace). Snapshots of the page and its requests would make every test a
  // sixth slower; to get them, run the failed test with `--trace on`.
  use: { trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false } },
  // Ends tests that hang. A slow machine takes a minute for a test that takes fifteen seconds on a fast one.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./tests/e2e/quoted-texts-reporter.ts'], ['./tests/e2e/calls-reporter.ts'], ['json', { outputFile: 'test-results/e2e.json' }]],
});
