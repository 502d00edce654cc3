import { afterEach, expect, test, vi } from 'vitest';
import { requestProtection } from '../../src/features/settings/request-protection.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a request to protect the storage returns the browser’s answer, and an error counts as a refusal', async () => {
  const persist = vi.fn(async () => true);
  vi.stubGlobal('navigator', { storage: { persist } });
  expect(await requestProtection()).toBe(true);
  persist.mockRejectedValue(new DOMException('', 'SecurityError'));
  expect(await requestProtection()).toBe(false);
});

test('a browser that does not answer within ten seconds counts as a refusal', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { storage: { persist: () => new Promise(() => {}) } });
  const answer = requestProtection();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await answer).toBe(false);
});
