// Login and logout on a real archive and a real device: cookies, the worker, what remains in storage. tests/component/login.test.tsx covers
// messages, `next` and waiting for the backend. Tests that exist in both places are @long here.
import { expect, type Locator, type Page } from '@playwright/test';
import { credentials } from './archive-process.ts';
import { signIn, waitForWorker, windowSizes } from './device.ts';
import { test, workerTest } from './fixtures.ts';
import { recentTitles } from './home-page.ts';

const usernameField = (page: Page): Locator => page.getByLabel('Username');
const passwordField = (page: Page): Locator => page.getByLabel('Password', { exact: true });
const logInButton = (page: Page): Locator => page.getByRole('button', { name: 'Log in', exact: true });
const loginHeading = (page: Page): Locator => page.getByRole('heading', { level: 1, name: 'Log in' });
const homeHeading = (page: Page): Locator => page.getByRole('heading', { name: 'Recent Videos' });

async function fillIn(page: Page, account: { username: string; password: string } = credentials): Promise<void> {
  await usernameField(page).fill(account.username);
  await passwordField(page).fill(account.password);
}

test('a wrong password shows the server’s reason and keeps the focus', { tag: '@long' }, async ({ archive, page }) => {
  await page.goto(`${archive.url}/`);
  await fillIn(page, { ...credentials, password: 'not the one' });
  await passwordField(page).press('Enter');
  await expect(page.getByRole('alert').getByText(/^Failed to login\. \S/)).toBeVisible();
  await expect(page.getByRole('alert')).not.toContainText('Unknown Error');
  await expect(passwordField(page)).toBeFocused();
  await expect(usernameField(page)).toHaveValue(credentials.username);
  await passwordField(page).fill(credentials.password);
  await passwordField(page).press('Enter');
  await expect(homeHeading(page)).toBeVisible();
});

test('“Remember me” keeps the session for a year; without it the session ends after two days', { tag: '@long' }, async ({ archive, device, page }) => {
  const readSessionDays = async (): Promise<number> => {
    const session = (await device.context.cookies(archive.url)).find(({ name }) => name === 'sessionid');
    return Math.round(((session?.expires ?? 0) - Date.now() / 1000) / 86_400);
  };
  await page.goto(`${archive.url}/login/`);
  await expect(page.getByLabel('Remember me')).toBeChecked();
  await fillIn(page);
  await logInButton(page).click();
  await expect(homeHeading(page)).toBeVisible();
  expect(await readSessionDays()).toBe(365);
  await device.context.clearCookies();
  await page.goto(`${archive.url}/login/`);
  await fillIn(page);
  await page.getByLabel('Remember me').uncheck();
  await logInButton(page).click();
  await expect(homeHeading(page)).toBeVisible();
  expect(await readSessionDays()).toBe(2);
});

for (const [size, viewport] of Object.entries(windowSizes)) {
  test.describe(`on a ${size}`, () => {
    test.use({ windowSize: viewport });

    workerTest(
      'a logout with “keep my copy” locks the copy, which opens again by name, even without the archive',
      { tag: '@long' },
      async ({ archive, page }) => {
        await signIn(page, archive.url);
        await waitForWorker(page);
        const titles = await recentTitles(page);
        await openLogout(page);
        await page.getByRole('button', { name: 'Log out, keep my copy' }).click();
        await expect(loginHeading(page)).toBeVisible();
        // While the copy is locked, no address shows it.
        await page.goto(`${archive.url}/channel/`);
        await expect(loginHeading(page)).toBeVisible();
        await expect(page.getByText('Slow Harbour')).toHaveCount(0);
        await archive.kill();
        await page.goto(`${archive.url}/`);
        await expect(loginHeading(page)).toBeVisible();
        await expect(page.getByText(`${credentials.username}, as it was on this device.`)).toBeVisible();
        await page.getByRole('button', { name: `Open my copy: ${credentials.username}` }).click();
        await expect(homeHeading(page)).toBeVisible();
        await expect.poll(() => recentTitles(page)).toEqual(titles);
      },
    );
  });
}

workerTest('a logout with “clear this device” leaves nothing of the archive or the person on the device', async ({ archive, page }) => {
  await signIn(page, archive.url);
  await waitForWorker(page);
  const [title = ''] = await recentTitles(page);
  await page.goto(`${archive.url}/video/fogNorthSea/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const searchedTexts = ['Slow Harbour', credentials.username, 'fogNorthSea', title];
  expect(await findTraces(page, searchedTexts)).not.toEqual([]);
  await openLogout(page);
  await page.getByRole('button', { name: 'Log out and clear this device' }).click();
  await expect(loginHeading(page)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Open my copy/ })).toHaveCount(0);
  await expect.poll(() => findTraces(page, searchedTexts)).toEqual([]);
  await page.goto(`${archive.url}/`);
  await expect(loginHeading(page)).toBeVisible();
});

async function openLogout(page: Page): Promise<void> {
  const logoutButton = page.getByRole('button', { name: 'Logout' });
  if (!(await logoutButton.isVisible())) await page.getByRole('button', { name: 'Account and more' }).click();
  await logoutButton.click();
}

/** Returns every place in this origin's storage that contains one of the texts. Bodies of images are skipped. */
async function findTraces(page: Page, searchedTexts: string[]): Promise<string[]> {
  return page.evaluate(async (texts) => {
    const places: string[] = [];
    const search = (place: string, text: string): void => {
      for (const searchedText of texts) if (text.includes(searchedText)) places.push(`${place}: ${searchedText}`);
    };
    for (const [kind, storage] of Object.entries({ local: localStorage, session: sessionStorage })) search(kind, JSON.stringify(storage));
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        search(`${name} ${request.url}`, decodeURIComponent(request.url));
        const answer = await cache.match(request);
        if (answer?.headers.get('content-type')?.startsWith('image/') === false) search(`${name} ${request.url}`, await answer.text());
      }
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const openRequest = indexedDB.open(name);
        openRequest.addEventListener('success', () => resolve(openRequest.result));
        openRequest.addEventListener('error', () => reject(openRequest.error ?? new Error('not opened')));
      });
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown>((resolve, reject) => {
          const readRequest = database.transaction(store).objectStore(store).getAll();
          readRequest.addEventListener('success', () => resolve(readRequest.result));
          readRequest.addEventListener('error', () => reject(readRequest.error ?? new Error('not read')));
        });
        search(`${name} ${store}`, JSON.stringify(rows));
      }
      database.close();
    }
    return places;
  }, searchedTexts);
}
