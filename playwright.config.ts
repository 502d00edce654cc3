// Browser tests: the production build, the real archive, an installed Chromium or Playwright's own.
import { defineConfig } from '@playwright/test';
import { chromiumOnPath } from './scripts/test/chromium-on-path.mjs';

// The fixtures launch browsers themselves and read this; so a plain `npx playwright test` finds one too.
process.env['STOWAWAY_CHROMIUM'] ||= chromiumOnPath() ?? '';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  // Whole minutes, or a second look from another side: run by `npm run test:long`.
  ...(process.env['STOWAWAY_LONG'] === '1' ? {} : { grepInvert: /@long/ }),
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results/e2e',
  // Each test has an archive and a browser of its own: half of its time it waits, so three at once fill two cores.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // Real servers and browsers on two cores that do other things as well: what passes at a second or third look is listed as flaky.
  retries: process.env['CI'] ? 2 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['./tests/e2e/quoted-texts-reporter.ts'], ['./tests/e2e/calls-reporter.ts'], ['json', { outputFile: 'test-results/e2e.json' }]],
});
