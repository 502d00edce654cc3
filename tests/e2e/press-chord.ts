import type { Page } from '@playwright/test';

/** Presses the second key without waiting for the first press, because on a busy machine more than the 1.5 s of a chord would go by. */
export async function pressChord(page: Page, first: string, second: string): Promise<void> {
  await Promise.all([first, second].map((key) => page.keyboard.press(key)));
}
