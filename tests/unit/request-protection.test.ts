import { afterEach, expect, it, vi } from 'vitest';
import { requestProtection } from '../../src/features/settings/request-protection.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('reports the browser’s answer; an error counts as a refusal', async () => {
  const persist = vi.fn(async () => true);
  vi.stubGlobal('navigator', { storage: { persist } });
  expect(await requestProtection()).toBe(true);
  persist.mockRejectedValue(new DOMException('', 'SecurityError'));
  expect(await requestProtection()).toBe(false);
});

it('counts a browser that does not answer within ten seconds as a refusal', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { storage: { persist: () => new Promise(() => {}) } });
  const requested = requestProtection();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await requested).toBe(false);
});
