// Unit, contract, property and fault tests: everything that needs no browser.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  define: { __VERSION__: '"0.0.0"', __SOURCE_URL__: '""', __DONATE_URL__: '""', __DEV_TOOLS__: 'false' },
  test: {
    include: ['tests/{unit,contract,property,faults}/**/*.test.{ts,tsx}', ...(process.env['STOWAWAY_LONG'] === '1' ? ['tests/long/**/*.test.{ts,tsx}'] : [])],
    globalSetup: 'tests/bundle-server.ts',
    // Archives with real databases start in some tests; on two busy cores that takes seconds.
    testTimeout: process.env['STOWAWAY_LONG'] === '1' ? 600_000 : 20_000,
    hookTimeout: 30_000,
    // Of two cores the runner would use one; half of the time is spent waiting for other processes.
    maxWorkers: 2,
  },
});
