// Playing from the device: a half-saved video, whose rest comes from the archive, and a completely saved one, which plays on even if the
// service worker that serves it is killed.
import { expect, type Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { aSpreadVideo } from '../builders/spread-video.ts';
import { startFaultProxy, type FaultProxy } from '../doubles/fault-proxy.ts';
import { createArchiveProcess, sampleLibrary } from './archive-process.ts';
import { signIn, waitForChunks, waitForWorker } from './device.ts';
import { test as base } from './fixtures.ts';
import { templateFolder } from './global-setup.ts';

const fog = { id: 'fogNorthSea', title: 'Crossing the North Sea alone, day 3: fog' };
/** Several windows of 8 MiB, and more than the player buffers, because a fully buffered video would play on without the device's copy. */
const videoBytes = 40_000_000;

/** Adds an archive behind a proxy. The archive's fog video is `videoBytes` long. */
const test = base.extend<{ largeVideo: { proxy: FaultProxy; hash: string } }>({
  hasWorker: true,
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of the fixtures from the pattern
  largeVideo: async ({}, use) => {
    const library = await mkdtemp(path.join(os.tmpdir(), 'stowaway-library-'));
    await cp(sampleLibrary, library, { recursive: true, preserveTimestamps: true });
    const name = (await readdir(library, { recursive: true })).find((file) => file.endsWith(`[${fog.id}].mp4`)) ?? '';
    const mediaBytes = aSpreadVideo(await readFile(path.join(library, name)), videoBytes);
    await writeFile(path.join(library, name), mediaBytes);
    const archive = await createArchiveProcess({ template: templateFolder, library });
    await archive.start();
    const proxy = await startFaultProxy({ port: archive.port });
    await use({ proxy, hash: createHash('sha256').update(mediaBytes).digest('hex') });
    await proxy.close();
    await archive.remove();
    await rm(library, { recursive: true, force: true });
  },
});

const isMedia = ({ path: requestPath }: { path: string }): boolean => /^\/(youtube|media)\/.*\.mp4/.test(requestPath);

// tests/unit/saved-answer.test.ts covers the answers to range requests for a half-saved video.
test(
  'a half-saved video plays with and without the archive, and the player reports the end of the saved part',
  { tag: '@long' },
  async ({ largeVideo: { proxy, hash }, page }) => {
    test.setTimeout(120_000);
    await signIn(page, proxy.url);
    await waitForWorker(page);
    await test.step('the connection breaks in the middle of the save', async () => {
      await page.goto(`${proxy.url}/channel/UCslowHarbourSampleAaa01/`);
      // Two windows are saved, and, if the third takes longer than a quarter of a second, also a step of the third.
      proxy.set({ kind: 'hang-after', bytes: 20_000_000 }, isMedia);
      await page.getByRole('button', { name: `Save offline: ${fog.title}` }).click();
      await expect(page.getByRole('button', { name: /^Saving, (41|47) percent/ })).toBeVisible({ timeout: 20_000 });
      proxy.set({ kind: 'reset' }, isMedia);
      proxy.cut();
      await page.getByRole('link', { name: fog.title }).click();
      await expect(page.getByRole('button', { name: /^Paused at (41|47)%/ })).toBeVisible();
      await waitForChunks(page, 'video-screen', 'hosted-player');
      proxy.set({ kind: 'reset' });
    });
    await test.step('without the archive the video plays and seeks in the saved part', async () => {
      await page.reload();
      await playFrom(page, 60);
      expect(await sourcePath(page)).toBe('/_saved/fogNorthSea/original/1');
      await expect(page.getByText('Plays from this device', { exact: true })).toBeHidden();
      await playFrom(page, 10);
    });
    await test.step('the end of the saved part is reported, and the saved part plays on', async () => {
      await seek(page, 150);
      await expect(page.getByRole('status').getByText('The rest is not on this device')).toBeVisible();
      await page.getByRole('slider', { name: 'Seek' }).press('Home');
      await expect
        .poll(() => evaluateVideo(page, ({ currentTime, paused }) => !paused && currentTime > 0.5 && currentTime < 60), { timeout: 20_000 })
        .toBe(true);
    });
    await test.step('with the archive the rest is fetched without a gap, and the copy becomes complete', async () => {
      proxy.set({ kind: 'none' });
      await playFrom(page, 150);
      await expect(page.getByText('Plays from this device', { exact: true })).toBeVisible({ timeout: 30_000 });
      expect(await sourcePath(page)).toBe('/_saved/fogNorthSea/original/1');
      expect(await hashOfRanges(page, '/_saved/fogNorthSea/original/1')).toBe(hash);
    });
  },
);

test(
  'fifty seeks in a saved video request nothing from the archive, and the video plays on after a kill of the service worker',
  { tag: '@long' },
  async ({ largeVideo: { proxy }, page }) => {
    test.setTimeout(120_000);
    await saveAndPlay(page, proxy);
    await test.step('fifty seeks request nothing', async () => {
      proxy.forget();
      for (let index = 0; index < 50; index += 1) await seek(page, (index * 71) % 185);
      expect(proxy.seenRequests.filter(isMedia)).toEqual([]);
    });
    await test.step('the video plays on after a kill of the service worker', async () => {
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('ServiceWorker.enable');
      await devtools.send('ServiceWorker.stopAllWorkers');
      await playFrom(page, 20);
      expect(proxy.seenRequests.filter(isMedia)).toEqual([]);
    });
  },
);

test('a copy removed while it plays is deleted when playback ends', { tag: '@long' }, async ({ largeVideo: { proxy }, page }) => {
  test.setTimeout(120_000);
  await saveAndPlay(page, proxy);
  await page
    .getByRole('button', { name: /^Saved/ })
    .and(page.locator('[aria-haspopup]'))
    .click();
  await page.getByRole('menuitem', { name: 'Remove from device' }).click();
  await expect(page.getByText('Removed from this device.')).toBeVisible();
  await expect(page.getByText('Removed from this device.')).toBeHidden({ timeout: 15_000 });
  proxy.forget();
  await playFrom(page, 170);
  expect(proxy.seenRequests.filter(isMedia)).toEqual([]);
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await page.getByRole('button', { name: 'Close the player' }).click();
  await expect.poll(() => page.evaluate(async (address) => (await fetch(address)).status, '/_saved/fogNorthSea/original/1')).toBe(404);
});

async function saveAndPlay(page: Page, proxy: FaultProxy): Promise<void> {
  await signIn(page, proxy.url);
  await waitForWorker(page);
  await page.goto(`${proxy.url}/channel/UCslowHarbourSampleAaa01/`);
  await page.getByRole('button', { name: `Save offline: ${fog.title}` }).click();
  await expect(page.getByRole('button', { name: `Saved on this device: ${fog.title}` })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: fog.title }).click();
  await playFrom(page, 1);
  await expect(page.getByText('Plays from this device', { exact: true })).toBeVisible();
  expect(await sourcePath(page)).toBe('/_saved/fogNorthSea/original/1');
}

/** Plays from this position, and waits until the video has advanced beyond it. */
async function playFrom(page: Page, seconds: number): Promise<void> {
  await expect.poll(() => evaluateVideo(page, ({ readyState }) => readyState), { timeout: 20_000 }).toBeGreaterThanOrEqual(1);
  await evaluateVideo(
    page,
    (element, startSeconds) => {
      element.currentTime = startSeconds;
      void element.play();
    },
    seconds,
  );
  await expect
    .poll(() => evaluateVideo(page, (element, startSeconds) => element.currentTime > startSeconds + 0.2 && element.currentTime < startSeconds + 30, seconds), {
      timeout: 20_000,
    })
    .toBe(true);
}

/** Resolves once the video shows the picture at this position, waits for data, or fails. */
function seek(page: Page, seconds: number): Promise<void> {
  return evaluateVideo(
    page,
    (element, targetSeconds) =>
      new Promise<void>((resolve) => {
        for (const name of ['seeked', 'waiting', 'error']) element.addEventListener(name, () => resolve(), { once: true });
        element.currentTime = targetSeconds;
      }),
    seconds,
  );
}

function sourcePath(page: Page): Promise<string> {
  return evaluateVideo(page, (element) => new URL(element.currentSrc).pathname);
}

function evaluateVideo<Value, Argument>(
  page: Page,
  read: (element: HTMLVideoElement, argument: Argument) => Value | Promise<Value>,
  argument?: Argument,
): Promise<Value> {
  return page.locator('video').evaluate(read as never, argument as never) as Promise<Value>;
}

/** Returns the hash of all bytes, which it requests as one open-ended range after another, as a player does. */
function hashOfRanges(page: Page, address: string): Promise<string> {
  return page.evaluate(async (url) => {
    const bodies: ArrayBuffer[] = [];
    for (let offset = 0, total = 1; offset < total; offset += bodies.at(-1)?.byteLength ?? total) {
      const answer = await fetch(url, { headers: { range: `bytes=${offset}-` } });
      total = Number(answer.headers.get('content-range')?.split('/')[1]);
      bodies.push(await answer.arrayBuffer());
    }
    const hash = await crypto.subtle.digest('SHA-256', await new Blob(bodies).arrayBuffer());
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
  }, address);
}
