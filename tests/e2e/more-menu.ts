import type { Page } from '@playwright/test';

/** Chooses an item of the page's own More menu, not of a card's. */
export async function chooseFromMoreMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}
