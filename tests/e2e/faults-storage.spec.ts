// If the client cannot open its database or write to it, temporarily or permanently, it says so and advises what to do. The last test opens
// the client over plain http, where browsers offer no service worker.
import { expect, type BrowserContext, type Page } from '@playwright/test';
import { isApi, type FaultProxy } from '../doubles/fault-proxy.ts';
import { logIn, openDevice, signIn } from './device.ts';
import { test } from './fixtures.ts';
import { anUnwatchedTitle, cardOf, markWatched, notices } from './home-page.ts';

const cannotKeepHeading = (page: Page) => page.getByRole('heading', { name: 'This device can’t keep a copy' });
const tryAgainButton = (page: Page) => page.getByRole('button', { name: 'Try again' });

/** Makes every `indexedDB.open` fail with this error. Browsers either throw it (`isThrown`) or report it through the request. */
async function failOpening(context: BrowserContext, failure: { name: string; isThrown: boolean }): Promise<void> {
  await context.addInitScript(({ name, isThrown }) => {
    if (sessionStorage.getItem('is-healed')) return;
    IDBFactory.prototype.open = function open() {
      const error = new DOMException('made by the test', name);
      if (isThrown) throw error;
      const request = Object.assign(new EventTarget(), { error, onerror: null as ((event: Event) => void) | null });
      setTimeout(() => {
        const event = new Event('error', { cancelable: true });
        request.addEventListener('error', (errorEvent) => request.onerror?.(errorEvent));
        request.dispatchEvent(event);
      });
      return request as unknown as IDBOpenDBRequest;
    };
  }, failure);
}

test(
  'the client reports that the database cannot be opened on a full device, with and without a copy, and keeps a waiting change',
  { tag: '@long' },
  async ({ faultProxy: proxy, device, page }) => {
    const message = /There is no space left on this device\./;
    await failOpening(device.context, { name: 'QuotaExceededError', isThrown: false });
    await page.goto(`${proxy.url}/`);
    await expect(cannotKeepHeading(page)).toBeVisible();
    await expect(page.getByText(message)).toBeVisible();
    await page.evaluate(() => sessionStorage.setItem('is-healed', '1'));
    await tryAgainButton(page).click();
    const title = await markWatchedWhileAway(page, proxy);

    await page.evaluate(() => sessionStorage.removeItem('is-healed'));
    await page.reload();
    await expect(page.getByText(message)).toBeVisible();
    await page.evaluate(() => sessionStorage.setItem('is-healed', '1'));
    await tryAgainButton(page).click();
    await expect(cardOf(page, title).getByText('Waiting to sync')).toBeVisible();
  },
);

// tests/unit/upgrades.test.ts covers how each error is classified, and no-storage.spec.ts covers what works without storage.
for (const { name, isThrown } of [
  { name: 'SecurityError', isThrown: true },
  { name: 'InvalidStateError', isThrown: false },
  { name: 'UnknownError', isThrown: false },
]) {
  test(
    `the client works in memory while the browser refuses storage (${name}), and the copy stays unchanged`,
    { tag: '@long' },
    async ({ faultProxy: proxy, device, page }) => {
      await failOpening(device.context, { name, isThrown });
      await page.goto(`${proxy.url}/favicon.svg`);
      await page.evaluate(() => sessionStorage.setItem('is-healed', '1'));
      const title = await markWatchedWhileAway(page, proxy);
      await page.evaluate(() => sessionStorage.removeItem('is-healed'));
      proxy.set({ kind: 'none' });
      await page.reload();
      await expect(page.getByText('Nothing is kept on this device')).toBeVisible();
      await expect(cardOf(page, title)).toBeVisible();
      await expect(cardOf(page, title).getByText('Waiting to sync')).toHaveCount(0);
      proxy.set({ kind: 'reset' }, isApi);
      await page.evaluate(() => sessionStorage.setItem('is-healed', '1'));
      await page.reload();
      await expect(cardOf(page, title).getByText('Waiting to sync')).toBeVisible();
    },
  );
}

async function markWatchedWhileAway(page: Page, proxy: FaultProxy): Promise<string> {
  await signIn(page, proxy.url);
  const title = await anUnwatchedTitle(page);
  proxy.set({ kind: 'reset' }, isApi);
  await markWatched(page, title);
  await expect(cardOf(page, title).getByText('Waiting to sync')).toBeVisible();
  return title;
}

test(
  'the client reports an older version that keeps the database open in another tab, and starts once that tab is closed',
  { tag: '@long' },
  async ({ archive, device, page }) => {
    const olderTab = await device.context.newPage();
    await olderTab.goto(`${archive.url}/favicon.svg`);
    await olderTab.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const openRequest = indexedDB.open('stowaway', 1);
          openRequest.addEventListener('success', () => resolve());
        }),
    );
    await page.goto(`${archive.url}/`);
    await expect(cannotKeepHeading(page)).toBeVisible({ timeout: 30_000 }); // appears five seconds after the start
    await expect(page.getByText(/Another Stowaway tab or window is blocking the copy\./)).toBeVisible();
    await olderTab.close();
    await tryAgainButton(page).click();
    await signIn(page, archive.url);
  },
);

for (const databaseKind of ['registry', 'copy'] as const) {
  test(`the client reports a ${databaseKind} of a newer version, instead of opening the ${databaseKind}`, { tag: '@long' }, async ({ archive, page }) => {
    await signIn(page, archive.url);
    await page.goto(`${archive.url}/favicon.svg`);
    const databaseNames = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''));
    const databaseName =
      databaseNames.find((name) => (databaseKind === 'registry' ? name === 'stowaway' : /^stowaway./.test(name) && name !== 'stowaway-images')) ?? '';
    await page.evaluate(
      (database) =>
        new Promise<void>((resolve) => {
          const openRequest = indexedDB.open(database, 9_990);
          openRequest.addEventListener('upgradeneeded', () => openRequest.result.createObjectStore('of-the-newer-version'));
          openRequest.addEventListener('success', () => {
            openRequest.result.close();
            resolve();
          });
        }),
      databaseName,
    );
    await page.goto(`${archive.url}/`);
    await expect(cannotKeepHeading(page)).toBeVisible();
    await expect(page.getByText(/A newer version of Stowaway has been used on this device\./)).toBeVisible();
  });
}

// CI tests this with scripted answers: tests/component/action-hooks.test.tsx and playlist.test.tsx.
test('the client reports a device that becomes full while browsing, and does not show the failed change', { tag: '@long' }, async ({ archive, page }) => {
  await signIn(page, archive.url);
  const title = await anUnwatchedTitle(page);
  await page.evaluate(() => {
    const throwQuotaError = (): never => {
      throw new DOMException('made by the test', 'QuotaExceededError');
    };
    IDBObjectStore.prototype.add = throwQuotaError;
    IDBObjectStore.prototype.put = throwQuotaError;
  });
  await markWatched(page, title);
  await expect(page.getByText('Not stored: this device is full. Free some space, then try again.')).toBeVisible();
  await expect(cardOf(page, title).getByText('Watched', { exact: true })).toHaveCount(0);
});

test('the client works over plain http on the home network, and says that it stores nothing for offline use', { tag: '@long' }, async ({ archive }) => {
  const device = await openDevice({ flags: [`--host-resolver-rules=MAP archive.home 127.0.0.1`] });
  try {
    const page = device.context.pages()[0] ?? (await device.context.newPage());
    const url = `http://archive.home:${archive.port}`;
    await page.goto(`${url}/`);
    await logIn(page);
    await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await expect(notices(page).getByText('Nothing is kept for offline use at this address.')).toBeVisible();
    await expect(notices(page).getByText('Browsers allow this only over https or on the server itself.')).toBeVisible();
    const title = await anUnwatchedTitle(page);
    await markWatched(page, title);
    await expect(cardOf(page, title).getByText('Watched', { exact: true })).toBeVisible();
    await expect(page.getByText('Waiting to sync')).toHaveCount(0);
    await cardOf(page, title).getByRole('link', { name: title }).click();
    await expect(page.locator('video')).toBeVisible();
  } finally {
    await device.close();
  }
});
