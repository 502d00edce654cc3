import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from './screen.tsx';

test('an address that leads nowhere says so, with a way home', async () => {
  await renderScreen('/nowhere/at/all');
  await expect.element(page.getByRole('heading', { level: 1, name: 'That page does not exist' })).toBeVisible();
  await page.getByRole('link', { name: 'Go Home' }).click();
  await expect.element(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
});
