import { expect, type Page } from '@playwright/test';
import { apiCaller } from './archive-process.ts';
import { desktop, logIn, signIn, windowSizes } from './device.ts';
import { test } from './fixtures.ts';

for (const [size, viewport] of Object.entries(windowSizes)) {
  test.describe(`on a ${size}`, () => {
    test.use({ windowSize: viewport });

    test(
      'a first visit to home, with a row of Continue Watching, shifts almost nothing already shown',
      { tag: '@long' },
      async ({ archive, faultProxy: proxy, page }) => {
        await apiCaller(archive.url)('/api/video/fogNorthSea/progress/', { method: 'POST', body: { position: 83 } });
        // On a slow network, content arrives in pieces that may push each other.
        proxy.set({ kind: 'delay', ms: 300 }, ({ path }) => /^\/(api|cache)\//.test(path));
        await page.goto(`${proxy.url}/`);
        await logIn(page);
        await expect(page.getByRole('region', { name: 'Recent Videos' }).getByRole('article').first()).toBeVisible();
        await expect(page.getByRole('region', { name: 'Continue Watching' }).getByRole('article').first()).toBeVisible();
        await expectNoShift(page);
      },
    );

    test(
      'a first visit to another page shifts almost nothing that is already shown, and draws the footer only below the content',
      { tag: '@long' },
      async ({ faultProxy: proxy, page }) => {
        proxy.set({ kind: 'delay', ms: 300 }, ({ path }) => /^\/(api|cache)\//.test(path));
        await page.goto(`${proxy.url}/about/`);
        await logIn(page);
        await expect(page.getByRole('contentinfo')).toBeVisible();
        // On a desktop, "More from" in the column beside a video is read after the video and may shift a little.
        for (const [address, limit] of [['/channel/'], ['/settings/user/'], ['/video/fogNorthSea/', 0.04]] as const) {
          await page.goto(proxy.url + address);
          await expect(page.getByRole('contentinfo')).toBeVisible();
          await expectNoShift(page, limit);
        }
      },
    );
  });
}

// CI tests this on a phone, in the test of the page links (screens-home.spec.ts).
test('a reload keeps the scroll position, and a newly opened address starts at its top', { tag: '@long' }, async ({ archive, page }) => {
  await signIn(page, archive.url);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(desktop.height + 400);
  await page.evaluate(() => scrollTo(0, 400));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);
  await page.reload();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);
  await page.goto(`${archive.url}/video/fogNorthSea/`);
  // The page must be tall enough to be scrolled to the former position.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(desktop.height + 400);
  await page.getByRole('heading', { name: 'Similar Videos' }).waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

/** Waits for the fonts and for the images in the window, which could also move the content, and expects almost no shift. */
async function expectNoShift(page: Page, limit = 0.02): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          !document.documentElement.dataset['fonts'] &&
          document.fonts.check('1em "Instrument Sans"') &&
          [...document.images]
            // An image that is hidden at this width may never load.
            .filter((image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight)
            .every(({ complete }) => complete),
      ),
    )
    .toBe(true);
  expect(await layoutShift(page)).toBeLessThanOrEqual(limit);
}

async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
          resolve(shifts.filter(({ hadRecentInput }) => !hadRecentInput).reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 500); // without any entry, nothing has moved
      }),
  );
}
