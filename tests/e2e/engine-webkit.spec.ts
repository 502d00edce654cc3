// The main journey in another engine: WebKitGTK. docs/engines.md lists the differences.
import { expect } from '@playwright/test';
import { credentials } from './archive-process.ts';
import { test } from './fixtures.ts';
import { positionOnServer, watchedOnServer } from './on-server.ts';
import { arrowRight, createWebkitDevice, canDriveWebkit, reportSkippedWebkit, type WebkitPage } from './webkit-device.ts';

reportSkippedWebkit('the main journey');
/** WebKitGTK is slow without a graphics processor. */
const longTimeout = { timeout: 60_000 };
const harbourTug = 'Rebuilding a 1962 harbour tug: the engine turns over';

test('the client in WebKitGTK signs in, browses, plays, seeks and marks; it starts without the server and later sends the waiting changes @long', async ({
  archive,
}) => {
  test.skip(!canDriveWebkit);
  test.setTimeout(400_000); // half a minute goes by before an unchanged position is sent
  const device = await createWebkitDevice();
  try {
    const page = await device.open();
    await test.step('signing in leads home', async () => {
      await page.goto(`${archive.url}/login/`);
      await page.type('//input[@name="username"]', credentials.username);
      await page.type('//input[@name="password"]', credentials.password);
      await page.click('//button[normalize-space()="Log in"]');
      await expect.poll(() => recentTitles(page), longTimeout).not.toEqual([]);
      await page.run('await navigator.serviceWorker.ready');
    });
    await test.step('a video of a channel plays and seeks', async () => {
      await page.click('//nav[@aria-label="Main"]//a[normalize-space()="Channels"]');
      await page.click('//main//a[normalize-space()="Kettle & Cog"]');
      await page.click(`//main//h3//a[starts-with(normalize-space(), "${harbourTug}")]`);
      await expect.poll(() => page.run('return document.querySelector("h1")?.textContent ?? ""'), longTimeout).toContain(harbourTug);
      await expect.poll(() => playedSeconds(page), longTimeout).toBeGreaterThan(0.5);
      const seekSlider = '//*[@role="slider" and @aria-label="Seek"] | //input[@type="range" and @aria-label="Seek"]';
      for (let press = 0; press < 4; press += 1) await page.type(seekSlider, arrowRight);
      await expect.poll(() => position(page), longTimeout).toBeGreaterThan(15);
      await page.run('document.querySelector("video").pause()');
    });
    await test.step('the engine has the expected features', async () => {
      const features = await page.run(`return {
        mediaSession: navigator.mediaSession?.metadata?.title ?? null,
        pictureInPicture: document.pictureInPictureEnabled ?? false,
        locks: 'locks' in navigator,
      }`);
      expect(features).toEqual({ mediaSession: harbourTug, pictureInPicture: false, locks: true });
    });
    const [markedTitle = '', waitingTitle = ''] = await test.step('a mark reaches the archive', async () => {
      await page.click('//nav[@aria-label="Main"]//a[normalize-space()="Home"]');
      await expect.poll(() => recentTitles(page), longTimeout).not.toEqual([]);
      const titles = await unwatchedTitles(page);
      await markWatched(page, titles[0] ?? '');
      await expect.poll(() => watchedOnServer(archive.url, titles[0] ?? ''), longTimeout).toBe(true);
      return titles;
    });
    expect(markedTitle).not.toBe(waitingTitle);
    const titlesBefore = await recentTitles(page);
    await device.closeBrowser();
    await archive.kill();

    const reopenedPage = await device.open();
    await test.step('a start without the server shows the copy, and a mark waits', async () => {
      await reopenedPage.goto(`${archive.url}/`);
      await expect.poll(() => recentTitles(reopenedPage), longTimeout).toEqual(titlesBefore);
      await markWatched(reopenedPage, waitingTitle);
      await expect.poll(() => countWaitingTags(reopenedPage), longTimeout).toBeGreaterThan(0);
    });
    await test.step('the server comes back, and the mark and the position are sent', async () => {
      await archive.start();
      await expect.poll(() => watchedOnServer(archive.url, waitingTitle), longTimeout).toBe(true);
      await expect.poll(() => countWaitingTags(reopenedPage), longTimeout).toBe(0);
      // A position that no longer changes is sent after half a minute.
      await expect.poll(() => positionOnServer(archive.url, harbourTug), { timeout: 45_000 }).toBeGreaterThan(15);
    });
  } finally {
    await device.remove();
  }
});

/** Plays without sound, even if the engine has not counted the press on the link as a gesture, and returns the position; 0 until it plays. */
const playedSeconds = (page: WebkitPage): Promise<number> =>
  page.run(`
    const video = document.querySelector('video');
    if (!video) return 0;
    video.muted = true;
    if (video.paused) await video.play().catch(() => undefined); // fails if the source is replaced meanwhile; the poll calls it again
    return video.currentTime`);
const position = (page: WebkitPage): Promise<number> => page.run('return document.querySelector("video").currentTime');
const countWaitingTags = (page: WebkitPage): Promise<number> =>
  page.run(
    'return [...document.querySelectorAll("article *")].filter((node) => node.childElementCount === 0 && node.textContent === "Waiting to sync").length',
  );

/** Returns the titles in page order; none until the list is drawn. */
function recentTitles(page: WebkitPage): Promise<string[]> {
  return page.run(`
    const heading = [...document.querySelectorAll('h2')].find((element) => element.textContent.startsWith('Recent Videos'));
    return [...(heading?.closest('section')?.querySelectorAll('h3 a') ?? [])].map((link) => link.firstChild.textContent)`);
}

/** Returns the unwatched titles of Recent Videos, without the first title of the list. */
async function unwatchedTitles(page: WebkitPage): Promise<string[]> {
  const titles = await recentTitles(page);
  const watchedTitles = await page.run<string[]>(`
    return [...document.querySelectorAll('article')]
      .filter((card) => [...card.querySelectorAll('*')].some((node) => node.textContent === 'Watched'))
      .map((card) => card.querySelector('h3 a')?.firstChild.textContent ?? '')`);
  return titles.slice(1).filter((title) => !watchedTitles.includes(title));
}

async function markWatched(page: WebkitPage, title: string): Promise<void> {
  await page.click(`(//button[@aria-label="More actions for ${title}"])[last()]`);
  await page.click('//*[@role="menuitem" and normalize-space()="Mark watched"]');
}
