// A browser that provides no storage: the client still works with the archive, and says what it cannot do.
import { expect } from '@playwright/test';
import { apiCaller } from './archive-process.ts';
import { signIn } from './device.ts';
import { test } from './fixtures.ts';

test(
  'without storage a person can browse and mark; a notice says what is missing, and the page protects unsent changes',
  { tag: '@long' },
  async ({ archive, faultProxy: proxy, page }) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
    });
    await signIn(page, proxy.url);
    await test.step('a notice says that nothing is kept, and no save control is offered', async () => {
      await expect(page.getByText('Nothing is kept on this device')).toBeVisible();
      await expect(page.getByRole('button', { name: /^Save offline/ })).toHaveCount(0);
    });
    const card = page.getByRole('region', { name: 'Recent Videos' }).getByRole('article').first();
    const path = await card.getByRole('heading').getByRole('link').getAttribute('href');
    const call = apiCaller(archive.url);
    const isWatched = async (): Promise<unknown> => ((await (await call(`/api${path}`)).json()) as { player: { watched: boolean } }).player.watched;
    await test.step('a mark reaches the archive', async () => {
      await card.getByRole('button', { name: 'Mark watched' }).click();
      await expect.poll(isWatched, { timeout: 15_000 }).toBe(true);
    });
    await test.step('another page, a reload and a search work', async () => {
      await page.getByRole('link', { name: 'Channels', exact: true }).first().click();
      await expect(page.getByRole('article').first()).toBeVisible();
      await page.reload();
      await expect(page.getByRole('article').first()).toBeVisible();
      await page.goto(`${proxy.url}/search/?q=fog`);
      await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    });
    await test.step('the page asks before it closes with unsent changes', async () => {
      await page.goto(proxy.url);
      await expect(card).toBeVisible();
      proxy.set({ kind: 'reset' });
      await card.getByRole('button', { name: 'Mark unwatched' }).click();
      await expect(page.getByRole('button', { name: /1 waiting to sync/ })).toBeVisible({ timeout: 15_000 });
      // The browser asks if a listener cancels this event.
      expect(await page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))).toBe(false);
    });
  },
);
