// What the service worker caches, what it never caches, and what it leaves to the network.
import { expect, type Page } from '@playwright/test';
import { newVersionMark, startDeployProxy } from '../doubles/deploy-proxy.ts';
import { credentials } from './archive-process.ts';
import { openDevice, signIn, waitForChunks, waitForWorker } from './device.ts';
import { test } from './fixtures.ts';
import { recentTitles } from './home-page.ts';

test.use({ hasWorker: true });

const chunkCount = (page: Page) => page.evaluate(async () => (await (await caches.open('stowaway-chunks')).keys()).length);

/** Returns every response in the caches whose names start with `prefix`. */
function cachedResponses(page: Page, prefix: string): Promise<{ cache: string; path: string; type: string; status: number }[]> {
  return page.evaluate(async (nameStart) => {
    const responses = [];
    for (const cache of (await caches.keys()).filter((name) => name.startsWith(nameStart))) {
      const openCache = await caches.open(cache);
      for (const request of await openCache.keys()) {
        const answer = await openCache.match(request);
        responses.push({ cache, path: new URL(request.url).pathname, type: answer?.headers.get('content-type') ?? '', status: answer?.status ?? 0 });
      }
    }
    return responses;
  }, prefix);
}

test('the precache contains only the shell, and HTML is stored only as index.html', { tag: '@long' }, async ({ archive, page }) => {
  await signIn(page, archive.url);
  await waitForWorker(page);
  const shell = await cachedResponses(page, 'stowaway-shell');
  const paths = shell.map(({ path }) => path);
  expect(paths).toContain('/index.html');
  expect(paths.filter((path) => /screen|hls|player/.test(path))).toEqual([]);
  expect(paths.filter((path) => /^\/(api|cache|media|youtube)\//.test(path))).toEqual([]);
  for (const { path, type, status } of shell) {
    expect(status, path).toBe(200);
    expect(type.includes('text/html'), path).toBe(path === '/index.html');
  }
});

// CI tests this in first-screen.spec.ts.
test('after an idle moment, unvisited screens open with the server stopped: the channels and a video', { tag: '@long' }, async ({ archive, page }) => {
  await signIn(page, archive.url);
  await waitForWorker(page);
  await waitForChunks(page, 'channels-screen', 'video-screen');
  const title = (await recentTitles(page))[0] ?? '';
  await archive.stop();
  await page.getByRole('article').getByRole('link', { name: title }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.goto(`${archive.url}/channel/`);
  await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible();
});

test(
  'after a visit to only the home page, its second page and the channels open with the server stopped',
  { tag: '@long' },
  async ({ archive, faultProxy: proxy }) => {
    const device = await openDevice({ isPrefetchOn: true });
    try {
      const page = await device.context.newPage();
      await signIn(page, proxy.url);
      await waitForWorker(page);
      const wasRequested = (part: string) => proxy.seenRequests.some(({ path }) => path.startsWith('/api/') && path.includes(part));
      await waitForChunks(page, 'channels-screen');
      for (const part of ['&page=2', '/api/channel/?', '/aggs/']) await expect.poll(() => wasRequested(part), { timeout: 30_000 }).toBe(true);
      await archive.stop();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Channels' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible();
      await expect(page.getByRole('article')).toHaveCount(6);
      await page.goto(`${proxy.url}/?page=2`);
      await expect(page.getByRole('article').first()).toBeVisible();
      await expect(page.getByText('Not on this device')).toHaveCount(0);
    } finally {
      await device.close();
    }
  },
);

// CI tests this without a browser: tests/unit/sw-routes.test.ts.
test('the worker never answers an address of the server with the client’s page', { tag: '@long' }, async ({ archive, page }) => {
  await signIn(page, archive.url);
  await waitForWorker(page);
  await page.reload();
  const addresses = ['/api/ping/', '/admin/', '/media/none.mp4', '/youtube/none/none.mp4', '/cache/none.jpg', '/_saved/none', '/assets/none.js'];
  for (const address of addresses) {
    const answer = await page.goto(archive.url + address);
    expect(answer?.fromServiceWorker(), address).toBe(false);
    await expect(page.getByRole('navigation', { name: 'Main' }), address).toHaveCount(0);
  }
  const channelsAnswer = await page.goto(`${archive.url}/channel/`);
  expect(channelsAnswer?.fromServiceWorker()).toBe(true);
});

test(
  'the worker stores only real pictures, in the cache of their archive, and never a portal’s page',
  { tag: '@long' },
  async ({ faultProxy: proxy, page }) => {
    const isPicture = ({ path }: { path: string }): boolean => path.startsWith('/cache/');
    // The fault is set before the first request. Otherwise a real picture could be stored already, or still be loading when the page
    // requests it again.
    proxy.set({ kind: 'portal' }, isPicture);
    await signIn(page, proxy.url);
    await waitForWorker(page);
    proxy.forget();
    await page.reload();
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect.poll(() => proxy.seenRequests.filter(isPicture).length).toBeGreaterThan(0);
    await page.waitForLoadState('networkidle');
    expect(await cachedResponses(page, 'stowaway-images-')).toEqual([]);
    proxy.set({ kind: 'none' });
    await page.reload();
    await expect.poll(async () => (await cachedResponses(page, 'stowaway-images-')).length).toBeGreaterThan(3);
    const archiveId = (await page.request.get(`${proxy.url}/api/ping/`)).headers()['x-archive-id'] ?? '';
    expect(archiveId).not.toBe('');
    for (const picture of await cachedResponses(page, 'stowaway-images-')) {
      expect(picture.cache).toBe(`stowaway-images-${archiveId}`);
      expect(picture.status).toBe(200);
      expect(picture.type).toMatch(/^image\//);
    }
  },
);

test('on a first start, the worker learns which archive it serves, although the worker starts after the first content', async ({ archive, page }) => {
  const loginAnswer = await page.request.post(`${archive.url}/api/user/login/`, { data: { ...credentials, remember_me: 'on' } });
  expect(loginAnswer.status()).toBe(204);
  // The person is signed in already and the device is empty, so the worker does not yet control the document that shows the first list.
  await page.goto(`${archive.url}/`);
  await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
  await waitForWorker(page);
  await expect.poll(() => chunkCount(page)).toBeGreaterThan(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Channels' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  const archiveId = (await page.request.get(`${archive.url}/api/ping/`)).headers()['x-archive-id'] ?? '';
  await page.evaluate(() => fetch(document.querySelector<HTMLImageElement>('article img')?.src ?? ''));
  await expect.poll(async () => (await cachedResponses(page, `stowaway-images-${archiveId}`)).length).toBeGreaterThan(0);
  expect(await cachedResponses(page, 'stowaway-images-unnamed')).toEqual([]);
});

test('the worker refuses HTML with status 200 in place of a script, and does not store it', { tag: '@long' }, async ({ faultProxy: proxy, page }) => {
  proxy.set({ kind: 'portal' }, ({ path }) => /^\/assets\/(channels-screen|sheets).*\.js$/.test(path));
  await signIn(page, proxy.url);
  // Waits until the worker is active, because a reload would wait for a worker that is being installed.
  await waitForWorker(page);
  // A chunk that fails while it is prefetched changes nothing. One that the user opens makes the page reload, once.
  await page.keyboard.press('?');
  await page.waitForFunction(() => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).type === 'reload');
  await waitForWorker(page);
  // The sheet could not be loaded; the page behind it stays intact.
  await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('status').getByText('This part of the app did not load. Try again later.')).toBeVisible();
  await expect(page).toHaveURL(`${proxy.url}/`);
  await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
  proxy.set({ kind: 'portal' }, ({ path }) => /^\/assets\/channels-screen.*\.js$/.test(path));
  // In some browsers (Chromium 150), a module that has failed once fails again in the same document, so the page is reloaded.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Channels' }).click();
  await expect(page.getByRole('alert').getByRole('heading', { name: 'Oops' })).toBeVisible();
  expect((await cachedResponses(page, 'stowaway-')).filter(({ path, type }) => path.endsWith('.js') && type.includes('html'))).toEqual([]);
  proxy.set({ kind: 'none' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible();
});

test('a new version is offered only once the playing video is paused', { tag: '@long' }, async ({ archive, page }) => {
  const proxy = await startDeployProxy(archive);
  await signIn(page, proxy.url);
  await waitForWorker(page);
  const title = (await recentTitles(page))[0] ?? '';
  await page.getByRole('article').getByRole('link', { name: title }).first().click();
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThanOrEqual(1);
  await video.evaluate((element: HTMLVideoElement) => {
    element.loop = true;
    return element.play();
  });
  proxy.deploy();
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await expect.poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))).toBe(true);
  await expect(page.getByText('A new version is ready.')).toHaveCount(0);
  await expect(page.locator(`html[${newVersionMark}]`)).toHaveCount(0);
  await video.evaluate((element: HTMLVideoElement) => element.pause());
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  await proxy.close();
});
