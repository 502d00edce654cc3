import { expect, test } from 'vitest';
import { countsAsWatched } from '../../src/lib/watched-rule.ts';

test.each([
  [29, 59, false],
  [29.5, 59, true],
  [53, 60, false],
  [54, 60, true],
  [809, 900, false],
  [810, 900, true],
  [720, 901, false],
  [721, 901, true],
  [10_000, 0, false],
])('%d s of %d s counts as watched: %s', (positionSeconds, durationSeconds, isWatched) => {
  expect(countsAsWatched(positionSeconds, durationSeconds)).toBe(isWatched);
});
