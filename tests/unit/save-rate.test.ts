import { expect, test } from 'vitest';
import { nextRate, type Rate } from '../../src/saved-media/plan/rate.ts';

const windowBytes = 8 * 1024 * 1024;
const totalBytes = 400 * windowBytes;

/** Measures once a second. `bytesAt` returns the number of bytes stored after that many seconds. */
function measure(seconds: number, bytesAt: (second: number) => number, startMs = 0): Rate[] {
  const rates: Rate[] = [];
  for (let second = 0; second <= seconds; second += 1) {
    const bytes = bytesAt(second);
    rates.push(nextRate(rates.at(-1) ?? null, { atMs: startMs + second * 1000, bytes, bytesLeft: totalBytes - bytes }));
  }
  return rates;
}

/** One window arrives every three seconds, which is 2.8 MB/s. */
const bytesInWindows = (second: number): number => Math.floor(second / 3) * windowBytes;
const secondsLeftOf = (rates: readonly Rate[]): number[] => rates.flatMap(({ secondsLeft }) => (secondsLeft === null ? [] : [secondsLeft]));

test('the speed is steady although bytes arrive in whole windows, one every three seconds', () => {
  const rates = measure(120, bytesInWindows);
  for (const { bytesPerSecond } of rates.slice(30)) {
    expect(bytesPerSecond).toBeGreaterThan((windowBytes / 3) * 0.85);
    expect(bytesPerSecond).toBeLessThan((windowBytes / 3) * 1.15);
  }
});

test('the time left counts down without a jump, and is about right', () => {
  const secondsLeft = secondsLeftOf(measure(900, bytesInWindows));
  for (const [index, seconds] of secondsLeft.entries()) {
    const previousSeconds = secondsLeft[index - 1];
    if (previousSeconds !== undefined) expect(Math.abs(seconds - (previousSeconds - 1))).toBeLessThanOrEqual(1 + previousSeconds * 0.05);
  }
  // 400 windows take 1200 s, and the first 4 s have no value.
  expect(Math.abs((secondsLeft[300] ?? 0) - (1200 - 304))).toBeLessThan(90);
});

test('when a connection becomes ten times slower, the time left follows in small steps', () => {
  const rates = measure(400, (second) => bytesInWindows(Math.min(second, 100)) + Math.max(0, second - 100) * (windowBytes / 30));
  const secondsLeft = secondsLeftOf(rates);
  for (const [index, seconds] of secondsLeft.entries()) expect(seconds).toBeLessThanOrEqual((secondsLeft[index - 1] ?? Infinity) * 1.05 + 1);
  expect(secondsLeft.at(-1)).toBeGreaterThan(5000);
});

test('no time is shown before the first measurement or while no bytes arrive', () => {
  expect(measure(3, bytesInWindows).map(({ secondsLeft }) => secondsLeft)).toEqual([null, null, null, null]);
  expect(measure(400, (second) => bytesInWindows(Math.min(second, 60))).at(-1)?.secondsLeft).toBeNull();
});

test('the speed is not computed from a removal, a clock that is set back, or a sleep', () => {
  const lastRate = measure(60, bytesInWindows).at(-1);
  if (!lastRate) throw new Error('no rate');
  expect(nextRate(lastRate, { atMs: 61_000, bytes: 0, bytesLeft: totalBytes }).bytesPerSecond).toBe(lastRate.bytesPerSecond);
  expect(nextRate(lastRate, { atMs: 1_000, bytes: totalBytes, bytesLeft: 0 }).bytesPerSecond).toBeNull();
  expect(nextRate(lastRate, { atMs: 8 * 3_600_000, bytes: totalBytes / 2, bytesLeft: totalBytes / 2 }).bytesPerSecond).toBeNull();
});
