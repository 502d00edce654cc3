import { expect, type Page } from '@playwright/test';
import { newVersionMark, startDeployProxy } from '../doubles/deploy-proxy.ts';
import { signIn, waitForWorker, type Device } from './device.ts';
import { errorTexts } from '../../src/texts/errors.ts';
import { test } from './fixtures.ts';

test.use({ hasWorker: true });

const updatePrompt = (page: Page) => page.getByText('A new version is ready.');
const newDocument = (page: Page) => page.locator(`html[${newVersionMark}]`);

test('a new version is offered, and installed with one press', { tag: '@long' }, async ({ archive, page }) => {
  const proxy = await startDeployProxy(archive);
  await signIn(page, proxy.url);
  await waitForWorker(page);
  proxy.deploy();
  await lookForUpdate(page);
  await expect(updatePrompt(page)).toBeVisible();
  await expect(page.getByText('Reloads in a blink, keeps your place.')).toBeVisible();
  await expect(newDocument(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(newDocument(page)).toHaveCount(1);
  await expect(updatePrompt(page)).toHaveCount(0);
  await proxy.close();
});

test('a new version takes over automatically when the only tab is reloaded', { tag: '@long' }, async ({ archive, page }) => {
  const proxy = await startDeployProxy(archive);
  await signIn(page, proxy.url);
  await waitForWorker(page);
  proxy.deploy();
  await lookForUpdate(page);
  await expect(updatePrompt(page)).toBeVisible();
  await page.reload();
  await expect(newDocument(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
  await expect(updatePrompt(page)).toHaveCount(0);
  await proxy.close();
});

test('a reload keeps the old version and the prompt while another tab is open', { tag: '@long' }, async ({ archive, device, page }) => {
  const proxy = await startDeployProxy(archive);
  await signIn(page, proxy.url);
  await waitForWorker(page);
  const otherTab = await device.context.newPage();
  await otherTab.goto(`${proxy.url}/`);
  await waitForWorker(otherTab);
  proxy.deploy();
  await lookForUpdate(page);
  await expect(updatePrompt(page)).toBeVisible();
  await page.reload();
  await expect(updatePrompt(page)).toBeVisible();
  await expect(newDocument(page)).toHaveCount(0);
  await proxy.close();
});

test('a screen whose chunk is gone after a deploy opens after one reload', { tag: '@long' }, async ({ archive, device, page }) => {
  const proxy = await startDeployProxy(archive);
  await signIn(page, proxy.url);
  await waitForWorker(page);
  await forgetChunks(device, page);
  let loadCount = 0;
  page.on('load', () => (loadCount += 1));
  proxy.deploy({ lost: /\/assets\/dev-screen-.*\.js/, lostFor: 'old' });
  await goWithoutLoading(page, '/_dev');
  await expect(newDocument(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1, name: 'What this device knows' })).toBeVisible();
  expect(loadCount).toBe(1);
  await proxy.close();
});

test('a screen whose chunk stays missing reloads once and then reports the failure', { tag: '@long' }, async ({ archive, device, page }) => {
  const proxy = await startDeployProxy(archive);
  await signIn(page, proxy.url);
  await waitForWorker(page);
  await forgetChunks(device, page);
  let loadCount = 0;
  page.on('load', () => (loadCount += 1));
  proxy.deploy({ lost: /\/assets\/dev-screen-.*\.js/, lostFor: 'both' });
  await goWithoutLoading(page, '/_dev');
  await expect.poll(() => loadCount).toBe(1);
  await expect(newDocument(page)).toHaveCount(1);
  await expect(page.getByText(errorTexts.chunkMissing)).toBeVisible();
  expect(loadCount).toBe(1);
  await proxy.close();
});

async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
}

/** Opens a screen that no link leads to, within the same document. */
async function goWithoutLoading(page: Page, path: string): Promise<void> {
  await page.evaluate((targetPath) => {
    history.pushState(null, '', targetPath);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/**
 * Leaves only the shell cached, as on a device that has not been idle yet. Waits for the prefetch first, because a chunk is prefetched only
 * once.
 */
async function forgetChunks(device: Device, page: Page): Promise<void> {
  const isChunkCached = (): Promise<boolean> =>
    page.evaluate(async () =>
      (await (await caches.open('stowaway-chunks')).keys()).some(({ url }) => url.includes('/assets/dev-screen-') && url.endsWith('.js')),
    );
  await expect.poll(isChunkCached, { timeout: 30_000 }).toBe(true);
  await page.evaluate(() => caches.delete('stowaway-chunks'));
  await (await device.context.newCDPSession(page)).send('Network.clearBrowserCache');
}
