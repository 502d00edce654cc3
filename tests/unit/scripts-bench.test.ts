// `npm run bench -- against COMMIT` compares what two bench runs have printed.
import { expect, test } from 'vitest';
import { comparedRows, rowsOf } from '../../scripts/bench/against.mjs';

const output = (...values: string[]) =>
  ['2 cores · load before 0.1', '', 'met | what | measured | goal', '--- | --- | --- | ---', ...values.map((value) => `yes | walk | ${value} | ≤ 50 ms`)].join(
    '\n',
  );
const runsOf = (...values: string[]) => values.map((value) => rowsOf(output(value)));

test('the rows of a bench run are read from its table', () => {
  expect([...rowsOf(output('33 ms at 0'))]).toEqual([['walk', '33 ms at 0']]);
  expect(rowsOf('NO  | seek, p95 | failed: Error | ≤ 1.15').get('seek, p95')).toBe('failed: Error');
});

test('medians are compared number by number, without the numbers that are conditions', () => {
  const now = runsOf('30 ms, at 400 ms 41.5 ms', '20 ms, at 400 ms 60 ms', '25 ms, at 400 ms 50 ms');
  const before = runsOf('50 ms, at 400 ms 50 ms', '55 ms, at 400 ms 55 ms', '50 ms, at 400 ms 40 ms');
  expect(comparedRows({ now, before })).toEqual([{ name: 'walk', now: '25 ms, at 400 ms 50 ms', before: '50 ms, at 400 ms 50 ms', ratios: '0.50, 1.00 ~' }]);
});

test('a measurement that failed in one run has no ratio', () => {
  const row = { name: 'walk', now: 'failed: timeout', before: '50 ms', ratios: '' };
  expect(comparedRows({ now: runsOf('failed: timeout'), before: runsOf('50 ms') })).toEqual([row]);
});

test('a row that only one of the trees has is left out', () => {
  expect(comparedRows({ now: runsOf('30 ms'), before: [rowsOf('yes | other | 30 ms | ≤ 50 ms')] })).toEqual([]);
});
