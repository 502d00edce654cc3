// Makes the summary that `npm test` prints before its last line: how long each tier took, the slowest tests, and the flaky, skipped and
// failed ones. Failures are repeated here, because the runners' own reports scroll away.
const maxSlowest = 10;

/**
 * @param {{ name: string, wallSeconds: number, outcome: import('./counts.mjs').Outcome }[]} runs one for each call of a runner
 * @param {string[]} output all lines that the runners wrote. A test file reports what it skips, and why, in a line “Skipped: …”; the
 *   component tests report what the page showed when a test failed in a line “Shown at the failure: …”
 * @returns {string[]} lines
 */
export function summaryLines(runs, output) {
  const tests = runs.flatMap(({ outcome }) => outcome.tests);
  const flaky = runs.flatMap(({ outcome }) => outcome.flaky);
  const skipped = new Set([...output.map(reasonOf).filter((reason) => reason !== null), ...runs.flatMap(({ outcome }) => outcome.skipped)]);
  return [
    ...runs.map(({ name, wallSeconds, outcome }) => `time: ${name} ${wallSeconds} s${tierTimes(outcome.tests)}`),
    ...slowest(tests).map(({ milliseconds, file, name }) => `slow: ${(milliseconds / 1000).toFixed(1)} s ${file} › ${name}`),
    `flaky: ${flaky.length}${flaky.map((name) => `; ${name}`).join('')}`,
    `skipped: ${skipped.size === 0 ? 'none' : [...skipped].join('; ')}`,
    ...runs.flatMap(({ outcome }) => outcome.failures.map(({ file, name, message }) => `failed: ${file} › ${name}: ${message}`)),
    ...output.map((line) => line.trim()).filter((line) => line.startsWith('Shown at the failure: ')),
  ];
}

function slowest(tests) {
  return tests.toSorted((left, right) => right.milliseconds - left.milliseconds).slice(0, maxSlowest);
}

/** The test times summed for each folder of tests. Their total exceeds the elapsed time, because several tests run at the same time. */
function tierTimes(tests) {
  const sums = new Map();
  for (const { file, milliseconds } of tests) {
    const tier = file.split('/')[1] ?? file;
    sums.set(tier, (sums.get(tier) ?? 0) + milliseconds);
  }
  const parts = [...sums].toSorted(([, left], [, right]) => right - left).map(([tier, milliseconds]) => `${tier} ${Math.round(milliseconds / 1000)} s`);
  return parts.length < 2 ? '' : `, in it ${parts.join(', ')}`;
}

/** The reason in a line about a skipped test; null for any other line. */
function reasonOf(line) {
  return /^Skipped: (.+?)\.?$/.exec(line.trim())?.[1] ?? null;
}
