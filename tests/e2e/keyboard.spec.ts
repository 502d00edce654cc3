// The most frequent actions of users, with only a keyboard. The download queue is also swiped.
import { expect, type Locator, type Page } from '@playwright/test';
import { fillQueue, someQueue } from '../builders/queue-items.ts';
import { credentials } from './archive-process.ts';
import { openDevice, phone, signIn } from './device.ts';
import { test } from './fixtures.ts';
import { pressChord } from './press-chord.ts';

/** More presses of Tab than any screen needs to reach the target. */
const maxSteps = 120;

test(
  'a person with only a keyboard can sign in, find and play a video, have a segment skipped, mark the video and add it to a new playlist',
  { tag: '@long' },
  async ({ archive, page }) => {
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
    // A video that is chosen in a list plays immediately.
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => !element.paused && element.currentTime > 0)).toBe(true);
    // At double speed, seeks in steps of 5 s to just before the segment at 30 to 40 s.
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('>');
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

    await pressChord(page, 'g', 'p');
    const playlist = page.getByRole('article').getByRole('link', { name: 'For the night watch' }).first();
    await expect(playlist).toBeVisible();
    await stepTo(page, playlist);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'For the night watch' })).toBeVisible();
    await expect(page.getByRole('link', { name: title }).first()).toBeVisible();
  },
);

test('a person can change the download queue with only a keyboard, and by swiping its rows', { tag: '@long' }, async ({ archive }) => {
  fillQueue(archive.dataFolder, someQueue);
  const device = await openDevice({ viewport: phone });
  try {
    const page = await device.context.newPage();
    await signIn(page, archive.url);
    await pressChord(page, 'g', 'd');
    const titles = page.getByRole('list', { name: 'Downloads' }).getByRole('heading', { level: 2 });
    await expect(titles).toHaveCount(6);
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Downloads 6 in the queue, 1 error' })).toBeVisible();

    await stepTo(page, page.getByRole('radio', { name: /^Queued/ }));
    await page.keyboard.press('ArrowRight');
    await expect(titles).toHaveCount(2);
    await page.keyboard.press('ArrowLeft');
    await expect(titles).toHaveCount(6);
    await stepTo(page, page.getByRole('button', { name: 'Select items' }));
    await page.keyboard.press('Enter');
    await stepTo(page, page.getByRole('checkbox', { name: 'Select Why this clock' }));
    await page.keyboard.press('Space');
    await expect(page.getByText('1 selected')).toBeVisible();
    await page.keyboard.press('Escape');
    await stepTo(page, page.getByRole('button', { name: /^More for A chip/ }));
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Ignore' }).press('Enter');
    await expect(titles).toHaveCount(5);
    await stepTo(page, page.getByRole('button', { name: 'Delete: Dumplings' }));
    await page.keyboard.press('Enter');
    await expect(titles).toHaveCount(4);

    // A swipe to the left ignores an item, and can be undone. A short swipe does nothing. A swipe to the right downloads the item now.
    const row = (title: string): Locator => page.getByRole('article').filter({ hasText: title });
    await swipe(page, row('One hairpin'), -60);
    await swipe(page, row('One hairpin'), -200);
    await expect(titles).toHaveCount(3);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(titles).toHaveCount(4);
    await swipe(page, row('Why this clock'), 200);
    await expect(row('Why this clock').getByText('Up next').first()).toBeVisible();
  } finally {
    await device.close();
  }
});

/** Swipes the row with one finger, `distance` px sideways. */
async function swipe(page: Page, row: Locator, distance: number): Promise<void> {
  await row.scrollIntoViewIfNeeded();
  let box = await row.boundingBox();
  // The list may still be moving, as after Undo.
  await expect
    .poll(async () => {
      const previousBox = box;
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      box = await row.boundingBox();
      return box !== null && previousBox?.x === box.x && previousBox.y === box.y;
    })
    .toBe(true);
  if (!box) throw new Error('the row is not visible');
  const [x, y] = [box.x + box.width / 2, box.y + 30];
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (const share of [0.2, 0.5, 0.8, 1]) await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + distance * share, y }] });
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await cdp.detach();
}

/** Presses Tab until the target has the focus, and expects the focus to be visible. */
async function stepTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < maxSteps; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      expect(await target.evaluate((element) => element.matches(':focus-visible'))).toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`the focus never reached ${target.toString()}`);
}
