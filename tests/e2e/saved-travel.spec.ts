// A day of travel: packing at home, watching on the train, a portal in the hotel, and home again. In the end server and device agree.
import { expect, type Page } from '@playwright/test';
import { signIn, waitForChunks, waitForWorker } from './device.ts';
import { workerTest as test } from './fixtures.ts';

const isMedia = ({ path }: { path: string }): boolean => /^\/(youtube|media)\/.*\.(mp4|webm)/.test(path);
const channel = { id: 'UCslowHarbourSampleAaa01', name: 'Slow Harbour' };

test('packed videos play without the server on a day of travel, and the marks are sent at home @long', async ({ archive, faultProxy: proxy, page }) => {
  test.setTimeout(180_000);
  await signIn(page, proxy.url);
  await waitForWorker(page);
  const trip = page.getByRole('article', { name: 'Bergen by train' });
  await test.step('at home: five videos are packed', async () => {
    await page.goto(`${proxy.url}/saved/`);
    const packer = page.getByRole('complementary', { name: 'Pack a trip' });
    await packer.getByRole('textbox', { name: 'Name of the trip' }).fill('Bergen by train');
    await packer.getByRole('button', { name: 'Continue watching' }).click();
    await packer.getByRole('button', { name: 'Unwatched, subscribed' }).click();
    await packer.getByRole('button', { name: 'A channel' }).click();
    await packer.getByRole('combobox', { name: 'Which channel?' }).selectOption(channel.name);
    await packer.getByRole('button', { name: 'Pack 5 videos' }).click();
    await expect(trip.getByText('Ready. Good journey.')).toBeVisible({ timeout: 60_000 });
    await waitForChunks(page, 'video-screen', 'saved-screen');
  });

  proxy.set({ kind: 'reset' });
  const packedRows = page.getByRole('region', { name: 'On this device' }).getByRole('article');
  const watchedIds = await test.step('on the train: two videos are marked watched, and a saved video plays', async () => {
    await page.goto(`${proxy.url}/saved/`);
    await expect(packedRows).toHaveCount(5);
    const ids: string[] = [];
    for (const index of [0, 1]) {
      const row = packedRows.nth(index);
      const address = await row.getByRole('link').first().getAttribute('href');
      ids.push(/\/video\/([^/?]+)/.exec(address ?? '')?.[1] ?? '');
      await row.getByRole('button', { name: /^More actions/ }).click();
      await page.getByRole('menuitem', { name: 'Mark watched' }).click();
      await expect(row.getByText('Watched', { exact: true })).toBeVisible();
    }
    await expectPlaysSaved(page, `${proxy.url}/video/${ids[0]}/`);
    return ids;
  });

  await test.step('in the hotel: a captive portal answers everything, and a saved video plays', async () => {
    proxy.set({ kind: 'portal' });
    await expectPlaysSaved(page, `${proxy.url}/video/${watchedIds[1]}/`);
    expect(await watchedOnServer(archive.url, page, watchedIds)).toEqual([false, false]);
  });

  await test.step('home again: the marks are sent automatically, nothing is saved twice, and the trip is unpacked', async () => {
    proxy.forget();
    proxy.set({ kind: 'none' });
    await expect.poll(() => watchedOnServer(archive.url, page, watchedIds), { timeout: 60_000 }).toEqual([true, true]);
    await page.goto(`${proxy.url}/saved/`);
    await expect(packedRows).toHaveCount(5);
    await expect(trip.getByText('Ready. Good journey.')).toBeVisible();
    expect(proxy.seenRequests.filter(isMedia)).toEqual([]);
    await trip.getByRole('button', { name: /^Unpack/ }).click();
    await expect(trip).toBeHidden();
    await expect(packedRows).toHaveCount(0);
  });
});

async function expectPlaysSaved(page: Page, address: string): Promise<void> {
  await page.goto(address);
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState), { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
  expect(await video.evaluate((element: HTMLVideoElement) => new URL(element.currentSrc).pathname)).toMatch(/^\/_saved\//);
  const startSeconds = await video.evaluate(async (element: HTMLVideoElement) => {
    await element.play();
    return element.currentTime;
  });
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(startSeconds + 0.2);
}

/** Returns for each video whether the archive has it as watched. The calls bypass the proxy. */
async function watchedOnServer(url: string, page: Page, videoIds: readonly string[]): Promise<boolean[]> {
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  return Promise.all(
    videoIds.map(async (id) => {
      const answer = await fetch(`${url}/api/video/${id}/`, { headers: { cookie } });
      return ((await answer.json()) as { player: { watched: boolean } }).player.watched;
    }),
  );
}
