import type { Page } from '@playwright/test';

/** Two keys in quick succession: one press does not wait for the other, which on a busy machine would come more than 1.5 s later. */
export async function pressChord(page: Page, first: string, second: string): Promise<void> {
  await Promise.all([first, second].map((key) => page.keyboard.press(key)));
}
