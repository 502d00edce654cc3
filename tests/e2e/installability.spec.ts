import { expect } from '@playwright/test';
import { signIn, waitForScreens, waitForWorker } from './device.ts';
import { test } from './fixtures.ts';

test('Chromium finds nothing that keeps the client from being installed', async ({ archive, device, page }) => {
  await signIn(page, archive.url);
  await waitForWorker(page);
  const devtools = await device.context.newCDPSession(page);
  const { errors: manifestErrors, url } = (await devtools.send('Page.getAppManifest')) as { errors: unknown[]; url: string };
  expect(url).toBe(`${archive.url}/manifest.webmanifest`);
  expect(manifestErrors).toEqual([]);
  await expect.poll(async () => (await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
});

test('the manifest is asked for with credentials, and its icons and shortcuts are there', async ({ archive, page }) => {
  await signIn(page, archive.url);
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('crossorigin', 'use-credentials');
  const manifest = (await (await page.request.get(`${archive.url}/manifest.webmanifest`)).json()) as {
    icons: { src: string; type: string; purpose: string }[];
    shortcuts: { url: string; name: string }[];
  };
  expect(manifest.icons.map((icon) => icon.purpose)).toContain('maskable');
  for (const icon of manifest.icons) {
    const answer = await page.request.get(archive.url + icon.src);
    expect(answer.status(), icon.src).toBe(200);
    expect(answer.headers()['content-type']).toBe(icon.type);
  }
  for (const shortcut of manifest.shortcuts) {
    await page.goto(archive.url + shortcut.url);
    await expect(page.getByRole('heading', { level: 1, name: shortcut.name })).toBeVisible();
  }
});

test('the whole client starts with the server stopped, also screens that were never opened', async ({ archive, page }) => {
  await signIn(page, archive.url);
  await waitForWorker(page);
  // the parts of the other screens are fetched when the page is idle
  await waitForScreens(page);
  await archive.stop();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
  await page.goto(`${archive.url}/channel/`);
  await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible();
});

test('media never pass through the worker', { tag: '@long' }, async ({ archive, page }) => {
  await signIn(page, archive.url);
  await waitForWorker(page);
  await page.reload();
  const fromWorker: string[] = [];
  page.on('response', (answer) => {
    if (answer.fromServiceWorker()) fromWorker.push(new URL(answer.url()).pathname);
  });
  const mediaUrl = await page.evaluate(async () => ((await (await fetch('/api/video/')).json()) as { data: { media_url: string }[] }).data[0]?.media_url ?? '');
  await page.evaluate(async (url) => void (await fetch(url, { headers: { range: 'bytes=0-99' } })), mediaUrl);
  await page.goto(`${archive.url}/`);
  expect(mediaUrl).toMatch(/^\/(youtube|media)\//);
  expect(fromWorker).toContain('/');
  expect(fromWorker.filter((path) => /^\/(youtube|media|api)\//.test(path))).toEqual([]);
});
