// At its end, `npm test` prints a summary that is generated from the reports of the two runners.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lastLine, playwrightOutcome, vitestOutcome } from '../../scripts/test/counts.mjs';
import { summaryLines } from '../../scripts/test/summary.mjs';

const folder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

function reportOf(content: unknown): string {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const spec = (title: string, status: string, durations: number[], annotations: object[] = []) => ({
  title,
  file: 'worker.spec.ts',
  tests: [{ status, annotations, results: durations.map((duration) => ({ duration })) }],
});

test('a browser test that passed only on a retry has failed, and is named', () => {
  const suites = [{ suites: [{ specs: [spec('keeps the shell', 'flaky', [4000, 3000]), spec('keeps pictures', 'expected', [2000])] }] }];
  const outcome = playwrightOutcome(reportOf({ stats: { expected: 1, unexpected: 0, flaky: 1 }, errors: [], suites }));
  expect(outcome).toMatchObject({ passed: 1, failed: 1, flaky: ['keeps the shell'] });
  expect(outcome.tests.map(({ milliseconds }: { milliseconds: number }) => milliseconds)).toEqual([7000, 2000]);
});

test('a skipped browser test is listed as skipped, with its reason', () => {
  const suites = [{ specs: [spec('plays HLS', 'skipped', [], [{ type: 'skip', description: 'ffmpeg is not installed' }])] }];
  const outcome = playwrightOutcome(reportOf({ stats: { expected: 0, unexpected: 0, flaky: 0 }, errors: [], suites }));
  expect(outcome.skipped).toEqual(['plays HLS (ffmpeg is not installed)']);
});

test('an error outside tests is a failure', () => {
  const outcome = playwrightOutcome(reportOf({ stats: { expected: 5, unexpected: 1, flaky: 0 }, errors: [{}], suites: [] }));
  expect(outcome).toMatchObject({ passed: 5, failed: 2 });
});

test('the summary names each failure at its end, with the first line of the error and the message that the page showed', () => {
  const failedSpec = { ...spec('keeps the shell', 'unexpected', [4000]) };
  const results = [{ duration: 4000, error: { message: '\u001B[31mError: no shell\u001B[39m\n  at worker.spec.ts:3' } }];
  const suites = [{ specs: [{ ...failedSpec, tests: [{ ...failedSpec.tests[0], results }] }] }];
  const browserOutcome = playwrightOutcome(reportOf({ stats: { expected: 0, unexpected: 1, flaky: 0 }, errors: [{ message: 'no server' }], suites }));
  const assertionResults = [
    { fullName: 'adds', status: 'failed', failureMessages: ['AssertionError: 3 is not 4\n  at a.test.ts:1'] },
    { fullName: 'takes away', status: 'passed' },
  ];
  const testResults = [
    { name: path.resolve('tests/unit/a.test.ts'), status: 'failed', assertionResults },
    { name: path.resolve('tests/unit/b.test.ts'), status: 'failed', message: 'Cannot find module', assertionResults: [] },
  ];
  const nodeOutcome = vitestOutcome(reportOf({ numPassedTests: 1, numFailedTests: 1, testResults }));
  const lines = summaryLines(
    [nodeOutcome, browserOutcome].map((outcome) => ({ name: 'a runner', wallSeconds: 1, outcome })),
    ['Shown at the failure: /about/: Oops', 'another line'],
  );
  expect(lines.filter((line) => line.startsWith('failed: '))).toEqual([
    'failed: tests/unit/a.test.ts › adds: AssertionError: 3 is not 4',
    'failed: tests/unit/b.test.ts › the file itself: Cannot find module',
    'failed: tests/e2e/worker.spec.ts › keeps the shell: Error: no shell',
    'failed: tests/e2e › outside of tests: no server',
  ]);
  expect(lines.at(-1)).toBe('Shown at the failure: /about/: Oops');
});

test('a runner without a report has failed', () => {
  expect(vitestOutcome(path.join(folder, 'never-written.json'))).toMatchObject({ passed: 0, failed: 1 });
  expect(playwrightOutcome(path.join(folder, 'never-written.json'))).toMatchObject({ passed: 0, failed: 1 });
});

test('a test file that does not load has failed, even without a test', () => {
  const testResults = [{ name: path.resolve('tests/unit/a.test.ts'), status: 'failed', assertionResults: [] }];
  expect(vitestOutcome(reportOf({ numPassedTests: 3, numFailedTests: 0, testResults }))).toMatchObject({ passed: 3, failed: 1 });
});

test('the times of the tiers, the ten slowest tests, and the flaky and skipped tests are reported', () => {
  const tests = Array.from({ length: 12 }, (_, index) => ({
    name: `test ${index}`,
    file: `tests/${index < 6 ? 'unit' : 'contract'}/a.test.ts`,
    milliseconds: index * 1000,
  }));
  const outcome = { passed: 12, failed: 0, failures: [], flaky: [], skipped: ['plays HLS (ffmpeg is not installed)'], tests };
  const lines: string[] = summaryLines(
    [{ name: 'vitest', wallSeconds: 70, outcome }],
    ['Skipped: downloads, because yt-dlp is not on the PATH.', 'something else'],
  );
  expect(lines[0]).toBe('time: vitest 70 s, in it contract 51 s, unit 15 s');
  expect(lines.filter((line) => line.startsWith('slow: '))).toHaveLength(10);
  expect(lines[1]).toBe('slow: 11.0 s tests/contract/a.test.ts › test 11');
  expect(lines.slice(-2)).toEqual(['flaky: 0', 'skipped: downloads, because yt-dlp is not on the PATH; plays HLS (ffmpeg is not installed)']);
});

test('the last line is the total', () => {
  expect(lastLine({ passed: 12, failed: 0 })).toBe('12 passed, 0 failed');
});
