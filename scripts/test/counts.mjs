// How many tests passed and failed, read from the reports of the two runners. A report that is missing is a failure:
// the runner died before it could write one.
import { readFileSync } from 'node:fs';

/** @returns {{ passed: number, failed: number }} */
export function vitestCounts(file) {
  return countsOf(file, (report) => ({
    passed: report.numPassedTests,
    // A file that does not load has no tests, but is a failure.
    failed:
      report.numFailedTests +
      report.testResults.filter((result) => result.status === 'failed' && !result.assertionResults.some((test) => test.status === 'failed')).length,
  }));
}

/** Flaky: passed at the second look that CI allows (playwright.config.ts); the runner lists them by name. */
export function playwrightCounts(file) {
  return countsOf(file, ({ stats, errors }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }));
}

function countsOf(file, read) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 1 };
  }
  return read(report);
}

export function lastLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}
