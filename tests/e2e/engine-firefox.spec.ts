// The main journey in another engine: Firefox. docs/engines.md says what differs.
import { expect, type Page } from '@playwright/test';
import { logIn, waitForWorker } from './device.ts';
import { createFirefoxDevice, canDriveFirefox, reportSkippedFirefox } from './firefox-device.ts';
import { test } from './fixtures.ts';
import { anUnwatchedTitle, cardOf, markWatched, recentTitles } from './home-page.ts';
import { positionOnServer, watchedOnServer } from './on-server.ts';

reportSkippedFirefox('the main journey');
const harbourTug = 'Rebuilding a 1962 harbour tug: the engine turns over';

test('the client in Firefox signs in, browses, plays, seeks and marks; it starts without the server and later sends the waiting changes @long', async ({
  archive,
}) => {
  test.skip(!canDriveFirefox);
  test.setTimeout(300_000); // half a minute goes by before an unchanged position is sent
  const device = await createFirefoxDevice();
  try {
    const page = await device.open();
    await test.step('signing in leads home', async () => {
      await page.goto(`${archive.url}/login/`);
      await logIn(page);
      await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible({ timeout: 30_000 });
      await waitForWorker(page);
    });
    await test.step('a video of a channel plays and seeks', async () => {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Channels' }).click();
      await page.getByRole('main').getByRole('link', { name: 'Kettle & Cog' }).first().click();
      await page.getByRole('link', { name: harbourTug }).first().click();
      await expect(page.getByRole('heading', { level: 1, name: harbourTug })).toBeVisible();
      await page.locator('video').evaluate((element) => ((element as HTMLVideoElement).muted = true));
      // Following the link counts as the user's gesture, so the video plays without a press.
      await expect.poll(() => position(page), { timeout: 20_000 }).toBeGreaterThan(0.5);
      await page.getByRole('slider', { name: 'Seek' }).focus();
      for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowRight');
      await expect.poll(() => position(page)).toBeGreaterThan(15);
      // While the video plays, the controls hide until the mouse moves.
      await page.locator('video').hover();
      await page.getByRole('group', { name: 'Player controls' }).getByRole('button', { name: 'Pause', exact: true }).first().click();
      await expect.poll(() => page.locator('video').evaluate((element) => (element as HTMLVideoElement).paused)).toBe(true);
      // Near its end the video would count as watched, and have no position.
      expect(await position(page)).toBeLessThan(75);
    });
    await test.step('the engine has the expected features', async () => {
      const features = await page.evaluate(() => ({
        mediaSession: navigator.mediaSession?.metadata?.title ?? null,
        pictureInPicture: 'requestPictureInPicture' in HTMLVideoElement.prototype,
        remotePlayback: 'remote' in HTMLVideoElement.prototype,
        locks: 'locks' in navigator,
        syncHandles: typeof FileSystemFileHandle === 'function',
      }));
      expect(features).toEqual({ mediaSession: harbourTug, pictureInPicture: true, remotePlayback: false, locks: true, syncHandles: true });
      await expect(page.getByRole('button', { name: 'Picture in picture' }).first()).toBeVisible();
    });
    const waitingTitle = await test.step('a mark reaches the archive', async () => {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
      const markedTitle = await anUnwatchedTitle(page);
      await markWatched(page, markedTitle);
      await expect.poll(() => watchedOnServer(archive.url, markedTitle)).toBe(true);
      return anUnwatchedTitle(page);
    });
    const titlesBefore = await recentTitles(page);
    await device.closeBrowser();
    await archive.kill();

    const reopenedPage = await device.open();
    await test.step('a start without the server shows the copy, and a mark waits', async () => {
      await reopenedPage.goto(`${archive.url}/`);
      await expect(reopenedPage.getByRole('heading', { name: 'Recent Videos' })).toBeVisible({ timeout: 30_000 });
      expect(await recentTitles(reopenedPage)).toEqual(titlesBefore);
      await markWatched(reopenedPage, waitingTitle);
      await expect(cardOf(reopenedPage, waitingTitle).getByText('Waiting to sync')).toBeVisible();
    });
    await test.step('the server comes back, and the mark and the position are sent', async () => {
      await archive.start();
      await expect.poll(() => watchedOnServer(archive.url, waitingTitle), { timeout: 30_000 }).toBe(true);
      await expect(reopenedPage.getByText('Waiting to sync')).toHaveCount(0);
      // A position that no longer changes is sent after half a minute.
      await expect.poll(() => positionOnServer(archive.url, harbourTug), { timeout: 45_000 }).toBeGreaterThan(15);
    });
  } finally {
    await device.remove();
  }
});

function position(page: Page): Promise<number> {
  return page.locator('video').evaluate((element) => (element as HTMLVideoElement).currentTime);
}
