import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

/** Clicks a control that a line above it may move between press and release, where a pointer's click would miss it. */
export async function clickWithoutPointer(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible();
  (locator.element() as HTMLElement).click();
}
