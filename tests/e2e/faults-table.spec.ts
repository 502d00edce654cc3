// Network faults, at a start with a copy, at a start without one, and while browsing. The client explains the fault, keeps what it shows,
// and recovers by itself when the fault ends.
import { expect, type Page } from '@playwright/test';
import { isApi, type Fault } from '../doubles/fault-proxy.ts';
import { signIn, waitForWorker } from './device.ts';
import { test, workerTest } from './fixtures.ts';
import { anUnwatchedTitle, cardOf, markWatched, notices, recentTitles } from './home-page.ts';

interface Case {
  fault: Fault;
  /** The text of the banner over a copy. */
  bannerText: RegExp;
  /** The text on the login page, under 'Waiting for backend'. */
  loginPageText: RegExp;
}

const awayText = /^Your server isn’t answering\. This is your copy from/;
const retryText = /^Trying again every second\./;

const cases: Record<string, Case> = {
  'a gateway’s page with status 502': { fault: { kind: 'bad-gateway' }, bannerText: awayText, loginPageText: retryText },
  'a request that hangs': { fault: { kind: 'hang' }, bannerText: awayText, loginPageText: retryText },
  'a connection that is reset': { fault: { kind: 'reset' }, bannerText: awayText, loginPageText: retryText },
  'an answer that is cut off': { fault: { kind: 'truncate' }, bannerText: awayText, loginPageText: retryText },
  'a captive portal’s page with status 200': {
    fault: { kind: 'portal' },
    bannerText: /^This Wi-Fi wants you to sign in first\.$/,
    loginPageText: /This Wi-Fi wants you to sign in first\./,
  },
};

/**
 * The time of two pings, each of which fails after 4 s (docs/architecture.md, The connection), and time to spare on a busy machine. A
 * hanging read gives up only after 20 s.
 */
const noticeTimeoutMs = 15_000;

for (const [name, { fault, bannerText, loginPageText }] of Object.entries(cases)) {
  // CI runs only one of these tests, a start without a copy behind the portal, because the client recognises a portal immediately, and by
  // more than its status code. In CI, story.spec.ts tests a start with a copy, and tests/unit/sw-*.test.ts what the worker refuses to store.
  const tags = fault.kind === 'portal' ? {} : { tag: '@long' };
  workerTest(`${name}: a start with a copy shows the list and reports the fault`, { tag: '@long' }, async ({ faultProxy: proxy, page }) => {
    await signIn(page, proxy.url);
    await waitForWorker(page);
    const titlesBefore = await recentTitles(page);
    proxy.set(fault);
    await page.reload({ waitUntil: 'commit' });
    // The list is shown before anything is known of the archive. The bench measures how soon.
    expect(await recentTitles(page)).toEqual(titlesBefore);
    await expect(notices(page).getByText(bannerText)).toBeVisible({ timeout: noticeTimeoutMs });
    expect(new URL(page.url()).pathname).toBe('/');
    await expectNoForeignTexts(page);
    proxy.set({ kind: 'none' });
    await expect(notices(page).getByText(bannerText)).toHaveCount(0, { timeout: 15_000 });
    expect(await recentTitles(page)).toEqual(titlesBefore);
  });

  test(`${name}: a start without a copy says what it is waiting for, and continues by itself`, tags, async ({ faultProxy: proxy, page }) => {
    proxy.set(fault, isApi);
    await page.goto(`${proxy.url}/`);
    await expect(page.getByText('Waiting for backend', { exact: true })).toBeVisible({ timeout: noticeTimeoutMs });
    await expect(page.getByText(loginPageText)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toHaveCount(0);
    await expectNoForeignTexts(page);
    proxy.set({ kind: 'none' });
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible({ timeout: 15_000 });
    await signIn(page, proxy.url);
  });

  test(`${name}: while browsing, a notice appears, a change waits, and mirrored pages open`, { tag: '@long' }, async ({ faultProxy: proxy, page }) => {
    await signIn(page, proxy.url);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Channels' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    const titlesBefore = await recentTitles(page);
    const title = await anUnwatchedTitle(page);
    proxy.set(fault, isApi);
    await markWatched(page, title);
    await expect(cardOf(page, title).getByText('Watched', { exact: true })).toBeVisible();
    await expect(notices(page).getByText(bannerText)).toBeVisible({ timeout: noticeTimeoutMs });
    await expect(cardOf(page, title).getByText('Waiting to sync')).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Channels' }).click();
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    expect(await recentTitles(page)).toEqual(titlesBefore);
    await expectNoForeignTexts(page);
    proxy.set({ kind: 'none' });
    await expect(notices(page).getByText('Back online. 1 change sent.')).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('Waiting to sync')).toHaveCount(0);
  });
}

test('the page explains a read that hangs, and shows the result when the server is back', { tag: '@long' }, async ({ faultProxy: proxy, page }) => {
  // Requests for channels hang from the start, so that the list of channels is not on the device.
  proxy.set({ kind: 'hang' }, ({ path }) => path.startsWith('/api/channel/'));
  await signIn(page, proxy.url);
  proxy.set({ kind: 'hang' }, isApi);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Channels' }).click();
  const explanation = page.getByText(/not on this device yet|From this device, may be incomplete/);
  await expect(explanation).toBeVisible({ timeout: noticeTimeoutMs });
  await expect(notices(page).getByText(awayText)).toBeVisible();
  proxy.set({ kind: 'none' });
  // A hanging ping fails after 4 s, and the next ping follows at most 5 s later. The read itself would give up only after 20 s.
  await expect(explanation).toHaveCount(0, { timeout: 14_000 });
  await expect(page.getByRole('article').first()).toBeVisible();
});

// CI tests this without a browser: tests/unit/pull.test.ts.
test('after a restart of the server, the page requests its data again without a reload', { tag: '@long' }, async ({ archive, faultProxy: proxy, page }) => {
  await signIn(page, proxy.url);
  const title = await anUnwatchedTitle(page);
  // The code that the page loads while it is idle. Without a worker it cannot be loaded once the server is stopped.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''));
  await archive.stop();
  // X-Start-Timestamp has steps of ten seconds, so the new process has to start in another step.
  const timestampStep = Math.floor(Date.now() / 10_000);
  await expect.poll(() => Math.floor(Date.now() / 10_000), { timeout: 15_000 }).toBeGreaterThan(timestampStep);
  // Before the start, because a ping of the client may reveal the restart as soon as the server answers.
  proxy.forget();
  await archive.start();
  // A mark alone requests no list; its answer, if no ping did so before, reveals the restart.
  await markWatched(page, title);
  await expect.poll(() => proxy.seenRequests.filter(({ path }) => path.startsWith('/api/video/?')).length).toBeGreaterThan(0);
  await expect(page.locator('html[data-same-document]')).toHaveCount(1);
  await expect(cardOf(page, title).getByText('Watched', { exact: true })).toBeVisible();
});

/** Searches everything this device has stored for words of the portal or the gateway. */
async function expectNoForeignTexts(page: Page): Promise<void> {
  const foreignPlaces = await page.evaluate(async () => {
    const places: string[] = [];
    const isForeign = (text: string): boolean => /Sign in to use this Wi-Fi|502 Bad Gateway/.test(text);
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const text = await (await cache.match(request))?.text();
        if (isForeign(text ?? '')) places.push(`${name} ${request.url}`);
      }
    }
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const openRequest = indexedDB.open(name ?? '');
        openRequest.addEventListener('success', () => resolve(openRequest.result));
        openRequest.addEventListener('error', () => reject(openRequest.error ?? new Error('not opened')));
      });
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown>((resolve, reject) => {
          const readRequest = database.transaction(store).objectStore(store).getAll();
          readRequest.addEventListener('success', () => resolve(readRequest.result));
          readRequest.addEventListener('error', () => reject(readRequest.error ?? new Error('not read')));
        });
        if (isForeign(JSON.stringify(rows))) places.push(`${name} ${store}`);
      }
      database.close();
    }
    return places;
  });
  expect(foreignPlaces).toEqual([]);
}
