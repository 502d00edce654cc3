import type { Page } from '@playwright/test';

/** Does not wait for the first press before the second: on a busy machine, more than the 1.5 s that a chord may last would go by. */
export async function pressChord(page: Page, first: string, second: string): Promise<void> {
  await Promise.all([first, second].map((key) => page.keyboard.press(key)));
}
