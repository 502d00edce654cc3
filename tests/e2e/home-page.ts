// Home as a user sees it: the cards of Recent Videos, and the marks on them.
import { expect, type Locator, type Page } from '@playwright/test';

/** Returns the titles of Recent Videos in page order, each without the state that follows it for screen readers. */
export async function recentTitles(page: Page): Promise<string[]> {
  const recentSection = page.getByRole('region', { name: 'Recent Videos' });
  // Cards of the previous screen may still be there, so only the cards of this list count.
  await expect(recentSection.getByRole('article').first()).toBeVisible();
  // The cards in the window are drawn first, the rest of the list when the page is idle.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 })));
  return recentSection
    .getByRole('heading', { level: 3 })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.firstChild?.textContent ?? ''));
}

export function cardOf(page: Page, title: string): Locator {
  return page
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: title }) })
    .last();
}

export async function markWatched(page: Page, title: string): Promise<void> {
  await cardOf(page, title)
    .getByRole('button', { name: `More actions for ${title}` })
    .click();
  await page.getByRole('menuitem', { name: 'Mark watched' }).click();
}

/** Returns a title of Recent Videos that is not watched yet and is not on the large card at the top. */
export async function anUnwatchedTitle(page: Page, index = 0): Promise<string> {
  const titles = await recentTitles(page);
  const unwatchedTitles: string[] = [];
  for (const title of titles.slice(1)) {
    if ((await cardOf(page, title).getByText('Watched', { exact: true }).count()) === 0) unwatchedTitles.push(title);
  }
  const unwatchedTitle = unwatchedTitles[index];
  if (unwatchedTitle === undefined) throw new Error('every video on the page is watched');
  return unwatchedTitle;
}

export const notices = (page: Page): Locator => page.getByRole('region', { name: 'Notices' });
