import { expect, test } from 'vitest';
import { totalAllowedBytes, reservedBytes, remainingBytes, availableBytes } from '../../src/saved-media/quota.ts';

const device = { usageBytes: 2_000, quotaBytes: reservedBytes + 10_000 };

test('the budget is the amount that a person chose, otherwise half of the browser’s quota, otherwise unlimited', () => {
  expect([totalAllowedBytes(5_000, device), totalAllowedBytes(null, { ...device, quotaBytes: 9_001 }), totalAllowedBytes(null, null)]).toEqual([
    5_000,
    4_500,
    null,
  ]);
});

test.each([
  ['the budget is the limit', { budgetBytes: 5_000, usedBytes: 1_000, device }, 4_000],
  ['the browser’s quota is the limit, minus the bytes reserved for the rest of the client', { budgetBytes: 50_000, usedBytes: 1_000, device }, 8_000],
  ['a budget below the used bytes leaves a negative number', { budgetBytes: 500, usedBytes: 1_000, device }, -500],
  ['a browser that does not report its space sets no limit', { budgetBytes: null, usedBytes: 1_000, device: null }, Infinity],
])('%s', (_what, facts, bytes) => {
  expect(availableBytes(facts)).toBe(bytes);
});

test('saved bytes are not needed again, and nothing is reserved for an unknown size', () => {
  expect([remainingBytes({ totalBytes: 1_000, savedBytes: 400 }), remainingBytes({ totalBytes: null, savedBytes: 0 })]).toEqual([600, 0]);
});
