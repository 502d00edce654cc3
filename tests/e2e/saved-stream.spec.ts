// A video in a container that browsers cannot open: the archive generates a stream, which can be saved and plays without the archive.
import { expect } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { signIn, waitForChunks, waitForWorker } from './device.ts';
import { workerTest as test } from './fixtures.ts';

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).error === undefined;
if (!hasFfmpeg) console.log('Skipped: saving a stream, since ffmpeg is not installed.');
const videoId = 'harbourTug1';

test('a stream of segments is saved completely, and plays and seeks with the server stopped @long', async ({ deletableArchive: archive, device, page }) => {
  test.skip(!hasFfmpeg);
  test.setTimeout(120_000);
  await archive.stop();
  const folder = path.join(archive.libraryFolder, 'Kettle & Cog');
  const file = path.join(folder, readdirSync(folder).find((name) => name.endsWith(`[${videoId}].mp4`)) ?? '');
  spawnSync('ffmpeg', ['-loglevel', 'error', '-i', file, '-c', 'copy', file.replace(/mp4$/, 'flv')]);
  rmSync(file);
  await archive.start();
  await archive.waitForImport();
  await signIn(page, archive.url);
  await waitForWorker(page);
  await page.goto(`${archive.url}/video/${videoId}/`);
  await page.getByRole('button', { name: 'Save offline' }).first().click();
  await expect(page.getByRole('button', { name: /^Saved/ }).first()).toBeVisible({ timeout: 60_000 });
  await waitForChunks(page, 'video-screen');
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('stowaway-chunks')).keys()).some(({ url }) => url.includes('/assets/hls-'))))
    .toBe(true);
  await archive.kill();

  const context = await device.reopen();
  const reopenedPage = context.pages()[0] ?? (await context.newPage());
  await reopenedPage.goto(`${archive.url}/video/${videoId}/`);
  const video = reopenedPage.locator('video');
  const readVideo = <Value>(readElement: (element: HTMLVideoElement) => Value | Promise<Value>): Promise<Value> =>
    video.evaluate(readElement as (element: SVGElement | HTMLElement) => Value | Promise<Value>);
  await expect.poll(() => readVideo((element) => element.readyState), { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
  expect(await readVideo((element) => element.currentSrc)).toMatch(/^blob:/);
  await readVideo(async (element) => {
    element.currentTime = element.duration - 3;
    await element.play();
  });
  await expect.poll(() => readVideo((element) => element.currentTime > element.duration - 2.5)).toBe(true);
});
