// The frame around the screens, and what it says when something fails (SPEC §1, §2, §6, §8; docs/look-and-feel.md).
import { expect, type Page } from '@playwright/test';
import { isApi } from '../doubles/fault-proxy.ts';
import { signIn, windowSizes } from './device.ts';
import { test } from './fixtures.ts';
import { recentTitles } from './home-page.ts';
import { sees } from './quoted-texts.ts';

const home = (page: Page) => page.getByRole('heading', { name: 'Recent Videos' });
const isRead = ({ method, path }: { method: string; path: string }): boolean => method === 'GET' && path.startsWith('/api/channel/');
const slowHarbour = '/channel/UCslowHarbourSampleAaa01/';

for (const [size, viewport] of Object.entries(windowSizes)) {
  test.describe(`on a ${size}`, () => {
    test.use({ windowSize: viewport });

    test('the skip link comes first and leads to the content; the navigation tells where one is', { tag: '@long' }, async ({ archive, page }) => {
      await signIn(page, archive.url);
      await page.reload();
      await expect(home(page)).toBeVisible();
      await page.keyboard.press('Tab');
      const skip = page.getByRole('link', { name: 'Skip to content' });
      await expect(skip).toBeFocused();
      await expect(skip).toBeInViewport();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
      expect(page.url()).toBe(`${archive.url}/`);
      const navigation = page.getByRole('navigation', { name: 'Main' });
      await expect(navigation.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
      await navigation.getByRole('link', { name: 'Channels' }).click();
      await expect(navigation.getByRole('link', { name: 'Channels' })).toHaveAttribute('aria-current', 'page');
      await expect(navigation.getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current');
      await expect(page).toHaveTitle('Channels · Stowaway');
    });

    test('the footer tells the version, and the copyright from 2021 on', { tag: '@long' }, async ({ archive, page }) => {
      await signIn(page, archive.url);
      const footer = page.getByRole('contentinfo');
      await expect(footer.getByText(`© 2021–${new Date().getFullYear()}`)).toBeVisible();
      await expect(footer.getByText(/^v\d+\.\d+\.\d+/)).toBeVisible();
    });

    test('an address that leads nowhere says so, with a way home', async ({ archive, page }) => {
      await signIn(page, archive.url);
      await page.goto(`${archive.url}/nowhere/at/all`);
      await sees('That page does not exist', page.getByRole('heading', { level: 1, name: 'That page does not exist' }));
      await page.getByRole('link', { name: 'Go Home' }).click();
      await expect(home(page)).toBeVisible();
    });
  });
}

test('g and then h or c goes to a place; other keys and modifiers do not', async ({ archive, page }) => {
  await signIn(page, archive.url);
  await page.keyboard.press('c');
  await page.keyboard.press('g');
  await page.keyboard.press('x');
  await page.keyboard.press('c');
  await page.keyboard.press('Control+g');
  await page.keyboard.press('c');
  expect(page.url()).toBe(`${archive.url}/`);
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(home(page)).toBeVisible();
});

test('the chosen color scheme stays over a reload, from the very first frame', async ({ archive, page }) => {
  await signIn(page, archive.url);
  await page.goto(`${archive.url}/?sheet=scheme`);
  await page.getByRole('dialog', { name: 'Color scheme' }).getByRole('radio', { name: 'Matrix' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'matrix');
  // Read before any script of the client has run: the body is there, #root is empty.
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.body) return;
      observer.disconnect();
      document.documentElement.setAttribute('data-theme-at-first', document.documentElement.dataset['theme'] ?? '');
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${archive.url}/`);
  await expect(page.locator('html')).toHaveAttribute('data-theme-at-first', 'matrix');
  await expect(home(page)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'matrix');
});

test('a read that is refused while the session lives is said over the copy, and signs nobody out', async ({ faultProxy: proxy, page }) => {
  await signIn(page, proxy.url);
  await page.goto(`${proxy.url}${slowHarbour}`);
  await expect(page.getByRole('article').first()).toBeVisible();
  const isList = ({ path }: { path: string }): boolean => path.startsWith('/api/video/?');
  const isChannel = (seen: { method: string; path: string }): boolean => isRead(seen) || isList(seen);
  proxy.set({ kind: 'forbidden', detail: 'Not for you.' }, isChannel);
  // A list that this device has not.
  await page.goto(`${proxy.url}/channel/`);
  await sees('Forbidden: Access denied.', page.getByText('Forbidden: Access denied.', { exact: true }).first());
  await expect(page.getByText("You've been signed out.")).toHaveCount(0);
  await page.goto(`${proxy.url}/`);
  await expect(home(page)).toBeVisible();
  expect((await recentTitles(page)).length).toBeGreaterThan(0);
  expect(new URL(page.url()).pathname).toBe('/');
});

test('an answer that is none of an archive, and a refusal, are said where there is no copy; Try again mends them', async ({ faultProxy: proxy, page }) => {
  await signIn(page, proxy.url);
  const isOfChannel = ({ path }: { path: string }): boolean => path.startsWith('/api/channel/UCslowHarbour');
  proxy.set({ kind: 'answer', status: 404, text: '<h1>It works!</h1>', type: 'text/html' }, isOfChannel);
  await page.goto(`${proxy.url}${slowHarbour}`);
  await sees('error fetching data: ...', page.getByText(/^error fetching data: \S/));
  proxy.set({ kind: 'answer', status: 400, text: '{}' }, isOfChannel);
  await page.getByRole('button', { name: 'Try again' }).click();
  await sees('An error occurred while processing the request.', page.getByText('An error occurred while processing the request.', { exact: true }));
  proxy.set({ kind: 'answer', status: 400, text: '{"message":"The lamp is out."}' }, isOfChannel);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The lamp is out.', { exact: true })).toBeVisible();
  proxy.set({ kind: 'none' });
  // A refusal is not asked again by itself.
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Slow Harbour' })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('a screen that fails says Oops and why, keeps the navigation, and is left by it', async ({ faultProxy: proxy, page }) => {
  await signIn(page, proxy.url);
  await page.goto(`${proxy.url}/video/fogNorthSea/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`${proxy.url}/`);
  await expect(home(page)).toBeVisible();
  proxy.set({ kind: 'reset' }, isApi); // what is broken on the device is not mended by the next answer
  await breakRow(page, 'videoDetails', 'fogNorthSea');
  await page.goto(`${proxy.url}/video/fogNorthSea/`);
  await sees('Oops', page.getByRole('heading', { level: 1, name: 'Oops' }));
  await expect(page.getByRole('alert').getByText(/is not a function|Cannot read properties|not iterable/)).toBeVisible();
  await expect(page.getByText('Your copy and your changes are safe.')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Channels' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Oops' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible();
});

/** What no version of the client writes: every field of the row but its key is a number. */
async function breakRow(page: Page, table: string, key: string): Promise<void> {
  await page.evaluate(
    async ([store, id]) => {
      const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
        new Promise((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error ?? new Error('failed')));
        });
      for (const { name = '' } of await indexedDB.databases()) {
        const database = await done(indexedDB.open(name));
        if (database.objectStoreNames.contains(store)) {
          const rows = database.transaction(store, 'readwrite').objectStore(store);
          const row = (await done(rows.get(id))) as Record<string, unknown>;
          await done(rows.put(Object.fromEntries(Object.entries(row).map(([field, value]) => [field, value === id ? value : 1]))));
        }
        database.close();
      }
    },
    [table, key] as const,
  );
}
