// Playback that continues across pages: the mini player, the next video, one tab at a time (docs/decisions/404; SPEC "Autoplay", §9;
// docs/look-and-feel.md, The player). Tests in tests/unit check the rules as tables.
import { expect, type Locator, type Page } from '@playwright/test';
import { apiCaller } from './archive-process.ts';
import { phone, signIn } from './device.ts';
import { test } from './fixtures.ts';
import { cardOf } from './home-page.ts';

/** From the sample library's README. */
const fog = { id: 'fogNorthSea', title: 'Crossing the North Sea alone, day 3: fog', seconds: 192 };
const lighthouses = { id: 'lightBlink1', title: 'Why lighthouses blink differently' };
const northSea = { id: 'PLnorthSeaSingleHandedSampleList01', name: 'North Sea, single-handed' };

const video = (page: Page): Locator => page.locator('video');
const positionOf = (page: Page): Promise<number> => video(page).evaluate((element: HTMLVideoElement) => element.currentTime);
const isPlaying = (page: Page): Promise<boolean> => video(page).evaluate((element: HTMLVideoElement) => !element.paused && element.readyState >= 3);
const expectPlaying = (page: Page): Promise<void> => expect.poll(() => isPlaying(page)).toBe(true);
const seekTo = (page: Page, seconds: number): Promise<void> =>
  video(page).evaluate((element: HTMLVideoElement, targetSeconds) => void (element.currentTime = targetSeconds), seconds);
const miniPlayer = (page: Page): Locator => page.getByRole('region', { name: /^Mini player: / });
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });

/** A little longer than the countdown to the next video, which takes 5 s. */
const pastCountdownMs = 5500;

/** Opens the video by its address, where it waits for a press, and plays it with a key. */
async function openAndPlay(page: Page, url: string, videoId: string): Promise<void> {
  await page.goto(`${url}/video/${videoId}/`);
  await expect.poll(() => video(page).evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThanOrEqual(2);
  await page.keyboard.press('k');
  await expectPlaying(page);
}

/** Opens the More menu. The controls of a playing video hide by themselves, and the pointer brings them back. */
async function openMore(page: Page): Promise<void> {
  await page.getByRole('region', { name: /^Player: / }).hover();
  await page.getByRole('group', { name: 'Player controls' }).getByRole('button', { name: 'More' }).first().click();
}

async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeAttached();
}

/** Queues a video from the menu of its card on home. */
async function queueVideo(page: Page, title: string, choice: 'Play next' | 'Add to up next'): Promise<void> {
  await cardOf(page, title)
    .getByRole('button', { name: `More actions for ${title}` })
    .click();
  await page.getByRole('menuitem', { name: choice }).click();
}

test.describe('on a phone', () => {
  test.use({ windowSize: phone });

  test('a video continues in the mini player, keeps its position, and returns to its page without reloading', { tag: '@long' }, async ({ archive, page }) => {
    await signIn(page, archive.url);
    await openAndPlay(page, archive.url, fog.id);
    await seekTo(page, 30);
    await video(page).evaluate((element: HTMLVideoElement) => {
      element.dataset['same'] = 'yes';
      element.addEventListener('emptied', () => (element.dataset['same'] = 'no'));
      element.addEventListener('pause', () => (element.dataset['paused'] = 'yes'));
    });

    await test.step('the video continues in the mini player', async () => {
      await goTo(page, 'Channels');
      await expect(miniPlayer(page)).toBeVisible();
      await expect(miniPlayer(page)).toContainText(fog.title);
      await expectPlaying(page);
      expect(await video(page).evaluate((element) => ({ ...element.dataset }))).toMatchObject({ same: 'yes' });
      expect(await video(page).getAttribute('data-paused')).toBeNull();
    });
    await test.step('the mini player is above the tab bar, and covers nothing at the end of the page', async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      const [miniPlayerBox, tabBarBox, footerBox] = await Promise.all([
        miniPlayer(page).boundingBox(),
        page.getByRole('navigation').last().boundingBox(),
        page.getByRole('contentinfo').locator('*').last().boundingBox(),
      ]);
      expect(miniPlayerBox?.height).toBeLessThanOrEqual(65);
      expect((miniPlayerBox?.y ?? 0) + (miniPlayerBox?.height ?? 0)).toBeLessThanOrEqual((tabBarBox?.y ?? 0) + 1);
      expect((footerBox?.y ?? 0) + (footerBox?.height ?? 0)).toBeLessThanOrEqual(miniPlayerBox?.y ?? 0);
    });
    await test.step('the position also reaches the archive from the mini player', async () => {
      const call = apiCaller(archive.url);
      const savedPosition = async (): Promise<number> =>
        ((await (await call(`/api/video/${fog.id}/`)).json()) as { player: { position?: number } }).player.position ?? 0;
      await miniPlayer(page).getByRole('button', { name: 'Pause' }).click();
      await expect.poll(savedPosition).toBeGreaterThanOrEqual(30);
      await miniPlayer(page).getByRole('button', { name: 'Play', exact: true }).click();
      await expectPlaying(page);
    });
    await test.step('the video returns to its page without reloading', async () => {
      const positionBefore = await positionOf(page);
      await miniPlayer(page).getByRole('link').click();
      await expect(heading(page, fog.title)).toBeVisible();
      await expect(miniPlayer(page)).toHaveCount(0);
      expect(await positionOf(page)).toBeGreaterThanOrEqual(positionBefore);
      await expectPlaying(page);
      await expect(video(page)).toHaveAttribute('data-same', 'yes');
    });
    await test.step('keys alone pause and close the mini player', async () => {
      await page.goBack();
      await miniPlayer(page).getByRole('button', { name: 'Pause' }).focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await expect.poll(() => isPlaying(page)).toBe(false);
      await page.keyboard.press('Escape');
      await expect(miniPlayer(page)).toHaveCount(0);
      await expect(video(page)).toHaveCount(0);
    });
    await test.step('a video that is not playing does not continue in the mini player', async () => {
      await page.goto(`${archive.url}/video/${fog.id}/`);
      await expect(video(page)).toBeVisible();
      await goTo(page, 'Channels');
      await expect(video(page)).toHaveCount(0);
    });
  });
});

test(
  'the playback queue takes videos from a list, can be reordered, survives a reload, is the same in every tab, and plays automatically',
  { tag: '@long' },
  async ({ archive, device, page }) => {
    await page.clock.install();
    await signIn(page, archive.url);
    const titles = await page
      .getByRole('region', { name: 'Recent Videos' })
      .getByRole('article')
      .getByRole('heading', { level: 3 })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.firstChild?.textContent ?? ''));
    const [firstTitle = '', secondTitle = '', thirdTitle = ''] = titles.filter((title) => title !== fog.title);
    await test.step('videos are added from a list, and Undo removes an added video', async () => {
      await queueVideo(page, firstTitle, 'Add to up next');
      await expect(page.getByRole('status').getByText(`Added to up next: ${firstTitle}`)).toBeVisible();
      await queueVideo(page, secondTitle, 'Add to up next');
      await queueVideo(page, thirdTitle, 'Play next');
      await expect(page.getByRole('status').getByText(`Plays next: ${thirdTitle}`)).toBeVisible(); // so that Undo belongs to this video
      await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
      await queueVideo(page, thirdTitle, 'Play next');
      await expect(page.getByRole('status').getByText(`Plays next: ${thirdTitle}`)).toBeVisible();
    });

    const otherTab = await device.context.newPage();
    const queueLines = (tab: Page) => tab.getByRole('dialog').getByRole('region', { name: 'Chosen by you' }).getByRole('listitem');
    await test.step('another tab shows the queue', async () => {
      await otherTab.goto(`${archive.url}/?sheet=queue`);
      await expect(queueLines(otherTab)).toHaveCount(3);
      await expect(queueLines(otherTab).first()).toContainText(thirdTitle);
    });
    await test.step('a video’s menu moves the video in every tab', async () => {
      await page.bringToFront();
      await openAndPlay(page, archive.url, fog.id);
      await openMore(page);
      await page.getByRole('menuitem', { name: 'Up next' }).click();
      await expect(queueLines(page)).toHaveCount(3);
      await page.getByRole('button', { name: `Order of ${secondTitle}` }).click();
      await page.getByRole('menuitem', { name: 'Move to top' }).click();
      await expect(queueLines(page).first()).toContainText(secondTitle);
      await expect(queueLines(otherTab).first()).toContainText(secondTitle);
      await expect(page.getByRole('menu')).toHaveCount(0); // the menu closes although the choice re-renders its row
    });
    await test.step('keys and dragging move a video too, and Escape cancels a drag', async () => {
      // The grip keeps the focus, and the sheet stays open when Escape cancels a drag.
      const grip = page.getByRole('button', { name: `Move ${secondTitle}. Use` });
      await grip.focus();
      await page.keyboard.press('End');
      await expect(queueLines(page).last()).toContainText(secondTitle);
      await expect(grip).toBeFocused();
      const [gripBox, firstLineBox] = [await grip.boundingBox(), await queueLines(page).first().boundingBox()];
      for (const end of ['Escape', 'drop'] as const) {
        await page.mouse.move((gripBox?.x ?? 0) + 20, (gripBox?.y ?? 0) + 20);
        await page.mouse.down();
        await page.mouse.move((gripBox?.x ?? 0) + 20, (firstLineBox?.y ?? 0) + 10, { steps: 4 });
        if (end === 'Escape') await page.keyboard.press('Escape');
        await page.mouse.up();
        await expect(queueLines(page).nth(end === 'Escape' ? 2 : 0)).toContainText(secondTitle);
      }
      await expect(queueLines(otherTab).first()).toContainText(secondTitle);
    });
    await test.step('Undo brings a removed video back', async () => {
      await page.getByRole('button', { name: `Remove ${firstTitle} from up next` }).click();
      await expect(queueLines(page)).toHaveCount(2);
      await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
      await expect(queueLines(page)).toHaveCount(3);
      await page.getByRole('button', { name: `Remove ${firstTitle} from up next` }).click();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
    await otherTab.close();

    await test.step('the end of a video announces the next one, and Cancel prevents the next one from playing', async () => {
      await seekTo(page, fog.seconds - 1);
      await expect(page.getByText(new RegExp(`^Next: ${secondTitle} in [1-5] s$`))).toBeVisible();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByText(/ in [1-5] s$/)).toHaveCount(0);
    });
    await test.step('the next video plays automatically, and the queue lists that video as played', async () => {
      await page.getByRole('button', { name: 'Replay' }).first().click();
      await expectPlaying(page);
      await seekTo(page, fog.seconds - 1);
      await expect(page.getByText(new RegExp(`^Next: ${secondTitle} in [1-5] s$`))).toBeVisible();
      await page.clock.runFor(pastCountdownMs);
      await expect(heading(page, secondTitle)).toBeVisible();
      await expect.poll(() => positionOf(page)).toBeGreaterThan(0.5);
      await page.goto(`${archive.url}/?sheet=queue`);
      await expect(queueLines(page)).toHaveCount(1);
      await expect(page.getByRole('dialog').getByRole('region', { name: 'Played before' }).getByRole('listitem').first()).toContainText(secondTitle);
    });
  },
);

test(
  'autoplay plays the playlist’s next video, except when the sleep timer ends or the archive is unreachable',
  { tag: '@long' },
  async ({ faultProxy: proxy, page }) => {
    await page.clock.install();
    await signIn(page, proxy.url);
    await openAndPlay(page, proxy.url, fog.id);
    const playlist = page.getByRole('navigation', { name: `Playlist ${northSea.name}` });
    await playlist.getByRole('switch').click();
    await expect(playlist.getByRole('switch')).toBeChecked();
    await test.step('the sleep timer stops playback at the end of the video', async () => {
      const openSleepMenu = async (): Promise<void> => {
        await openMore(page);
        await page.getByRole('menuitem', { name: /^Sleep timer/ }).click();
      };
      await openSleepMenu();
      await page.getByRole('menuitemradio', { name: 'End of this video' }).click();
      // The timer belongs to the player, not to the page.
      await goTo(page, 'Channels');
      await miniPlayer(page).getByRole('link').click();
      await seekTo(page, fog.seconds - 1);
      await expect(page.getByRole('button', { name: 'Replay' }).first()).toBeVisible();
      await expect(page.getByText(/ in [1-5] s$/)).toHaveCount(0);
    });
    await test.step('the next video follows in the mini player', async () => {
      // The mini player plays the next video without opening its page.
      await page.getByRole('button', { name: 'Replay' }).first().click();
      await expectPlaying(page);
      await goTo(page, 'Channels');
      await seekTo(page, fog.seconds - 1);
      await expect(miniPlayer(page)).toContainText(new RegExp(`${lighthouses.title}Next in [1-5] s`));
      await page.clock.runFor(pastCountdownMs);
      await expect(miniPlayer(page)).toHaveAccessibleName(`Mini player: ${lighthouses.title}`, { timeout: 15_000 });
      await expect(page).toHaveURL(/\/channel\/$/);
      await expectPlaying(page);
    });
    await test.step('without the archive the player says why nothing follows', async () => {
      await openAndPlay(page, proxy.url, fog.id);
      // The video stays paused until its end is buffered and the archive is away. Otherwise the video could end first on a slow machine.
      await video(page).evaluate((element: HTMLVideoElement) => {
        element.pause();
        element.preload = 'auto';
      });
      await seekTo(page, fog.seconds - 3);
      await expect
        .poll(() => video(page).evaluate((element: HTMLVideoElement) => element.buffered.end(element.buffered.length - 1)))
        .toBeGreaterThan(fog.seconds - 1);
      proxy.set({ kind: 'reset' });
      proxy.cut();
      await video(page).evaluate((element: HTMLVideoElement) => element.play());
      // The reason appears at the end, or after a countdown that began before the archive was asked.
      await expect(page.getByText('Needs the server, which isn’t answering.')).toBeVisible({ timeout: 30_000 });
    });
  },
);

test('a tab that starts to play pauses the tab that was playing', { tag: '@long' }, async ({ archive, device, page }) => {
  await signIn(page, archive.url);
  await openAndPlay(page, archive.url, fog.id);
  const otherTab = await device.context.newPage();
  await openAndPlay(otherTab, archive.url, lighthouses.id);
  await expect.poll(() => isPlaying(page)).toBe(false);
  expect(await isPlaying(otherTab)).toBe(true);
});

test('a channel plays from its page, and its playback can be looped, shuffled, stopped, and resumed with Undo', { tag: '@long' }, async ({ archive, page }) => {
  await signIn(page, archive.url);
  await page.goto(`${archive.url}/channel/UCslowHarbourSampleAaa01/`);
  await page.getByRole('button', { name: 'Play all' }).click();
  await expect(page).toHaveURL(/\/video\//);
  await expectPlaying(page);
  await openMore(page);
  await page.getByRole('menuitem', { name: 'Up next' }).click();
  const playbackRegion = page.getByRole('region', { name: 'From Slow Harbour', exact: true });
  await expect(playbackRegion.getByRole('listitem').first()).toBeVisible();
  const count = await playbackRegion.getByRole('listitem').count();
  await playbackRegion.getByRole('button', { name: 'Loop' }).click();
  await expect(playbackRegion.getByRole('listitem')).toHaveCount(count + 1);
  await playbackRegion.getByRole('button', { name: 'Shuffle' }).click();
  await expect(playbackRegion.getByRole('button', { name: 'Shuffle' })).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(playbackRegion.getByRole('button', { name: 'Loop' })).toHaveAttribute('aria-pressed', 'true');
  await playbackRegion.getByRole('button', { name: 'Stop after this one' }).click();
  await expect(playbackRegion).toHaveCount(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(playbackRegion).toBeVisible();
});
