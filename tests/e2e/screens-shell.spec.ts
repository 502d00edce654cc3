// The part of the shell that needs a real document: its first painted frame. tests/component/shell.test.tsx and read-failures.test.tsx
// cover everything else.
import { expect, type Page } from '@playwright/test';
import { signIn } from './device.ts';
import { test } from './fixtures.ts';

const homeHeading = (page: Page) => page.getByRole('heading', { name: 'Recent Videos' });

test('a reload shows the chosen color scheme from the very first frame', { tag: '@long' }, async ({ archive, page }) => {
  await signIn(page, archive.url);
  await page.goto(`${archive.url}/?sheet=scheme`);
  await page.getByRole('dialog', { name: 'Color scheme' }).getByRole('radio', { name: 'Matrix' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'matrix');
  // The theme is recorded before the client's module has run: the body exists, and #root is empty.
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.body) return;
      observer.disconnect();
      document.documentElement.setAttribute('data-theme-at-first', document.documentElement.dataset['theme'] ?? '');
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${archive.url}/`);
  await expect(page.locator('html')).toHaveAttribute('data-theme-at-first', 'matrix');
  await expect(homeHeading(page)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'matrix');
});
