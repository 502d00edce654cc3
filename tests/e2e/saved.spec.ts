// Whole videos on the device: saved from a card, played without the archive, gone when they are removed.
import { expect, type Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { sampleLibrary } from './archive-process.ts';
import { signIn, waitForParts, waitForWorker } from './device.ts';
import { test } from './fixtures.ts';

test.use({ hasWorker: true });

const fog = { id: 'fogNorthSea', title: 'Crossing the North Sea alone, day 3: fog' };

test('a video that is saved from its card plays byte for byte with the server stopped, after a restart of the browser', async ({ archive, device, page }) => {
  test.setTimeout(120_000);
  await signIn(page, archive.url);
  await waitForWorker(page);
  await test.step('the disc keeps it', async () => {
    await page.goto(`${archive.url}/channel/UCslowHarbourSampleAaa01/`);
    await page.getByRole('button', { name: `Save offline: ${fog.title}` }).click();
    await expect(page.getByRole('status').getByText(`Saving ${fog.title}`)).toBeVisible();
    await expect(page.getByRole('button', { name: `Saved on this device: ${fog.title}` })).toBeVisible({ timeout: 30_000 });
    await waitForParts(page, 'video-screen');
  });
  const again = await test.step('the server stops, and the browser starts anew', async () => {
    await archive.kill();
    const context = await device.reopen();
    return context.pages()[0] ?? (await context.newPage());
  });
  await test.step('its page and its film are there', async () => {
    await again.goto(`${archive.url}/video/${fog.id}/`);
    await expect(again.getByRole('heading', { level: 1, name: fog.title })).toBeVisible();
    await expect.poll(() => film(again, (element) => element.readyState), { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
    expect(await film(again, (element) => new URL(element.currentSrc).pathname)).toMatch(/^\/_saved\/fogNorthSea\/original\/1$/);
    await film(again, async (element) => {
      element.currentTime = 150;
      await element.play();
    });
    await expect.poll(() => film(again, (element) => element.currentTime)).toBeGreaterThan(150.5);
  });
  await test.step('every byte is the archive’s', async () => {
    const played = await again.evaluate(async (address) => {
      const bytes = await (await fetch(address)).arrayBuffer();
      const hash = await crypto.subtle.digest('SHA-256', bytes);
      return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
    }, `/_saved/${fog.id}/original/1`);
    expect(played).toBe(
      createHash('sha256')
        .update(await readFile(await fileOf(fog.id)))
        .digest('hex'),
    );
  });
});

function film<Value>(page: Page, read: (element: HTMLVideoElement) => Value | Promise<Value>): Promise<Value> {
  return page.locator('video').evaluate(read as (element: SVGElement | HTMLElement) => Value | Promise<Value>);
}

async function fileOf(videoId: string): Promise<string> {
  const names = await readdir(sampleLibrary, { recursive: true });
  const name = names.find((one) => one.endsWith(`[${videoId}].mp4`));
  if (name === undefined) throw new Error(`the sample library has no ${videoId}`);
  return path.join(sampleLibrary, name);
}
