// Background copying pauses while a person uses the page.
import { afterEach, expect, test, vi } from 'vitest';
import { watchInput } from '../../src/app/recent-input.ts';

afterEach(() => vi.useRealTimers());

test.each([
  ['a press', () => document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))],
  ['a key', () => document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }))],
  ['the scrolling of any box', () => document.body.dispatchEvent(new Event('scroll'))],
])('%s counts as use for a second', (_what, interact) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const isInUse = watchInput();
  expect(isInUse()).toBe(false);
  interact();
  vi.advanceTimersByTime(999);
  expect(isInUse()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isInUse()).toBe(false);
});
