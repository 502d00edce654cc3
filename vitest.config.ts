// Unit, contract, property and fault tests: everything that needs no browser.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

const isLong = process.env['STOWAWAY_LONG'] === '1';
const include = ['tests/{unit,contract,property,faults}/**/*.test.{ts,tsx}', ...(isLong ? ['tests/long/**/*.test.{ts,tsx}'] : [])];

/** What they replace would be replaced for the files beside them, or not at all. */
const replacingModules = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .map((name) => path.join('tests', name))
  .filter((file) => file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes('vi.mock('));

export default defineConfig({
  define: { __VERSION__: '"0.0.0"', __SOURCE_URL__: '""', __DONATE_URL__: '""', __DEV_TOOLS__: 'false' },
  test: {
    globalSetup: 'tests/bundle-server.ts',
    setupFiles: 'tests/device-database.ts',
    // Archives with real databases start in some tests; on two busy cores that takes seconds.
    testTimeout: isLong ? 600_000 : 20_000,
    hookTimeout: 30_000,
    // Of two cores the runner would use one; a third of the time is spent waiting: for other processes, and for what happens after a while.
    maxWorkers: 3,
    projects: [
      // Loading the server's modules anew for each file takes as long as half of all tests: the files of a worker share them.
      { extends: true, test: { name: 'node', include, exclude: replacingModules, isolate: false } },
      { extends: true, test: { name: 'node, modules replaced', include: replacingModules.filter((file) => isLong || !file.startsWith('tests/long/')) } },
    ],
  },
});
