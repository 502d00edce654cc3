// Background copying pauses while a person uses the page, and while a video loads.
import { afterEach, expect, test, vi } from 'vitest';
import { watchUse } from '../../src/app/recent-use.ts';

afterEach(() => vi.useRealTimers());

test.each([
  ['a press', () => document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))],
  ['a key', () => document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }))],
  ['the scrolling of any box', () => document.body.dispatchEvent(new Event('scroll'))],
  ['a video that loads', () => document.body.dispatchEvent(new Event('progress'))],
])('%s counts as use for a second', (_description, interact) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const isInUse = watchUse();
  expect(isInUse()).toBe(false);
  interact();
  vi.advanceTimersByTime(999);
  expect(isInUse()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isInUse()).toBe(false);
});
