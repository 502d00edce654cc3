import { expect } from '@playwright/test';
import { fullChromiumOnPath } from '../../scripts/test/chromium-on-path.mjs';
import { openDevice, signIn, waitForWorker } from './device.ts';
import { test } from './fixtures.ts';

test.use({ hasWorker: true });

const fullChromiumPath = fullChromiumOnPath();
if (fullChromiumPath === null) console.log('Skipped: Chromium’s own check whether the client can be installed, since only its headless shell is there.');
else
  test('Chromium reports nothing that prevents installing the client', { tag: '@long' }, async ({ archive }) => {
    const device = await openDevice({ executablePath: fullChromiumPath });
    try {
      const page = device.context.pages()[0] ?? (await device.context.newPage());
      const devtools = await device.context.newCDPSession(page);
      const readErrors = async (): Promise<unknown[]> => (await devtools.send('Page.getInstallabilityErrors')).installabilityErrors;
      // /admin/ cannot be installed. A browser that finds every page installable would prove nothing below.
      await page.goto(`${archive.url}/admin/`);
      await expect.poll(readErrors).not.toEqual([]);
      await signIn(page, archive.url);
      await waitForWorker(page);
      const { errors: manifestErrors, url } = (await devtools.send('Page.getAppManifest')) as { errors: unknown[]; url: string };
      expect(url).toBe(`${archive.url}/manifest.webmanifest`);
      expect(manifestErrors).toEqual([]);
      await expect.poll(readErrors).toEqual([]);
    } finally {
      await device.close();
    }
  });

test(
  'the page requests the manifest with credentials, and every icon, screenshot and shortcut of the manifest exists',
  { tag: '@long' },
  async ({ archive, device, page }) => {
    await signIn(page, archive.url);
    await expect(page.locator('link[rel=manifest]')).toHaveAttribute('crossorigin', 'use-credentials');
    const manifest = (await (await page.request.get(`${archive.url}/manifest.webmanifest`)).json()) as {
      name: string;
      start_url: string;
      display: string;
      icons: { src: string; type: string; sizes: string; purpose: string }[];
      screenshots: { src: string; type: string }[];
      shortcuts: { url: string; name: string }[];
    };
    // What browsers require of a client before they offer to install it.
    expect(manifest).toMatchObject({ name: 'Stowaway', start_url: '/', display: 'standalone' });
    expect(manifest.icons.filter(({ type }) => type === 'image/png').map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
    const devtools = await device.context.newCDPSession(page);
    expect(((await devtools.send('Page.getAppManifest')) as { errors: unknown[] }).errors).toEqual([]);
    expect(manifest.icons.map((icon) => icon.purpose)).toContain('maskable');
    for (const icon of [...manifest.icons, ...manifest.screenshots]) {
      const answer = await page.request.get(archive.url + icon.src);
      expect(answer.status(), icon.src).toBe(200);
      expect(answer.headers()['content-type']).toBe(icon.type);
    }
    for (const shortcut of manifest.shortcuts) {
      await page.goto(archive.url + shortcut.url);
      const heading = shortcut.url.startsWith('/saved/') ? 'Saved' : shortcut.name; // trips are packed on the Saved page
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    }
  },
);

test('requests for media and the API bypass the worker', { tag: '@long' }, async ({ archive, page }) => {
  await signIn(page, archive.url);
  await waitForWorker(page);
  await page.reload();
  const workerPaths: string[] = [];
  page.on('response', (answer) => {
    if (answer.fromServiceWorker()) workerPaths.push(new URL(answer.url()).pathname);
  });
  const mediaUrl = await page.evaluate(async () => ((await (await fetch('/api/video/')).json()) as { data: { media_url: string }[] }).data[0]?.media_url ?? '');
  await page.evaluate(async (url) => void (await fetch(url, { headers: { range: 'bytes=0-99' } })), mediaUrl);
  await page.goto(`${archive.url}/`);
  expect(mediaUrl).toMatch(/^\/(youtube|media)\//);
  expect(workerPaths).toContain('/');
  expect(workerPaths.filter((path) => /^\/(youtube|media|api)\//.test(path))).toEqual([]);
});
