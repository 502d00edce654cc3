// Reads the reports of the two runners: how many tests passed and failed, which were flaky or skipped, how long each took. A missing report
// is a failure, because the runner died before it could write one.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{ name: string, file: string, milliseconds: number }} TimedTest
 * @typedef {{ file: string, name: string, message: string }} Failure `message`: the first line of the error's message
 * @typedef {{ passed: number, failed: number, failures: Failure[], flaky: string[], skipped: string[], tests: TimedTest[] }} Outcome
 */

/** @returns {Outcome} */
export function vitestOutcome(file) {
  return outcomeOf(file, (report) => ({
    passed: report.numPassedTests,
    // A file that does not load has no tests, but counts as a failure.
    failed:
      report.numFailedTests +
      report.testResults.filter((result) => result.status === 'failed' && !result.assertionResults.some((test) => test.status === 'failed')).length,
    failures: report.testResults.flatMap(failuresIn),
    // Vitest runs without retries, so no test is flaky.
    flaky: [],
    skipped: report.testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'skipped' || status === 'pending').map(({ fullName }) => fullName),
    ),
    tests: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({ name: fullName, file: path.relative(process.cwd(), name), milliseconds: duration ?? 0 })),
    ),
  }));
}

function failuresIn({ name, message = '', assertionResults }) {
  const file = path.relative(process.cwd(), name);
  const failedTests = assertionResults.filter(({ status }) => status === 'failed');
  if (failedTests.length === 0 && message !== '') return [{ file, name: 'the file itself', message: firstLine(message) }];
  return failedTests.map(({ fullName, failureMessages = [] }) => ({ file, name: fullName, message: firstLine(failureMessages[0]) }));
}

/**
 * A flaky test, which passed only on a retry (`--retries`), counts as failed.
 * @returns {Outcome}
 */
export function playwrightOutcome(file) {
  return outcomeOf(file, ({ stats, errors, suites }) => {
    const specs = suites.flatMap(specsIn);
    const flaky = specs.filter(({ status }) => status === 'flaky').map(({ name }) => name);
    return {
      passed: stats.expected,
      failed: stats.unexpected + errors.length + flaky.length,
      failures: [
        ...specs.filter(({ status }) => status === 'unexpected'),
        ...errors.map(({ message }) => ({ file: 'tests/e2e', name: 'outside of tests', message: firstLine(message) })),
      ].map(({ file: testFile, name, message }) => ({ file: testFile, name, message })),
      flaky,
      skipped: specs.filter(({ status }) => status === 'skipped').map(({ name, reason }) => (reason ? `${name} (${reason})` : name)),
      tests: specs,
    };
  });
}

function specsIn({ specs = [], suites = [] }) {
  const ownSpecs = specs.flatMap((spec) =>
    spec.tests.map((test) => ({
      name: spec.title,
      file: path.posix.join('tests/e2e', spec.file),
      status: test.status,
      reason: test.annotations.find(({ type }) => type === 'skip')?.description,
      message: firstLine(test.results.findLast(({ error }) => error)?.error.message),
      milliseconds: test.results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  );
  return [...ownSpecs, ...suites.flatMap(specsIn)];
}

function outcomeOf(file, read) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, failures: [{ file, name: 'the report', message: 'was not written' }], flaky: [], skipped: [], tests: [] };
  }
  return read(report);
}

/** The first line with text, without colors, because runners color their messages, and some messages start with an empty line. */
function firstLine(message = '') {
  return stripVTControlCharacters(message).trim().split('\n', 1)[0];
}

export function lastLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}
