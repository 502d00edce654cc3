// Everything that a person does, without a pointer.
import { expect, type Locator, type Page } from '@playwright/test';
import { credentials } from './archive-process.ts';
import { test } from './fixtures.ts';

/** More than any screen has before what is looked for. */
const mostSteps = 120;

test('by keyboard alone: sign in, find a video, play it, let it skip a segment, mark it, put it into a new playlist', async ({ archive, page }) => {
  await page.goto(`${archive.url}/`);
  await stepTo(page, page.getByLabel('Username'));
  await page.keyboard.type(credentials.username);
  await stepTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(credentials.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();

  const title = 'Rebuilding a 1962 harbour tug: the engine turns over';
  const link = page.getByRole('region', { name: 'Recent Videos' }).getByRole('link', { name: title }).last();
  await stepTo(page, link);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  const video = page.locator('video');
  // Chosen in a list it plays at once.
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => !element.paused && element.currentTime > 0)).toBe(true);
  // In steps of 5 s to the seconds before the segment, which is from 30 to 40 s.
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Skipped sponsor')).toBeVisible({ timeout: 15_000 });
  expect(await video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThanOrEqual(39.5);
  await page.keyboard.press('k');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);

  await stepTo(page, page.getByRole('main').getByRole('button', { name: 'Mark watched' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('button', { name: 'Mark unwatched' })).toBeVisible();

  await stepTo(page, page.getByRole('button', { name: 'Add To Playlist' }));
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Add To Playlist' });
  await stepTo(page, sheet.getByRole('textbox'));
  await page.keyboard.type('For the night watch');
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('checkbox', { name: /For the night watch/ })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  await page.keyboard.press('g');
  await page.keyboard.press('p');
  const playlist = page.getByRole('article').getByRole('link', { name: 'For the night watch' }).first();
  await expect(playlist).toBeVisible();
  await stepTo(page, playlist);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'For the night watch' })).toBeVisible();
  await expect(page.getByRole('link', { name: title }).first()).toBeVisible();
});

/** Presses Tab until it has the focus; where focus cannot be seen, it is lost to whoever uses no pointer. */
async function stepTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < mostSteps; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      expect(await target.evaluate((element) => element.matches(':focus-visible'))).toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`the focus never came to ${target.toString()}`);
}
