// The client's language follows the browser, can be changed, and is kept when the client starts while the server is stopped.
import { expect } from '@playwright/test';
import { openDevice, waitForWorker } from './device.ts';
import { plantedSessions } from './planted-sessions.ts';
import { test } from './fixtures.ts';

test('a German browser shows German, a person can choose another language, and German needs no server', { tag: '@long' }, async ({ archive }) => {
  const device = await openDevice({ locale: 'de-AT' });
  try {
    const { context } = device;
    await context.addCookies(plantedSessions().page.map((cookie) => ({ ...cookie, url: archive.url, expires: Date.now() / 1000 + 86_400 })));
    const page = await context.newPage();
    const html = page.locator('html');
    await page.goto(`${archive.url}/settings/user/`);
    await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
    await expect(html).toHaveAttribute('lang', 'de');
    await test.step('English can be chosen, and German again', async () => {
      await page.getByRole('button', { name: 'Sprache: Deutsch' }).click();
      await page.getByRole('menuitemradio', { name: 'English' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
      await expect(html).toHaveAttribute('lang', 'en');
      const adminPage = await context.newPage();
      await adminPage.goto(`${archive.url}/admin/`);
      await expect(adminPage.locator('html')).toHaveAttribute('lang', 'en');
      await adminPage.close();
      await page.getByRole('button', { name: 'Language: English' }).click();
      await page.getByRole('menuitemradio', { name: 'Deutsch', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
    });
    await test.step('with the server stopped, home is in German', async () => {
      await page.goto(`${archive.url}/`);
      await expect(page.getByRole('heading', { name: 'Neue Videos' })).toBeVisible();
      await waitForWorker(page);
      await archive.kill();
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Neue Videos' })).toBeVisible();
    });
  } finally {
    await device.close();
  }
});
