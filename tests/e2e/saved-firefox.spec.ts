// Saving in another engine: Firefox.
import { expect } from '@playwright/test';
import { logIn, waitForWorker } from './device.ts';
import { createFirefoxDevice, canDriveFirefox, reportSkippedFirefox } from './firefox-device.ts';
import { disc, expectSameBytes, fog, mebibyte, openChannel, refetchedBytes, test, waitUntilSaved, windowBytes } from './large-video-test.ts';

reportSkippedFirefox('saving');

test('a saved video plays in Firefox after a restart of the browser, with the server stopped @long', async ({ archive }) => {
  test.skip(!canDriveFirefox);
  test.setTimeout(180_000);
  const device = await createFirefoxDevice();
  try {
    const page = await device.open();
    await page.goto(`${archive.url}/login/`);
    await logIn(page);
    await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible({ timeout: 30_000 });
    await waitForWorker(page);
    await page.goto(`${archive.url}/video/${fog.id}/`);
    await page.getByRole('button', { name: 'Save offline', exact: true }).first().click();
    await expect(page.getByRole('button', { name: /^Saved / }).first()).toBeVisible({ timeout: 60_000 });
    await device.closeBrowser();
    await archive.kill();

    const reopenedPage = await device.open();
    await reopenedPage.goto(`${archive.url}/video/${fog.id}/`);
    await expect(reopenedPage.getByRole('heading', { level: 1, name: fog.title })).toBeVisible({ timeout: 30_000 });
    const readVideo = <Value>(readElement: (element: HTMLVideoElement) => Value | Promise<Value>): Promise<Value> =>
      reopenedPage.locator('video').evaluate(readElement as (element: SVGElement | HTMLElement) => Value | Promise<Value>);
    await expect.poll(() => readVideo((element) => element.readyState), { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
    expect(await readVideo((element) => new URL(element.currentSrc).pathname)).toBe(`/_saved/${fog.id}/original/1`);
    await readVideo(async (element) => {
      element.muted = true;
      element.currentTime = 150;
      await element.play();
    });
    await expect.poll(() => readVideo((element) => element.currentTime), { timeout: 20_000 }).toBeGreaterThan(150.5);
  } finally {
    await device.remove();
  }
});

test.describe('a video that takes some seconds to save', { tag: '@long' }, () => {
  const totalBytes = 48 * mebibyte;
  test.use({ videoBytes: totalBytes });

  test('is saved in Firefox despite a kill of the browser, which costs at most 8 MiB', async ({ largeVideo, mediaProxy: proxy }) => {
    test.skip(!canDriveFirefox);
    test.setTimeout(180_000);
    const device = await createFirefoxDevice();
    try {
      const page = await device.open();
      proxy.bytesPerSecond = 3 * mebibyte; // slow enough for a busy machine to keep up
      await openChannel(page, proxy.url);
      await disc(page, /^Save offline/).click();
      await expect.poll(() => proxy.requests[0]?.sentBytes ?? 0, { timeout: 60_000, intervals: [20] }).toBeGreaterThan(totalBytes * 0.4);
      await device.kill();

      proxy.bytesPerSecond = null;
      const reopenedPage = await device.open();
      await openChannel(reopenedPage, proxy.url);
      await waitUntilSaved(reopenedPage, 90_000);
      expect(proxy.requests).toHaveLength(2);
      expect(Math.max(...refetchedBytes(proxy))).toBeLessThanOrEqual(windowBytes);
      await expectSameBytes(reopenedPage, largeVideo.file);
    } finally {
      await device.remove();
    }
  });
});
