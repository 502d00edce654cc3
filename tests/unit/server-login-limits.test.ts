import { expect, test } from 'vitest';
import { createLoginLimits } from '../../server/accounts/login-limits.ts';

function setup() {
  let now = 1_000_000;
  const limits = createLoginLimits(() => now);
  return {
    limits,
    wait: (ms: number) => void (now += ms),
    fail: (times: number, name = 'mara', address = '192.0.2.1') => Array.from({ length: times }, () => limits.attempt(name, address)),
  };
}

test('ten wrong passwords in five minutes are let through, the next waits for the oldest to grow old', () => {
  const { limits, wait, fail } = setup();
  expect(fail(1)).toEqual([0]);
  wait(60_000);
  expect(fail(9)).toEqual(Array(9).fill(0));
  expect(limits.attempt('mara', '192.0.2.1')).toBe(240);
  wait(239_500);
  expect(limits.attempt('mara', '192.0.2.1')).toBe(1);
  wait(500);
  expect(limits.attempt('mara', '192.0.2.1')).toBe(0);
});

test('an account is limited over all addresses, and an address over all accounts', () => {
  const { limits, fail } = setup();
  fail(10);
  expect(limits.attempt('mara', '198.51.100.9')).toBeGreaterThan(0);
  expect(limits.attempt('tove', '192.0.2.1')).toBe(0);
  for (let index = 0; index < 19; index += 1) fail(1, `name ${index}`);
  expect(limits.attempt('another', '192.0.2.1')).toBeGreaterThan(0);
  expect(limits.attempt('another', '198.51.100.9')).toBe(0);
});

test('a right password is no failure and forgives the earlier ones of its account', () => {
  const { limits, fail } = setup();
  fail(9);
  expect(limits.attempt('mara', '192.0.2.1')).toBe(0);
  limits.succeed('mara', '192.0.2.1');
  expect(fail(10)).toEqual(Array(10).fill(0));
});

test('signing in often never locks an address out', () => {
  const { limits } = setup();
  for (let index = 0; index < 100; index += 1) {
    expect(limits.attempt('mara', '192.0.2.1')).toBe(0);
    limits.succeed('mara', '192.0.2.1');
  }
});
