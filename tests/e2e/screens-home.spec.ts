// Home (SPEC §2 "General behaviour", "Home"; §4 watched).
import { expect, type Locator, type Page } from '@playwright/test';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { goOnline, goOffline } from './go-offline.ts';
import { createArchiveProcess, sampleLibrary, apiCaller, type ArchiveProcess } from './archive-process.ts';
import { phone, signIn, windowSizes } from './device.ts';
import { test } from './fixtures.ts';
import { templateFolder } from './global-setup.ts';
import { anUnwatchedTitle, cardOf, markWatched, recentTitles } from './home-page.ts';
import { chooseFrom, chooseView, countRendered, tools } from './list-tools.ts';
import { expectQuotedText } from './quoted-texts.ts';

const pageLinks = (page: Page): Locator => page.getByRole('navigation', { name: 'Pages' });
const homeHeading = (page: Page): Locator => page.getByRole('heading', { name: 'Recent Videos' });

interface ListedVideo {
  title: string;
  youtube_id: string;
}

async function listOf(url: string, search: string): Promise<ListedVideo[]> {
  const call = apiCaller(url);
  return ((await (await call(`/api/video/?${search}`)).json()) as { data: ListedVideo[] }).data;
}

async function setPageSize(url: string, pageSize: number): Promise<void> {
  const call = apiCaller(url);
  const answer = await call('/api/user/me/', { method: 'POST', body: { page_size: pageSize } });
  expect(answer.status).toBe(200);
}

test('a first visit requests home’s data while the bundle is still loading, and requests nothing twice', async ({ archive, page }) => {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) paths.push(pathname + search);
  });
  let release = (): void => {};
  const whenReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/first-.*\.js$/, (route) => whenReleased.then(() => route.continue()));
  const whenShown = signIn(page, archive.url);
  await expect.poll(() => paths.length).toBe(6);
  release();
  await whenShown;
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(paths.slice(0, 6).toSorted()).toEqual(
    [
      '/api/appsettings/config/',
      '/api/ping/',
      '/api/user/account/',
      '/api/user/me/',
      '/api/video/?sort=published&order=desc&page=1',
      '/api/video/?watch=continue',
    ].toSorted(),
  );
  for (const path of paths.slice(0, 6))
    expect(
      paths.filter((other) => other === path),
      path,
    ).toHaveLength(1);
});

for (const [size, viewport] of Object.entries(windowSizes)) {
  test.describe(`on a ${size}`, () => {
    test.use({ windowSize: viewport });

    test('Recent Videos follow the archive’s order; Continue Watching appears with the first progress', { tag: '@long' }, async ({ archive, page }) => {
      await signIn(page, archive.url);
      const newestVideos = await listOf(archive.url, 'sort=published&order=desc&page_size=12');
      await expect.poll(() => recentTitles(page)).toEqual(newestVideos.map(({ title }) => title));
      await expect(page.getByRole('heading', { name: 'Continue Watching' })).toHaveCount(0);
      await page.goto(`${archive.url}/video/fogNorthSea/?t=83`);
      const video = page.locator('video');
      await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThanOrEqual(2);
      await video.evaluate((element: HTMLVideoElement) => element.play());
      await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(85);
      await video.evaluate((element: HTMLVideoElement) => element.pause());
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
      const row = page.getByRole('region', { name: 'Continue Watching' });
      await expect(row.getByRole('link', { name: 'Crossing the North Sea alone, day 3: fog' }).filter({ visible: true }).first()).toBeVisible();
      // A finished video leaves the row.
      await markWatched(page, 'Crossing the North Sea alone, day 3: fog');
      await expect(page.getByRole('heading', { name: 'Continue Watching' })).toHaveCount(0);
    });

    test('page links lead to the top of a page; Back and a reload restore the scroll position', { tag: '@long' }, async ({ archive, page }) => {
      await setPageSize(archive.url, 9);
      await signIn(page, archive.url);
      const firstPageTitles = await recentTitles(page);
      expect(firstPageTitles).toHaveLength(9);
      const link = pageLinks(page).getByRole('link', { name: 'Page 2' });
      await link.scrollIntoViewIfNeeded();
      // Records the scroll position at the click, because the page may first scroll the link clear of the tab bar.
      await page.evaluate(() => addEventListener('click', () => (document.documentElement.dataset['place'] = String(scrollY)), { capture: true, once: true }));
      await link.click();
      const scrollTop = Number(await page.locator('html').getAttribute('data-place'));
      expect(scrollTop).toBeGreaterThan(100);
      await expect(page).toHaveURL(`${archive.url}/?page=2`);
      await expectQuotedText('Page N', pageLinks(page).getByText('Page 2', { exact: true }));
      expect(await page.evaluate(() => scrollY)).toBe(0);
      const secondPageTitles = await recentTitles(page);
      expect(secondPageTitles.filter((title) => firstPageTitles.includes(title))).toEqual([]);
      await page.goBack();
      await expect.poll(() => recentTitles(page)).toEqual(firstPageTitles);
      await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - scrollTop)).toBeLessThan(50);
      await page.reload();
      await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - scrollTop)).toBeLessThan(50);
      await page.goForward();
      await expect.poll(() => recentTitles(page)).toEqual(secondPageTitles);
      await pageLinks(page).getByRole('link', { name: /^Last/ }).click();
      await expect(page).toHaveURL(`${archive.url}/?page=3`);
      await expect(pageLinks(page).getByRole('link', { name: /^Last/ })).toHaveCount(0);
      await expect.poll(() => recentTitles(page)).toHaveLength(6);
      await pageLinks(page).getByRole('link', { name: 'First' }).click();
      await expect(page).toHaveURL(`${archive.url}/`);
      await expect.poll(() => recentTitles(page)).toEqual(firstPageTitles);
      await page.evaluate(() => scrollTo(0, 300));
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
      await page.goto(`${archive.url}/?page=2`); // a typed address, not a followed link
      await expect.poll(() => recentTitles(page)).toEqual(secondPageTitles);
      expect(await page.evaluate(() => scrollY)).toBe(0);
    });
  });
}

test('home requests its first pictures before the tools of the list', { tag: '@long' }, async ({ archive, page }) => {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  const indexOfPath = (start: string): number => paths.findIndex((path) => path.startsWith(start));
  await signIn(page, archive.url);
  await expect.poll(() => indexOfPath('/assets/list-tools-')).toBeGreaterThan(-1);
  expect(indexOfPath('/cache/videos/')).toBeGreaterThan(-1);
  expect(indexOfPath('/cache/videos/')).toBeLessThan(indexOfPath('/assets/list-tools-'));
});

// CI checks this with scripted answers: tests/component/home.test.tsx.
test('a mark shows on the card and reaches the archive, and Undo reverts the mark in both places', { tag: '@long' }, async ({ archive, page }) => {
  await signIn(page, archive.url);
  const title = await anUnwatchedTitle(page);
  const isWatched = async (): Promise<boolean> => (await listOf(archive.url, 'watch=watched&page_size=100')).some((video) => video.title === title);
  await markWatched(page, title);
  await expect(cardOf(page, title).getByText('Watched', { exact: true })).toBeVisible();
  await expect.poll(isWatched).toBe(true);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(cardOf(page, title).getByText('Watched', { exact: true })).toHaveCount(0);
  await expect.poll(isWatched).toBe(false);
  await page.reload();
  await expect(homeHeading(page)).toBeVisible();
  await expect(cardOf(page, title).getByText('Watched', { exact: true })).toHaveCount(0);
});

// CI tests this without a browser: tests/unit/mutations.test.ts.
test('Undo of a sent mark restores the position that the mark deleted in the archive', { tag: '@long' }, async ({ archive, page }) => {
  const call = apiCaller(archive.url);
  await call('/api/video/harbourTug1/progress/', { method: 'POST', body: { position: 42 } });
  const readPlayer = async (): Promise<{ watched: boolean; position?: number }> =>
    ((await (await call('/api/video/harbourTug1/')).json()) as { player: { watched: boolean; position?: number } }).player;
  await page.goto(`${archive.url}/`);
  await signIn(page, archive.url);
  await page.getByRole('region', { name: 'Continue Watching' }).getByRole('button', { name: 'Mark watched' }).filter({ visible: true }).first().click();
  await expect.poll(async () => (await readPlayer()).watched).toBe(true);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await readPlayer()).watched).toBe(false);
  await expect.poll(async () => (await readPlayer()).position).toBe(42);
  await expect(page.getByRole('heading', { name: 'Continue Watching' })).toBeVisible();
});

const configOf = async (url: string): Promise<Record<string, unknown>> => (await (await apiCaller(url)('/api/user/me/')).json()) as Record<string, unknown>;

test(
  'filters and view belong to the account, query the archive, survive a reload, and work while the archive is away',
  { tag: '@long' },
  async ({ archive, faultProxy: proxy, page }) => {
    await setPageSize(archive.url, 9);
    await signIn(page, proxy.url);
    await tools(page).getByText('Shorts', { exact: true }).click();
    const shorts = await listOf(archive.url, 'type=shorts&sort=published&order=desc&page_size=100');
    await expect.poll(() => recentTitles(page)).toEqual(shorts.map(({ title }) => title));
    await tools(page).getByText('All', { exact: true }).click();
    await chooseFrom(page, /^Sorted by Published/, 'Duration');
    await chooseFrom(page, /^Sorted by Duration/, 'Ascending');
    const videosByDuration = await listOf(archive.url, 'sort=duration&order=asc&page_size=9');
    await expect.poll(() => recentTitles(page)).toEqual(videosByDuration.map(({ title }) => title));
    await chooseFrom(page, /^Height/, '720p');
    await expect(page).toHaveURL(`${proxy.url}/?height=720`);
    await chooseFrom(page, /^Height/, 'Any height');
    await tools(page).getByRole('button', { name: 'More columns' }).click();
    await chooseView(page, 'List');
    await expect
      .poll(() => configOf(archive.url))
      .toMatchObject({ sort_by: 'duration', sort_order: 'asc', grid_items: 4, view_style_home: 'list', vid_type_filter: null });
    await expect(page.getByRole('button', { name: /^Up to date/ })).toBeVisible();
    // While a radio has the focus, the arrow keys turn no page.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await expect(page).toHaveURL(`${proxy.url}/`);
    await page.getByRole('heading', { name: 'Recent Videos' }).click();
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(`${proxy.url}/?page=2`);
    await page.reload();
    await expect(tools(page).getByRole('button', { name: 'Sorted by Duration, ascending' })).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();

    await goOffline(proxy, page);
    // Opens a list that the device never requested, from a page other than the first.
    await chooseFrom(page, /^Sorted by Duration/, 'Likes');
    await expect(page).toHaveURL(`${proxy.url}/`);
    await expect(page.getByText('From this device, may be incomplete.')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(9);
    await chooseFrom(page, /^Watched/, 'Watched');
    await expect(page.getByRole('heading', { name: 'Not on this device' })).toBeVisible();
    await chooseFrom(page, /^Watched/, 'Any status');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Last/ }).click();
    await expect(page.getByText('From this device, may be incomplete.')).toBeVisible();
    await goOnline(proxy, page);
    await expect.poll(() => configOf(archive.url), { timeout: 20_000 }).toMatchObject({ sort_by: 'likes', hide_watched: null });
  },
);

test.describe('with a finger', () => {
  test.use({ windowSize: phone });

  test('on a phone the filters have chips and a sheet, the table fits, and a long press selects', { tag: '@long' }, async ({ archive, page }) => {
    await signIn(page, archive.url);
    const titles = await recentTitles(page);
    const [firstTitle = '', secondTitle = ''] = titles;
    await tools(page).getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('dialog').getByRole('radiogroup', { name: 'View' }).getByTitle('Table').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('row')).toHaveCount(titles.length + 1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.getByRole('columnheader', { name: 'Duration' }).getByRole('button').click();
    await expect(page.getByRole('columnheader', { name: 'Duration' })).toHaveAttribute('aria-sort', 'descending');
    await tools(page).getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('dialog').getByRole('radiogroup', { name: 'View' }).getByTitle('Grid').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Published' }).click();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => recentTitles(page)).toEqual(titles);

    await tools(page).getByRole('button', { name: 'Unwatched' }).click();
    await expect(tools(page).getByRole('button', { name: 'Remove filter Unwatched' })).toBeVisible();
    await tools(page).getByRole('button', { name: 'Remove filter Unwatched' }).click();

    const cardBox = await cardOf(page, firstTitle).boundingBox();
    if (!cardBox) throw new Error('the first card is not there');
    const devtools = await page.context().newCDPSession(page);
    const touchPoints = [{ x: cardBox.x + cardBox.width / 2, y: cardBox.y + 40 }];
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await expect(page.getByRole('group', { name: 'Selection' })).toBeVisible();
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(page.getByText('1 selected')).toBeVisible();
    await page.getByRole('checkbox', { name: secondTitle }).check();
    await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Mark watched' }).click();
    await expect(page.getByText('Marked 2 videos watched.')).toBeVisible();
    await expect(page).toHaveURL(`${archive.url}/`);
  });
});

// CI checks this with scripted answers: tests/component/home.test.tsx.
test(
  'a person selects videos, also as a range, marks them together and reverts the marks; Escape ends the selection, and deleting asks first',
  { tag: '@long' },
  async ({ page }) => {
    // Deleting removes the files, so the library is a copy.
    const library = await mkdtemp(path.join(os.tmpdir(), 'stowaway-library-'));
    await cp(sampleLibrary, library, { recursive: true, preserveTimestamps: true });
    const archive = await createArchiveProcess({ template: templateFolder, library });
    await archive.start();
    try {
      await selectAndDelete(archive, page);
    } finally {
      await archive.remove();
      await rm(library, { recursive: true, force: true });
    }
  },
);

async function selectAndDelete(archive: ArchiveProcess, page: Page): Promise<void> {
  await signIn(page, archive.url);
  const titles = await recentTitles(page);
  const checkedBoxes = page.getByRole('checkbox', { checked: true });
  await tools(page).getByRole('button', { name: 'Select videos' }).click();
  await page.getByRole('checkbox', { name: titles[1] ?? '' }).click();
  await page.getByRole('checkbox', { name: titles[4] ?? '' }).click({ modifiers: ['Shift'] });
  await expect(checkedBoxes).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('checkbox')).toHaveCount(0);

  await tools(page).getByRole('button', { name: 'Select videos' }).click();
  await page.getByRole('button', { name: 'Select all on this page' }).click();
  await expect(page.getByText(`${titles.length} selected`)).toBeVisible();
  const countWatched = async (): Promise<number> => (await listOf(archive.url, 'watch=watched&page_size=100')).length;
  const countBefore = await countWatched();
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Mark watched' }).click();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('article').getByText('Watched', { exact: true })).toHaveCount(titles.length);
  await expect.poll(countWatched).toBe(titles.length);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(countWatched).toBe(countBefore);

  const deletedTitle = titles[2] ?? '';
  await cardOf(page, deletedTitle)
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Select' }).click();
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog', { name: 'Delete this video?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Deleted 1 video.')).toBeVisible();
  await expect(page.getByRole('link', { name: deletedTitle })).toHaveCount(0);
  await expect.poll(async () => (await listOf(archive.url, 'page_size=100')).some(({ title }) => title === deletedTitle)).toBe(false);
}

test(
  'a mark redraws one card and requests no list; Undo returns a video that was removed from Continue Watching',
  { tag: '@long' },
  async ({ archive, faultProxy: proxy, page }) => {
    const call = apiCaller(archive.url);
    await call('/api/video/cabinAurora/progress/', { method: 'POST', body: { position: 21 } });
    const readPosition = async (): Promise<number | undefined> =>
      ((await (await call('/api/video/cabinAurora/')).json()) as { player: { position?: number } }).player.position;
    await page.clock.install();
    await signIn(page, proxy.url);
    await expect(page.getByRole('button', { name: /^Up to date/ })).toBeVisible();
    const title = await anUnwatchedTitle(page, 2);
    proxy.forget();
    await countRendered(page.getByRole('article'));
    await markWatched(page, title);
    await expect(cardOf(page, title).getByText('Watched', { exact: true })).toBeVisible();
    await expect.poll(() => proxy.seenRequests.filter(({ method }) => method === 'POST').length).toBe(1);
    await expect(cardOf(page, title).getByText('Waiting to sync')).toHaveCount(0);
    expect(await countRendered(page.getByRole('article'))).toBe(1);
    expect(proxy.seenRequests.filter(({ method, path }) => method === 'GET' && path.startsWith('/api/video/?'))).toEqual([]);

    const row = page.getByRole('region', { name: 'Continue Watching' });
    await row
      .getByRole('button', { name: /^More actions/ })
      .filter({ visible: true })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Remove from Continue Watching' }).click();
    await expect(row).toHaveCount(0);
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect(row).toBeVisible();
    expect(await readPosition()).toBe(21);
    await row
      .getByRole('button', { name: /^More actions/ })
      .filter({ visible: true })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Remove from Continue Watching' }).click();
    await expect(row).toHaveCount(0);
    await page.clock.fastForward(8_500); // the toast of the removal ends
    await expect.poll(readPosition).toBeUndefined();
  },
);

test('a video plays at the top of the list, closes, and opens its own page', { tag: '@long' }, async ({ archive, page }) => {
  await setPageSize(archive.url, 9);
  await signIn(page, archive.url);
  const title = await anUnwatchedTitle(page);
  await cardOf(page, title)
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Play here' }).click();
  await expect(page).toHaveURL(/\?videoId=/);
  const player = page.getByRole('region', { name: 'Player', exact: true });
  await expect(player.getByRole('heading', { name: title })).toBeVisible();
  await expect.poll(() => player.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.2);
  await pageLinks(page).getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/videoId=.*page=2/);
  await expect(player.getByRole('heading', { name: title })).toBeVisible();
  await player.getByRole('link', { name: 'Open page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.goBack();
  await expect(player.getByRole('heading', { name: title })).toBeVisible();
  await player.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page).toHaveURL(`${archive.url}/?page=2`);
  await expect(page.locator('video')).toHaveCount(0);
  await page.goto(`${archive.url}/?videoId=doesNotExist`);
  await expect(player.getByText('No video found.')).toBeVisible();
});
