import { expect, onTestFinished, test, vi } from 'vitest';
import { createLoginLimits, networkOf } from '../../server/accounts/login-limits.ts';

const [firstAddress, secondAddress] = ['192.0.2.1', '198.51.100.9'];

function setup() {
  let nowMs = 1_000_000;
  const limits = createLoginLimits(() => nowMs);
  return {
    limits,
    wait: (seconds: number) => void (nowMs += seconds * 1000),
    fail: (times: number, name = 'mara', address = firstAddress) => Array.from({ length: times }, () => limits.attempt(name, address)),
  };
}

test('the first five wrong passwords are checked immediately; each later password waits twice as long as the previous one, at most five minutes', () => {
  const { limits, wait, fail } = setup();
  expect(fail(5)).toEqual(Array(5).fill(0));
  const waitsSeconds: number[] = [];
  for (let attemptCount = 0; attemptCount < 12; attemptCount += 1) {
    const seconds = limits.attempt('mara', firstAddress);
    waitsSeconds.push(seconds);
    wait(seconds - 0.001);
    expect(limits.attempt('mara', firstAddress)).toBe(1);
    wait(0.001);
    expect(limits.attempt('mara', firstAddress)).toBe(0);
  }
  expect(waitsSeconds).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
});

test('a clock that is set back makes nobody wait', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const limits = createLoginLimits();
  expect(limits.attempt('mara', firstAddress)).toBe(0);
  vi.setSystemTime(Date.now() - 86_400_000);
  expect(limits.attempt('mara', firstAddress)).toBe(0);
});

test('the wait begins when the password turns out to be wrong', () => {
  const { limits, wait, fail } = setup();
  fail(5);
  // On a slow machine, computing the hash takes long.
  wait(3);
  limits.fail('mara', firstAddress);
  expect(limits.attempt('mara', firstAddress)).toBe(1);
});

test('the tries of one person lock out nobody else, because another address and another name are checked immediately', () => {
  const { limits, fail } = setup();
  fail(50);
  expect(limits.attempt('mara', firstAddress)).toBeGreaterThan(0);
  expect(limits.attempt('mara', secondAddress)).toBe(0);
  expect(limits.attempt('tove', firstAddress)).toBe(0);
});

test('an address that works through a list of names has one try for each name, and still locks nobody out', () => {
  const { limits, fail } = setup();
  for (let index = 0; index < 30; index += 1) fail(1, `name ${index}`);
  expect(limits.attempt('mara', firstAddress)).toBe(0);
  expect(limits.attempt('mara', firstAddress)).toBe(1);
  expect(fail(5, 'mara', secondAddress)).toEqual(Array(5).fill(0));
});

test('a right password clears the earlier failures of its name from that address', () => {
  const { limits, fail } = setup();
  fail(4);
  expect(limits.attempt('mara', firstAddress)).toBe(0);
  limits.succeed('mara', firstAddress);
  expect(fail(5)).toEqual(Array(5).fill(0));
});

test('frequent successful sign-ins are never delayed', () => {
  const { limits } = setup();
  for (let index = 0; index < 100; index += 1) {
    expect(limits.attempt('mara', firstAddress)).toBe(0);
    limits.succeed('mara', firstAddress);
  }
});

test('failures are forgotten a day after the last failure', () => {
  const { wait, fail } = setup();
  fail(5);
  wait(86_400);
  expect(fail(5)).toEqual(Array(5).fill(0));
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:DB8:1:0002:ffff::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is counted as %s, because one host may have a whole /64 of IPv6', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
