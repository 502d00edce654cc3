import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lastLine, playwrightCounts, vitestCounts } from '../../scripts/test/counts.mjs';

const folder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the sum of the tests', () => {
  it('counts what passed and what failed', () => {
    const report = { numPassedTests: 7, numFailedTests: 2, testResults: [{ status: 'failed', assertionResults: [{ status: 'failed' }] }] };
    expect(vitestCounts(written(report))).toEqual({ passed: 7, failed: 2 });
  });

  it('counts a file that does not load as a failure', () => {
    const report = { numPassedTests: 7, numFailedTests: 0, testResults: [{ status: 'failed', assertionResults: [] }] };
    expect(vitestCounts(written(report))).toEqual({ passed: 7, failed: 1 });
  });

  it('counts a browser test that passed at the second look as passed, and an error outside of tests as a failure', () => {
    const report = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 0 }, errors: [{}] };
    expect(playwrightCounts(written(report))).toEqual({ passed: 6, failed: 2 });
  });

  it('counts a runner that died as a failure', () => {
    expect(vitestCounts(path.join(folder, 'missing.json'))).toEqual({ passed: 0, failed: 1 });
    expect(playwrightCounts(path.join(folder, 'missing.json'))).toEqual({ passed: 0, failed: 1 });
  });

  it('is written as the line that ends a run', () => {
    expect(lastLine({ passed: 12, failed: 0 })).toBe('12 passed, 0 failed');
  });
});

describe('npm start', () => {
  it('passes flags on to the server and its exit code back', () => {
    const help = start('--help');
    expect(help.stdout).toContain('--port');
    expect(help.status).toBe(0);
  });
});

function start(...args: string[]) {
  return spawnSync(process.execPath, [path.resolve(import.meta.dirname, '../../scripts/start.mjs'), ...args], { encoding: 'utf8' });
}

function written(report: object): string {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}
