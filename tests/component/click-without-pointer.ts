import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

/** For a control that a line above it may move: a pointer's click misses it if that happens between press and release. */
export async function clickWithoutPointer(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible();
  (locator.element() as HTMLElement).click();
}
