// The language follows the browser, is kept for starts without the network, and can be changed.
import { expect } from '@playwright/test';
import { openDevice, waitForWorker } from './device.ts';
import { plantedSessions } from './planted-sessions.ts';
import { test } from './fixtures.ts';

test('a German browser gets German, also with the server stopped; English can be chosen, and is kept', async ({ archive }) => {
  const device = await openDevice({ locale: 'de-AT' });
  try {
    const { context } = device;
    await context.addCookies(plantedSessions().page.map((cookie) => ({ ...cookie, url: archive.url, expires: Date.now() / 1000 + 86_400 })));
    const page = await context.newPage();
    await page.goto(`${archive.url}/`);
    await expect(page.getByRole('heading', { name: 'Neue Videos' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await waitForWorker(page);
    const keptTexts = () =>
      page.evaluate(async () => (await (await caches.open('stowaway-chunks')).keys()).filter(({ url }) => url.includes('/texts-de-')).length);
    await expect.poll(keptTexts).toBe(1);

    await test.step('with the server stopped', async () => {
      await archive.stop();
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Neue Videos' })).toBeVisible();
      await archive.start();
    });

    await test.step('English chosen', async () => {
      await page.goto(`${archive.url}/settings/user/`);
      await page.getByRole('button', { name: 'Sprache: Deutsch' }).click();
      await page.getByRole('menuitemradio', { name: 'English' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await page.goto(`${archive.url}/`);
      await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
    });
  } finally {
    await device.close();
  }
});
