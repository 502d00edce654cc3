// The promise of the whole client: what was seen stays, and what is done without the archive waits and is sent automatically.
import { expect, type Page } from '@playwright/test';
import type { ArchiveProcess } from './archive-process.ts';
import { desktop, phone, signIn, waitForWorker, type Device } from './device.ts';
import { test } from './fixtures.ts';
import { anUnwatchedTitle, cardOf, markWatched, notices, recentTitles } from './home-page.ts';
import { positionOnServer, watchedOnServer } from './on-server.ts';

test.use({ hasWorker: true });

const harbourTug = 'Rebuilding a 1962 harbour tug: the engine turns over';

/** How the archive goes away and comes back. Only a stopped server leaves `navigator.onLine` true. */
const absences = {
  'the server is stopped': {
    leave: (archive: ArchiveProcess, _device: Device) => archive.kill(),
    return: (archive: ArchiveProcess, _device: Device) => archive.start(),
  },
  'the network is cut': {
    leave: (_archive: ArchiveProcess, device: Device) => device.context.setOffline(true),
    return: (_archive: ArchiveProcess, device: Device) => device.context.setOffline(false),
  },
};

for (const [absence, { leave, return: comeBack }] of Object.entries(absences)) {
  for (const [size, viewport] of Object.entries({ phone, desktop })) {
    test.describe(`on a ${size}`, () => {
      test.use({ windowSize: viewport });

      // CI tests one absence at one size; tests/unit/reachability.test.ts tests what a browser without a network reports.
      const tags = absence === 'the server is stopped' && size === 'phone' ? {} : { tag: '@long' };
      test(`when ${absence}, lists, pictures and positions are there, and marks wait and are sent automatically`, tags, async ({ archive, device, page }) => {
        test.setTimeout(120_000);
        const shownTitles = await test.step('with the archive: pictures, a position, Continue Watching', async () => {
          await signIn(page, archive.url);
          await expectPicturesDrawn(page);

          await openChannel(page, 'Kettle & Cog');
          await page.getByRole('link', { name: harbourTug }).first().click();
          await playTo(page, 20);
          await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
          await expect(page.getByRole('heading', { name: 'Continue Watching' })).toBeVisible();
          await waitForWorker(page);
          await expectPicturesDrawn(page);
          return recentTitles(page);
        });
        const reopenedPage = await test.step('the archive goes away, and the browser is restarted', async () => {
          await leave(archive, device);
          const context = await device.reopen();
          if (absence === 'the network is cut') await context.setOffline(true);
          const openedPage = context.pages()[0] ?? (await context.newPage());
          await openedPage.goto(`${archive.url}/`);
          return openedPage;
        });
        await test.step('what was viewed before is there', async () => {
          await expect(reopenedPage.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
          expect.soft(await recentTitles(reopenedPage)).toEqual(shownTitles);
          await expectPicturesDrawn(reopenedPage);
          await expect.soft(reopenedPage.getByRole('heading', { name: 'Continue Watching' })).toBeVisible();
          await expect.soft(reopenedPage.getByRole('region', { name: 'Notices' }).getByText(/This is your copy from/)).toBeVisible();
        });

        const markedTitle = (await recentTitles(reopenedPage))[1] ?? '';
        await test.step('a mark waits', async () => {
          await markWatched(reopenedPage, markedTitle);
          await expect(cardOf(reopenedPage, markedTitle).getByText('Waiting to sync')).toBeVisible();
          await expect(cardOf(reopenedPage, markedTitle).getByText('Watched', { exact: true })).toBeVisible();
        });
        await test.step('a channel that was visited before opens', async () => {
          await reopenedPage.goto(`${archive.url}/channel/`);
          await expect(reopenedPage.getByRole('heading', { name: 'Channels', level: 1 })).toBeVisible();
          await openChannel(reopenedPage, 'Kettle & Cog');
          await expect(reopenedPage.getByRole('link', { name: harbourTug }).first()).toBeVisible();
        });
        await test.step('the archive comes back, and the mark and the position are sent', async () => {
          await comeBack(archive, device);
          await expect.poll(() => watchedOnServer(archive.url, markedTitle), { timeout: 30_000 }).toBe(true);
          await reopenedPage.goto(`${archive.url}/`);
          await expect(cardOf(reopenedPage, markedTitle).getByText('Watched', { exact: true })).toBeVisible();
          await expect(reopenedPage.getByText('Waiting to sync')).toHaveCount(0);
          // A position stored between the moments at which positions are sent (SPEC §9) is sent automatically after half a minute.
          await expect.poll(() => positionOnServer(archive.url, harbourTug), { timeout: 45_000 }).toBeGreaterThanOrEqual(20);
        });
      });
    });
  }
}

test('a mark survives a kill of the tab right after the tap', { tag: '@long' }, async ({ archive, device, page }) => {
  await signIn(page, archive.url);
  await waitForWorker(page);
  const title = (await recentTitles(page))[1] ?? '';
  await archive.kill();
  await markWatched(page, title);
  // A change is shown only once it is stored, so the tab may be killed now.
  await expect(cardOf(page, title).getByText('Watched', { exact: true })).toBeVisible();
  const crashEvent = page.waitForEvent('crash');
  void page.goto('chrome://crash').catch(() => undefined); // never resolves, because the tab is gone
  await crashEvent;
  const reopenedPage = await device.context.newPage();
  await reopenedPage.goto(`${archive.url}/`);
  await expect(cardOf(reopenedPage, title).getByText('Waiting to sync')).toBeVisible();
  await archive.start();
  await expect.poll(() => watchedOnServer(archive.url, title), { timeout: 30_000 }).toBe(true);
});

test.describe('without a service worker', () => {
  test.use({ hasWorker: false });

  test('a change shows in two tabs, and is sent once', async ({ faultProxy: proxy, device, page }) => {
    await signIn(page, proxy.url);
    const secondTab = await device.context.newPage();
    await secondTab.goto(`${proxy.url}/`);
    await expect(secondTab.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
    const title = (await recentTitles(page))[1] ?? '';
    proxy.forget();
    await markWatched(page, title);
    await expect(cardOf(secondTab, title).getByText('Watched', { exact: true })).toBeVisible();
    await expect.poll(() => watchedOnServer(proxy.url, title)).toBe(true);
    await expect(page.getByText('Waiting to sync')).toHaveCount(0);
    expect(proxy.seenRequests.filter(({ method, path }) => method === 'POST' && path === '/api/watched/')).toHaveLength(1);
  });
});

// CI tests the parts of this test in faults-table.spec.ts, tests/unit/shell-sync.test.ts and tests/unit/sw-app-shell.test.ts.
test('behind a captive portal the copy stays, and a change waits until the portal is gone', { tag: '@long' }, async ({ faultProxy: proxy, archive, page }) => {
  await signIn(page, proxy.url);
  await waitForWorker(page);
  const titlesBefore = await recentTitles(page);
  proxy.set({ kind: 'portal' });
  await page.reload();
  await expect(page.getByText('This Wi-Fi wants you to sign in first.')).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => recentTitles(page)).toEqual(titlesBefore);
  const title = titlesBefore[1] ?? '';
  await markWatched(page, title);
  await expect(cardOf(page, title).getByText('Waiting to sync')).toBeVisible();
  expect(await watchedOnServer(archive.url, title)).toBe(false);
  proxy.set({ kind: 'none' });
  await expect.poll(() => watchedOnServer(archive.url, title), { timeout: 30_000 }).toBe(true);
  await expect(page.getByText('Waiting to sync')).toHaveCount(0);
});

test(
  'behind a proxy’s sign-in page the copy stays; the notice links past the worker to that page, and the waiting change is sent after the sign-in',
  { tag: '@long' },
  async ({ faultProxy: proxy, archive, page }) => {
    await signIn(page, proxy.url);
    await waitForWorker(page);
    const titlesBefore = await recentTitles(page);
    proxy.set({ kind: 'sign-in' });
    await page.reload();
    const banner = notices(page);
    await expect(banner.getByText('Your server is behind a sign-in page.')).toBeVisible();
    await expect.poll(() => recentTitles(page)).toEqual(titlesBefore);
    const title = await anUnwatchedTitle(page);
    await markWatched(page, title);
    await expect(cardOf(page, title).getByText('Waiting to sync')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');

    await banner.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Enter' }).click();
    await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
    await expect.poll(() => watchedOnServer(archive.url, title)).toBe(true);
    await expect(banner.getByText('Your server is behind a sign-in page.')).toHaveCount(0);
    // After a reload, the page is served by the worker again.
    expect(new URL(page.url()).search).toBe('');
    proxy.set({ kind: 'reset' });
    await page.reload();
    await expect.poll(() => recentTitles(page)).toEqual(titlesBefore);
  },
);

async function openChannel(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Channels' });
  await link.click();
  await page.getByRole('article').getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

/** Seeks with the timeline's keys, plays, and leaves the video paused soon after `seconds`. */
async function playTo(page: Page, seconds: number): Promise<void> {
  const video = page.locator('video');
  await expect(video).toBeVisible();
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThanOrEqual(1);
  await page
    .getByRole('slider', { name: /Seek|Position/ })
    .first()
    .focus();
  for (let soughtSeconds = 0; soughtSeconds < seconds; soughtSeconds += 5) await page.keyboard.press('ArrowRight');
  await video.evaluate(async (element: HTMLVideoElement) => element.play());
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(seconds);
  await video.evaluate((element: HTMLVideoElement) => element.pause());
}

/** Expects every visible picture to be drawn. */
async function expectPicturesDrawn(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const visibleImages = [...document.querySelectorAll<HTMLImageElement>('article img')].filter((image) => {
          const { top, bottom } = image.getBoundingClientRect();
          return bottom > 0 && top < innerHeight;
        });
        return visibleImages.length > 0 && visibleImages.every((image) => image.complete && image.naturalWidth > 0);
      }),
    )
    .toBe(true);
}
