// Home, as promises (SPEC §2 "General behaviour", "Home"; §4 watched).
import { expect, type Locator, type Page } from '@playwright/test';
import { signInByApi } from './archive-process.ts';
import { desktop, phone, signIn } from './device.ts';
import { test } from './fixtures.ts';
import { anUnwatchedTitle, cardOf, markWatched, recentTitles } from './home-page.ts';
import { sees } from './quoted-texts.ts';

const pages = (page: Page): Locator => page.getByRole('navigation', { name: 'Pages' });
const home = (page: Page): Locator => page.getByRole('heading', { name: 'Recent Videos' });

interface Listed {
  title: string;
  youtube_id: string;
}

async function listOf(url: string, search: string): Promise<Listed[]> {
  const call = await signInByApi(url);
  return ((await (await call(`/api/video/?${search}`)).json()) as { data: Listed[] }).data;
}

async function setPageSize(url: string, pageSize: number): Promise<void> {
  const call = await signInByApi(url);
  const answer = await call('/api/user/me/', { method: 'POST', body: { page_size: pageSize } });
  expect(answer.status).toBe(200);
}

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test.describe(`on a ${size}`, () => {
    test.use({ windowSize: viewport });

    test('Recent Videos stand in the archive’s order; Continue Watching comes with the first progress', async ({ archive, page }) => {
      await signIn(page, archive.url);
      const newest = await listOf(archive.url, 'sort=published&order=desc&page_size=12');
      expect(await recentTitles(page)).toEqual(newest.map(({ title }) => title));
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
      // What is finished leaves it.
      await markWatched(page, 'Crossing the North Sea alone, day 3: fog');
      await expect(page.getByRole('heading', { name: 'Continue Watching' })).toHaveCount(0);
    });

    test('pages are walked by links, each from its top, and Back returns to the place on the page before', async ({ archive, page }) => {
      await setPageSize(archive.url, 9);
      await signIn(page, archive.url);
      const first = await recentTitles(page);
      expect(first).toHaveLength(9);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const place = await page.evaluate(() => scrollY);
      expect(place).toBeGreaterThan(100);
      await pages(page).getByRole('link', { name: 'Page 2' }).click();
      await expect(page).toHaveURL(`${archive.url}/?page=2`);
      await sees('Page N', pages(page).getByText('Page 2', { exact: true }));
      expect(await page.evaluate(() => scrollY)).toBe(0);
      const second = await recentTitles(page);
      expect(second.filter((title) => first.includes(title))).toEqual([]);
      await page.goBack();
      await expect.poll(() => recentTitles(page)).toEqual(first);
      // The click may have moved the link clear of the tab bar first.
      await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThan(50);
      await page.goForward();
      await expect.poll(() => recentTitles(page)).toEqual(second);
      await pages(page).getByRole('link', { name: 'First' }).click();
      await expect(page).toHaveURL(`${archive.url}/`);
      await pages(page).getByRole('link', { name: /^Last/ }).click();
      await expect(page).toHaveURL(`${archive.url}/?page=3`);
      await expect(pages(page).getByRole('link', { name: /^Last/ })).toHaveCount(0);
      expect(await recentTitles(page)).toHaveLength(6);
    });
  });
}

test('Left and Right turn the page, but not past its ends, not with a modifier and not from a field', async ({ archive, page }) => {
  await setPageSize(archive.url, 10);
  await signIn(page, archive.url);
  await expect(pages(page)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await page.keyboard.press('Control+ArrowRight');
  await expect(page).toHaveURL(`${archive.url}/`);
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(`${archive.url}/?page=2`);
  await expect(pages(page).getByText('Page 2', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(pages(page).getByText('Page 3', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(`${archive.url}/?page=3`);
  await page.keyboard.press('ArrowLeft');
  await expect(pages(page).getByText('Page 2', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(`${archive.url}/`);
});

test('a page in the address that says no more than page 1 is dropped; one beyond the end says so', async ({ archive, page }) => {
  await signIn(page, archive.url);
  const first = await recentTitles(page);
  for (const value of ['0', '1', '-3', 'abc', '', '1.5', '9999999']) {
    await page.goto(`${archive.url}/?page=${value}`);
    await expect.poll(() => recentTitles(page), { message: `page=${value}` }).toEqual(first);
    await expect(page, `page=${value}`).toHaveURL(`${archive.url}/`);
  }
  await page.goto(`${archive.url}/?page=2`);
  await expect(page).toHaveURL(`${archive.url}/?page=2`);
  for (const value of ['40', '999999']) {
    await page.goto(`${archive.url}/?page=${value}`);
    await expect(page.getByText('There is nothing on this page.')).toBeVisible();
    await page.getByRole('link', { name: 'First page' }).click();
    await expect.poll(() => recentTitles(page)).toEqual(first);
  }
});

test('a mark on a card shows at once, reaches the archive, and Undo takes both back', async ({ archive, page }) => {
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
  await expect(home(page)).toBeVisible();
  await expect(cardOf(page, title).getByText('Watched', { exact: true })).toHaveCount(0);
});

test('Undo of a sent mark gives the position back that the archive forgot with it', async ({ archive, page }) => {
  const call = await signInByApi(archive.url);
  await call('/api/video/harbourTug1/progress/', { method: 'POST', body: { position: 42 } });
  const player = async (): Promise<{ watched: boolean; position?: number }> =>
    ((await (await call('/api/video/harbourTug1/')).json()) as { player: { watched: boolean; position?: number } }).player;
  await page.goto(`${archive.url}/`);
  await signIn(page, archive.url);
  await page.getByRole('region', { name: 'Continue Watching' }).getByRole('button', { name: 'Mark watched' }).filter({ visible: true }).first().click();
  await expect.poll(async () => (await player()).watched).toBe(true);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await player()).watched).toBe(false);
  await expect.poll(async () => (await player()).position).toBe(42);
  await expect(page.getByRole('heading', { name: 'Continue Watching' })).toBeVisible();
});
