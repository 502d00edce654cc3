// Login and logout, as promises (SPEC §2 "Login", §5, §8, §9).
import { expect, type Locator, type Page } from '@playwright/test';
import { credentials } from './archive-process.ts';
import { signIn, signInAs, waitForWorker, windowSizes } from './device.ts';
import { test, workerTest } from './fixtures.ts';
import { anUnwatchedTitle, markWatched, recentTitles } from './home-page.ts';
import { sees } from './quoted-texts.ts';

const username = (page: Page): Locator => page.getByLabel('Username');
const password = (page: Page): Locator => page.getByLabel('Password', { exact: true });
const logIn = (page: Page): Locator => page.getByRole('button', { name: 'Log in', exact: true });
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1, name: 'Log in' });
const home = (page: Page): Locator => page.getByRole('heading', { name: 'Recent Videos' });

const isLogin = ({ method, path }: { method: string; path: string }): boolean => method === 'POST' && path === '/api/user/login/';
const isPing = ({ path }: { path: string }): boolean => path === '/api/ping/';

async function fillIn(page: Page, given: { username: string; password: string } = credentials): Promise<void> {
  await username(page).fill(given.username);
  await password(page).fill(given.password);
}

test('a wrong password says the server’s reason and leaves the focus where it was', async ({ archive, page }) => {
  await page.goto(`${archive.url}/`);
  await fillIn(page, { ...credentials, password: 'not the one' });
  await password(page).press('Enter');
  await sees('Failed to login.', page.getByRole('alert').getByText(/^Failed to login\. \S/));
  await expect(page.getByRole('alert')).not.toContainText('Unknown Error');
  await expect(password(page)).toBeFocused();
  await expect(username(page)).toHaveValue(credentials.username);
  await password(page).fill(credentials.password);
  await password(page).press('Enter');
  await expect(home(page)).toBeVisible();
});

test('a refusal without a reason is an Unknown Error, and one with a reason says it', async ({ faultProxy: proxy, page }) => {
  await page.goto(`${proxy.url}/`);
  await fillIn(page);
  proxy.set({ kind: 'answer', status: 400, text: '{}' }, isLogin);
  await logIn(page).click();
  await sees('Unknown Error', page.getByRole('alert').getByText('Failed to login. Unknown Error', { exact: true }));
  proxy.set({ kind: 'answer', status: 400, text: '{"error":"The lamp is out."}' }, isLogin);
  await logIn(page).click();
  await expect(page.getByRole('alert').getByText('Failed to login. The lamp is out.', { exact: true })).toBeVisible();
});

test('a username takes 150 characters, and nothing is sent without a name or a password', { tag: '@long' }, async ({ faultProxy: proxy, page }) => {
  await page.goto(`${proxy.url}/`);
  await expect(logIn(page)).toBeVisible();
  await logIn(page).click();
  await username(page).focus();
  await page.keyboard.insertText('x'.repeat(151));
  await expect(username(page)).toHaveValue('x'.repeat(150));
  await logIn(page).click();
  await expect(password(page)).toBeFocused();
  expect(proxy.seen.filter(isLogin)).toEqual([]);
});

test('“Remember me” keeps the session for a year; without it, it ends after two days', async ({ archive, device, page }) => {
  const daysLeft = async (): Promise<number> => {
    const session = (await device.context.cookies(archive.url)).find(({ name }) => name === 'sessionid');
    return Math.round(((session?.expires ?? 0) - Date.now() / 1000) / 86_400);
  };
  await page.goto(`${archive.url}/login/`);
  await expect(page.getByLabel('Remember me')).toBeChecked();
  await signInAs(page, archive.url);
  expect(await daysLeft()).toBe(365);
  await device.context.clearCookies();
  await page.goto(`${archive.url}/login/`);
  await fillIn(page);
  await page.getByLabel('Remember me').uncheck();
  await logIn(page).click();
  await expect(home(page)).toBeVisible();
  expect(await daysLeft()).toBe(2);
});

test('after signing in, next leads to paths of our own origin and nowhere else', { tag: '@long' }, async ({ archive, device, page }) => {
  test.setTimeout(120_000);
  const leads: [next: string, path: string][] = [
    ['/channel/', '/channel/'],
    ['/video/fogNorthSea/?t=30', '/video/fogNorthSea/?t=30'],
    ['//evil.example/', '/'],
    ['https://evil.example/', '/'],
    ['/\\evil.example/', '/'],
    ['\\\\evil.example/', '/'],
    ['/\t/evil.example/', '/'],
    ['/.//evil.example/', '/'],
    ['javascript:alert(1)', '/'],
    ['/login/', '/'],
  ];
  for (const [next, path] of leads) {
    await page.goto(`${archive.url}/login/?${new URLSearchParams({ next }).toString()}`);
    await fillIn(page);
    await logIn(page).click();
    await expect(heading(page)).toHaveCount(0);
    await expect.poll(() => page.url(), { message: `next=${next}` }).toBe(`${archive.url}${path}`);
    await device.context.clearCookies();
  }
  // The field itself is no way out either.
  await page.goto(`${archive.url}/login/`);
  await fillIn(page);
  await page.locator('input[name="next"]').evaluate((field: HTMLInputElement) => (field.value = '//evil.example/'));
  await logIn(page).click();
  await expect(home(page)).toBeVisible();
  expect(page.url()).toBe(`${archive.url}/`);
});

test('a page that was asked for without a session comes after signing in', { tag: '@long' }, async ({ archive, page }) => {
  await page.goto(`${archive.url}/channel/`);
  await expect(heading(page)).toBeVisible();
  await fillIn(page);
  await logIn(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible();
});

test('a 403 of the login call with a session of the same person goes on into the archive', { tag: '@long' }, async ({ faultProxy: proxy, page }) => {
  await signIn(page, proxy.url);
  proxy.set({ kind: 'forbidden', detail: 'CSRF Failed.' }, isLogin);
  await page.goto(`${proxy.url}/login/`);
  await fillIn(page);
  await logIn(page).click();
  await expect(home(page)).toBeVisible();
});

test('too many tries say how long to wait', { tag: '@long' }, async ({ faultProxy: proxy, page }) => {
  await page.goto(`${proxy.url}/`);
  await fillIn(page);
  proxy.set({ kind: 'answer', status: 429, text: '{"detail":"Slow down."}' }, isLogin);
  await logIn(page).click();
  await expect(page.getByRole('alert').getByText(/^Failed to login\. Too many tries\./)).toBeVisible();
});

for (const [size, viewport] of Object.entries(windowSizes)) {
  test.describe(`on a ${size}`, () => {
    test.use({ windowSize: viewport });

    test('without the backend it waits in words, helps from the 11th failed check on, and goes on by itself', async ({ faultProxy: proxy, page }) => {
      proxy.set({ kind: 'bad-gateway' }, ({ path }) => path.startsWith('/api/'));
      await page.goto(`${proxy.url}/`);
      await sees('Waiting for backend', page.getByText('Waiting for backend', { exact: true }));
      await expect(logIn(page)).toHaveCount(0);
      proxy.forget();
      // Read in one step, since the next check is a second away.
      const hasHelpAt = async (tries: number): Promise<boolean> => {
        const read = await page.waitForFunction(
          (words) => (document.body.innerText.includes(words) ? { hasHelp: document.body.innerText.includes('STOWAWAY_ADMIN_USER') } : null),
          `${tries} tries so far.`,
          { timeout: 30_000 },
        );
        return ((await read.jsonValue()) as { hasHelp: boolean }).hasHelp;
      };
      expect(await hasHelpAt(10)).toBe(false);
      expect(await hasHelpAt(11)).toBe(true);
      // Each second, not faster.
      expect(proxy.seen.filter(isPing).length).toBeLessThanOrEqual(11);
      const names = await page.getByRole('term').allTextContents();
      const firstOfOthers = names.findIndex((name) => !name.startsWith('STOWAWAY_'));
      expect(firstOfOthers).toBeGreaterThan(0);
      expect(names.slice(firstOfOthers).every((name) => name.startsWith('TA_'))).toBe(true);
      await expect(page.getByText('Server not answering? Check these on the host')).toBeInViewport();
      proxy.set({ kind: 'none' });
      await expect(logIn(page)).toBeVisible();
      await expect(page.getByText('Waiting for backend', { exact: true })).toHaveCount(0);
      await expect(page.getByText('Server not answering?', { exact: false })).toHaveCount(0);
      await signIn(page, proxy.url);
    });

    workerTest('logging out and keeping the copy locks it; it opens again by name, also without the archive', async ({ archive, page }) => {
      await signIn(page, archive.url);
      await waitForWorker(page);
      const titles = await recentTitles(page);
      await openLogout(page);
      await page.getByRole('button', { name: 'Log out, keep my copy' }).click();
      await expect(heading(page)).toBeVisible();
      // Locked: no address shows it.
      await page.goto(`${archive.url}/channel/`);
      await expect(heading(page)).toBeVisible();
      await expect(page.getByText('Slow Harbour')).toHaveCount(0);
      await archive.kill();
      await page.goto(`${archive.url}/`);
      await expect(heading(page)).toBeVisible();
      await expect(page.getByText(`${credentials.username}, as it was on this device.`)).toBeVisible();
      await page.getByRole('button', { name: `Open my copy: ${credentials.username}` }).click();
      await expect(home(page)).toBeVisible();
      expect(await recentTitles(page)).toEqual(titles);
    });

    test('logging out can be called off, and says what has not been sent', { tag: '@long' }, async ({ faultProxy: proxy, page }) => {
      await signIn(page, proxy.url);
      await openLogout(page);
      await expect(page.getByRole('alertdialog', { name: 'Log out?' })).toBeVisible();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      await expect(home(page)).toBeVisible();
      const title = await anUnwatchedTitle(page);
      proxy.set({ kind: 'reset' });
      await markWatched(page, title);
      await openLogout(page);
      await expect(page.getByRole('alertdialog', { name: 'Log out? 1 change has not been sent.' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      await page.reload();
      await expect(home(page)).toBeVisible();
    });
  });
}

workerTest('logging out and clearing this device leaves nothing of the archive or of the person on it', async ({ archive, page }) => {
  await signIn(page, archive.url);
  await waitForWorker(page);
  const [title = ''] = await recentTitles(page);
  await page.goto(`${archive.url}/video/fogNorthSea/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const words = ['Slow Harbour', credentials.username, 'fogNorthSea', title];
  expect(await traces(page, words)).not.toEqual([]);
  await openLogout(page);
  await page.getByRole('button', { name: 'Log out and clear this device' }).click();
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Open my copy/ })).toHaveCount(0);
  await expect.poll(() => traces(page, words)).toEqual([]);
  await page.goto(`${archive.url}/`);
  await expect(heading(page)).toBeVisible();
});

async function openLogout(page: Page): Promise<void> {
  const direct = page.getByRole('button', { name: 'Logout' });
  if (!(await direct.isVisible())) await page.getByRole('button', { name: 'Account and more' }).click();
  await direct.click();
}

/** Every place of this origin's storage that holds one of the words. The client's own files are told by their text alone. */
async function traces(page: Page, words: string[]): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const found: string[] = [];
    const look = (place: string, text: string): void => {
      for (const word of wanted) if (text.includes(word)) found.push(`${place}: ${word}`);
    };
    for (const [kind, storage] of Object.entries({ local: localStorage, session: sessionStorage })) look(kind, JSON.stringify(storage));
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        look(`${name} ${request.url}`, decodeURIComponent(request.url));
        const answer = await cache.match(request);
        if (answer?.headers.get('content-type')?.startsWith('image/') === false) look(`${name} ${request.url}`, await answer.text());
      }
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')));
      });
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown>((resolve, reject) => {
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.addEventListener('success', () => resolve(reading.result));
          reading.addEventListener('error', () => reject(reading.error ?? new Error('not read')));
        });
        look(`${name} ${store}`, JSON.stringify(rows));
      }
      database.close();
    }
    return found;
  }, words);
}
