import type { Page } from '@playwright/test';

/** Presses two keys, the second without waiting for the first, because a busy machine could exceed the 1.5 s that a chord may take. */
export async function pressChord(page: Page, firstKey: string, secondKey: string): Promise<void> {
  await Promise.all([firstKey, secondKey].map((key) => page.keyboard.press(key)));
}
