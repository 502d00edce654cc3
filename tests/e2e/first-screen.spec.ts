// With the server stopped, the document itself paints home as it was last seen (docs/decisions/503), and unvisited screens open too.
import { expect, type Page } from '@playwright/test';
import { signIn, waitForScreens, waitForWorker } from './device.ts';
import { test } from './fixtures.ts';
import { recentTitles } from './home-page.ts';

test.use({ hasWorker: true });

/** Opens home without running scripts, so that everything that it shows is in the document. */
async function startWithoutScripts(page: Page, url: string): Promise<Page> {
  const scriptlessPage = await page.context().newPage();
  const session = await page.context().newCDPSession(scriptlessPage);
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  await scriptlessPage.goto(`${url}/`);
  return scriptlessPage;
}

test('with the server stopped, home is painted before any script runs and unvisited screens open; after a logout nothing is painted', async ({
  archive,
  page,
}) => {
  await signIn(page, archive.url);
  await waitForWorker(page);
  await page.goto(`${archive.url}/`);
  await waitForScreens(page);
  const title = (await recentTitles(page))[0] ?? '';
  await expect.poll(() => page.evaluate(async () => (await caches.match('/', { cacheName: 'stowaway-first-screen' }))?.status)).toBe(200);
  await archive.stop();
  const paintedPage = await startWithoutScripts(page, archive.url);
  await expect(paintedPage.getByText(title).first()).toBeVisible();
  await paintedPage.close();

  await test.step('the real home page replaces the painted one', async () => {
    await page.goto(`${archive.url}/`);
    await expect(page.getByRole('article').getByRole('link', { name: title }).first()).toBeVisible();
    await expect(page.locator('#first-screen')).toHaveCount(0);
    await expect(page.locator('#splash')).toBeHidden();
  });

  await test.step('unvisited screens open: a video and the channels', async () => {
    await page.getByRole('article').getByRole('link', { name: title }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.goto(`${archive.url}/channel/`);
    await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible();
  });

  await test.step('after logging out, the document shows only the splash screen', async () => {
    await page.goto(`${archive.url}/?sheet=logout`);
    await page.getByRole('button', { name: 'Log out, keep my copy' }).click();
    await page.waitForURL(/\/login\//);
    const emptyPage = await startWithoutScripts(page, archive.url);
    await expect(emptyPage.locator('#splash')).toBeVisible();
    await expect(emptyPage.getByText(title)).toHaveCount(0);
  });
});
