import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

/** Clicks a control by script, because a pointer's click would miss a control that moves between press and release. */
export async function clickWithoutPointer(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible();
  (locator.element() as HTMLElement).click();
}
