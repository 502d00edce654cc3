import { expect, test } from 'vitest';
import { backoffMs, isDue, maxBackoffMs } from '../../src/lib/backoff.ts';

test('the upper bound of a wait doubles with each attempt up to the longest wait, and the wait is a random part of the bound', () => {
  expect([0, 1, 2, 3, 20, 400].map((attempts) => backoffMs(attempts, () => 1))).toEqual([1_000, 2_000, 4_000, 8_000, maxBackoffMs, maxBackoffMs]);
  expect(backoffMs(3, () => 0.5)).toBe(4_000);
});

test('the shortest wait is half a second', () => {
  expect(backoffMs(0, () => 0)).toBe(500);
});

test('Retry-After is honoured, up to the longest wait', () => {
  expect(backoffMs(0, () => 0, 30_000)).toBe(30_000);
  expect(backoffMs(0, () => 0, 3_600_000)).toBe(maxBackoffMs);
});

test('a retry further ahead than the longest wait is due immediately, because the clock must have jumped', () => {
  expect(isDue(1_000, 1_000)).toBe(true);
  expect(isDue(1_000 + maxBackoffMs, 1_000)).toBe(false);
  expect(isDue(1_001 + maxBackoffMs, 1_000)).toBe(true);
});
