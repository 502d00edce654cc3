// The most frequent actions of users, with only a keyboard. The download queue is also swiped.
import { expect, type Locator, type Page } from '@playwright/test';
import { fillQueue, someQueue } from '../builders/queue-items.ts';
import { credentials } from './archive-process.ts';
import { openDevice, phone, signIn, tablet, waitForWorker } from './device.ts';
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

test.describe('on a tablet, where the form of a trip is a sheet', () => {
  test.use({ hasWorker: true, windowSize: tablet });

  test(
    'a person with only a keyboard can save videos, pause and resume a save, remove a copy and undo that, and pack and unpack a trip',
    { tag: '@long' },
    async ({ faultProxy: proxy, page }) => {
      const [fog, frost] = ['Crossing the North Sea alone, day 3: fog', 'Day 2: first frost, last camp ashore'];
      const disc = (title: string): Locator => page.locator('[data-save]').and(page.getByRole('button', { name: title }));
      await signIn(page, proxy.url);
      await waitForWorker(page);
      await page.goto(`${proxy.url}/channel/UCslowHarbourSampleAaa01/`);
      await test.step('a video is saved, paused, resumed and completed with one control', async () => {
        proxy.set({ kind: 'hang' }, ({ path }) => /\.mp4/.test(path));
        await stepTo(page, disc(fog));
        await page.keyboard.press('Enter');
        await expect(disc(fog)).toHaveAccessibleName(/^(Queued|Saving, 0 percent)\. Pause/);
        await page.keyboard.press('Enter');
        await expect(disc(fog)).toHaveAccessibleName(/^Paused at 0 percent\. Resume/);
        await expect(disc(fog)).toBeFocused();
        proxy.set({ kind: 'none' });
        proxy.cut();
        await page.keyboard.press('Enter');
        await expect(disc(fog)).toHaveAccessibleName(/^Saved on this device/, { timeout: 30_000 });
        await stepTo(page, disc(frost));
        await page.keyboard.press('Enter');
        await expect(disc(frost)).toHaveAccessibleName(/^Saved on this device/, { timeout: 30_000 });
      });

      const row = (title: string): Locator => page.getByRole('region', { name: 'On this device' }).getByRole('link', { name: title });
      await test.step('the menu of a copy opens and closes, the Delete key removes the copy, and F6 reaches Undo', async () => {
        await pressChord(page, 'g', 'v');
        await expect(page.getByText('2 videos on this device.')).toBeVisible();
        await stepTo(page, disc(fog));
        await page.keyboard.press('Enter');
        await expect(page.getByRole('menuitem', { name: 'Remove from device' })).toBeFocused();
        await page.keyboard.press('Escape');
        await expect(disc(fog)).toBeFocused();
        await page.keyboard.press('Delete');
        await expect(row(fog)).toBeHidden();
        await expect(row(frost)).toBeFocused();
        await expect(page.getByText('Removed from this device.')).toBeVisible();
        await page.keyboard.press('F6');
        await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(row(fog)).toBeVisible();
        await expect(row(frost)).toBeFocused();
      });

      const trip = page.getByRole('article', { name: 'Bergen by train' });
      await test.step('a trip is packed in the sheet, and the focus returns to the button that opened the sheet', async () => {
        const openButton = page.getByRole('button', { name: 'Pack a trip' });
        const sheet = page.getByRole('dialog', { name: 'Pack a trip' });
        await stepTo(page, openButton);
        await page.keyboard.press('Enter');
        await stepTo(page, sheet.getByRole('textbox', { name: 'Name of the trip' }));
        await page.keyboard.type('Bergen by train');
        const hours = sheet.getByRole('slider', { name: 'Hours of watching a day' });
        await stepTo(page, hours);
        for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowLeft');
        await expect(hours).toHaveAttribute('aria-valuetext', '4 hours a day');
        for (const source of ['Continue watching', 'Unwatched, subscribed', 'A channel']) {
          await stepTo(page, sheet.getByRole('button', { name: source }));
          await page.keyboard.press('Space');
        }
        await stepTo(page, sheet.getByRole('combobox', { name: 'Which channel?' }));
        await page.keyboard.type('Slow');
        const packButton = sheet.getByRole('button', { name: 'Pack 5 videos' });
        await expect(packButton).toBeEnabled();
        await stepTo(page, packButton);
        await page.keyboard.press('Enter');
        await expect(sheet).toBeHidden();
        await expect(openButton).toBeFocused();
        await expect(trip.getByText('Ready. Good journey.')).toBeVisible({ timeout: 60_000 });
      });

      await test.step('the trip is unpacked, and F6 and Enter pack it again', async () => {
        await stepTo(page, trip.getByRole('button', { name: 'Unpack' }));
        await page.keyboard.press('Enter');
        await expect(trip).toBeHidden();
        await expect(page.getByText('Removed from this device.')).toBeVisible();
        await page.keyboard.press('F6');
        await page.keyboard.press('Enter');
        await expect(trip.getByText('Ready. Good journey.')).toBeVisible();
      });
    },
  );
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
