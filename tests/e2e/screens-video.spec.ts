// The video page and its player (SPEC §2 "Video page", "Player"; §5, §8, §9).
import { expect, type Locator, type Page } from '@playwright/test';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { startFaultProxy } from '../doubles/fault-proxy.ts';
import { goOnline, goOffline } from './go-offline.ts';
import { apiCaller } from './archive-process.ts';
import { signIn, windowSizes } from './device.ts';
import { test } from './fixtures.ts';
import { expectQuotedText } from './quoted-texts.ts';

/** From the sample library's README. */
const fog = { id: 'fogNorthSea', title: 'Crossing the North Sea alone, day 3: fog', seconds: 192 };
const frost = { id: 'firstFrost1', title: 'Day 2: first frost, last camp ashore' };
const lighthouses = { id: 'lightBlink1', title: 'Why lighthouses blink differently' };

async function signInAndOpen(page: Page, url: string, address: string): Promise<void> {
  await signIn(page, url);
  await page.goto(`${url}${address}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await waitUntilPlayable(page);
}

async function waitUntilPlayable(page: Page): Promise<void> {
  await expect.poll(() => page.locator('video').evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThanOrEqual(2);
}

const positionOf = (page: Page): Promise<number> => page.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime);
const pause = (page: Page): Promise<void> => page.locator('video').evaluate((element: HTMLVideoElement) => element.pause());
const isPaused = (page: Page): Promise<boolean> => page.locator('video').evaluate((element: HTMLVideoElement) => element.paused);

/** Expects a position from half a second before `seconds` to 3.5 s after it, since the video may be playing. */
async function expectNear(page: Page, seconds: number): Promise<void> {
  await expect.poll(async () => Math.abs((await positionOf(page)) - seconds - 1.5) <= 2, { message: `near ${seconds} s` }).toBe(true);
}

const control = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('group', { name: 'Player controls' }).getByRole('button', { name }).filter({ visible: true }).first();

for (const [size, viewport] of Object.entries(windowSizes)) {
  test.describe(`on a ${size}`, () => {
    test.use({ windowSize: viewport });

    test('the page shows a video’s facts, and links and times in the description work', { tag: '@long' }, async ({ archive, page }) => {
      await signInAndOpen(page, archive.url, `/video/${fog.id}/`);
      const main = page.getByRole('main');
      await expect(page.getByRole('heading', { level: 1, name: fog.title })).toBeVisible();
      await expect(main.getByText('Published 12 May 2026')).toBeVisible();
      await expect(main.getByText('3,904 likes')).toBeAttached();
      await expect(main.getByText('21 dislikes')).toBeAttached();
      const stars = main.getByRole('img', { name: /^Rated 5 of 5|^Rated 4\.9\d? of 5/ });
      await expect(stars).toBeVisible();
      await expect(stars.locator('svg')).toHaveCount(5);
      await expect(main.getByRole('link', { name: 'Original' })).toHaveAttribute('href', /^https:\/\//);
      await expect(main.getByRole('link', { name: 'Slow Harbour' }).first()).toHaveAttribute('href', /^\/channel\/UCslowHarbourSampleAaa01\/?$/);
      await expect(main.getByText('File size')).toBeVisible();
      await expect(main.getByRole('definition').filter({ hasText: /^\d+ × \d+ · .*bit\/s$/ })).toBeVisible();
      await page.getByRole('button', { name: 'More actions', exact: true }).click();
      await expect(page.getByRole('menuitem', { name: 'Download File' })).toHaveAttribute('download', '');
      await page.keyboard.press('Escape');
      await expect(main.getByRole('list', { name: 'Tags' }).getByText('#sailing')).toBeVisible();

      const description = page.getByRole('region', { name: 'Description' });
      const showMore = description.getByRole('button', { name: 'Show more' });
      if (await showMore.isVisible()) await showMore.click();
      const link = description.getByRole('link', { name: 'https://example.org/slow-harbour/day-3' });
      await expect(link).toHaveAttribute('href', 'https://example.org/slow-harbour/day-3');
      await expect(link).toHaveAttribute('rel', /noopener/);
      await description.getByRole('button', { name: 'Go to 1:36' }).first().click();
      await expectNear(page, 96);
      await expect.poll(() => isPaused(page)).toBe(false);
      await description.getByRole('button', { name: /^2:14/ }).click(); // the time of a chapter
      await expectNear(page, 134);
      await pause(page);
    });

    test('the playlist leads to the previous and the next video, and similar videos are listed', { tag: '@long' }, async ({ archive, page }) => {
      await signInAndOpen(page, archive.url, `/video/${fog.id}/`);
      const playlist = page.getByRole('navigation', { name: 'Playlist North Sea, single-handed' });
      await expect(playlist.getByRole('link', { name: new RegExp(`^Previous.*${frost.title}`) })).toBeVisible();
      await playlist.getByRole('link', { name: new RegExp(`^Next.*${lighthouses.title}`) }).click();
      await expect(page.getByRole('heading', { level: 1, name: lighthouses.title })).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`/video/${lighthouses.id}/?$`));
      await expect(page.getByRole('region', { name: 'Similar Videos' }).getByRole('article').first()).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1, name: fog.title })).toBeVisible();
    });

    test('a person chooses subtitles and speed from menus', { tag: '@long' }, async ({ archive, page }) => {
      await signInAndOpen(page, archive.url, `/video/${fog.id}/`);
      await page.getByRole('slider', { name: 'Seek' }).focus(); // the controls stay while they have the focus
      await control(page, 'Subtitles').click();
      const subtitles = page.getByRole('menu', { name: 'Subtitles' });
      await expect(subtitles.getByRole('menuitemradio')).toHaveCount(4);
      await expect(subtitles.getByRole('menuitemradio', { name: 'Off' })).toBeChecked();
      await expect(subtitles.getByRole('menuitemradio', { name: /uploaded/ })).toHaveCount(3);
      await subtitles.getByRole('menuitemradio').nth(1).click();
      await expect(subtitles).toHaveCount(0);
      await expect
        .poll(() => page.locator('video').evaluate((element: HTMLVideoElement) => [...element.textTracks].filter(({ mode }) => mode !== 'disabled').length))
        .toBe(1);
      await page.getByRole('slider', { name: 'Seek' }).focus();
      // On a phone, the row of controls has no space for the speed.
      const openSpeeds = async (name: RegExp) => {
        if (size === 'desktop') return control(page, name).click();
        await control(page, 'More').click();
        await page.getByRole('menuitem', { name: /^Speed/ }).click();
      };
      await openSpeeds(/^Speed, 1 times/);
      const speeds = page.getByRole('menu', { name: 'Speed' });
      await expect(speeds.getByRole('menuitemradio')).toHaveText(['0.5×', '0.75×', /^1×/, '1.25×', '1.5×', '1.75×', '2×']);
      await speeds.getByRole('menuitemradio', { name: '1.75×' }).click();
      expect(await page.locator('video').evaluate((element: HTMLVideoElement) => element.playbackRate)).toBe(1.75);
      await page.getByRole('slider', { name: 'Seek' }).focus();
      await openSpeeds(/^Speed, 1.75 times/);
      await expect(speeds.getByRole('menuitemradio', { name: '1.75×' })).toBeChecked();
      const fasterItem = speeds.getByRole('menuitem', { name: 'Faster' });
      for (const speed of ['2×', '2.25×', '2.5×', '2.75×', '3×']) {
        await fasterItem.click();
        await expect(speeds.getByRole('group', { name: speed, exact: true })).toBeVisible();
      }
      await expect(fasterItem).toBeDisabled();
      expect(await page.locator('video').evaluate((element: HTMLVideoElement) => element.playbackRate)).toBe(3);
      await page.keyboard.press('Escape');
      await expect(speeds).toHaveCount(0);
    });
  });
}

test('comments show their author, and replies on request', { tag: '@long' }, async ({ archive, page }) => {
  await signInAndOpen(page, archive.url, `/video/${fog.id}/`);
  const comments = page.getByRole('region', { name: 'Comments' });
  const firstComment = comments.getByRole('article').filter({ hasText: 'At 1:44 you can hear a second horn' }).first();
  await expect(firstComment.getByText('@tidewatcher')).toBeVisible();
  await expect(firstComment.getByText('182 likes')).toBeAttached();
  await expect(firstComment.getByRole('img', { name: 'Favorited by the uploader' })).toBeVisible();
  const toggle = firstComment.getByRole('button', { name: '3 replies' });
  await expectQuotedText('N replies', toggle);
  await expect(comments.getByText('The radar was a gift from my brother')).toHaveCount(0);
  await toggle.click();
  const reply = comments.getByRole('article').filter({ hasText: 'The radar was a gift from my brother' }).last();
  await expect(reply.getByText('Uploader')).toBeVisible();
  await toggle.click();
  await expect(comments.getByText('The radar was a gift from my brother')).toHaveCount(0);
  await firstComment.getByRole('button', { name: 'Go to 1:44' }).click();
  await expectNear(page, 104);
});

test('a valid t in the address takes precedence over the saved position, and an invalid t is ignored', { tag: '@long' }, async ({ archive, page }) => {
  const call = apiCaller(archive.url);
  await call(`/api/video/${fog.id}/progress/`, { method: 'POST', body: { position: 83 } });
  await signInAndOpen(page, archive.url, `/video/${fog.id}/?t=30`);
  await expectNear(page, 30);
  await expect(page.getByText(/^Continued at/)).toHaveCount(0);
  for (const invalidTime of ['abc', '99999']) {
    await page.goto(`${archive.url}/video/${fog.id}/?t=${invalidTime}`);
    await waitUntilPlayable(page);
    await expectNear(page, 83);
    await expect(page.getByText('Continued at 1:23')).toBeVisible();
  }
  await page.getByRole('button', { name: 'Start over' }).click();
  await expectNear(page, 0);
});

test('keys play, seek, mute, change the speed and show subtitles, but do nothing with a modifier', { tag: '@long' }, async ({ archive, page }) => {
  await signInAndOpen(page, archive.url, `/video/${fog.id}/`);
  const readVideo = <Value>(readElement: (element: HTMLVideoElement) => Value) =>
    page.locator('video').evaluate(readElement as (element: SVGElement | HTMLElement) => Value);
  await pause(page);
  await page.getByRole('main').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => positionOf(page)).toBe(10);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => positionOf(page)).toBe(5);
  await page.keyboard.press('k');
  await expect.poll(() => isPaused(page)).toBe(false);
  await page.keyboard.press(' ');
  await expect.poll(() => isPaused(page)).toBe(true);
  await page.keyboard.press('m');
  await expect.poll(() => readVideo((video) => video.muted)).toBe(true);
  await page.keyboard.press('m');
  await page.keyboard.press('>');
  await expect.poll(() => readVideo((video) => video.playbackRate)).toBe(1.25);
  await page.keyboard.press('<');
  await page.keyboard.press('<');
  await expect.poll(() => readVideo((video) => video.playbackRate)).toBe(0.75);
  await page.keyboard.press('c');
  await expect.poll(() => readVideo((video) => [...video.textTracks].some(({ mode }) => mode !== 'disabled'))).toBe(true);
  const positionBefore = await positionOf(page);
  for (const modifier of ['Control', 'Alt', 'Meta']) {
    await page.keyboard.press(`${modifier}+m`);
    await page.keyboard.press(`${modifier}+>`);
  }
  expect(await readVideo((video) => ({ isMuted: video.muted, speed: video.playbackRate, position: video.currentTime }))).toEqual({
    isMuted: false,
    speed: 0.75,
    position: positionBefore,
  });
});

test(
  'a person can share a video, add it to playlists, switch autoplay, reindex and delete; without the server, actions that need the server say so',
  { tag: '@long' },
  async ({ deletableArchive: archive, device, page }) => {
    test.slow(); // covers everything in one test
    const proxy = await startFaultProxy({ port: archive.port });
    await device.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: proxy.url });
    const call = apiCaller(archive.url);
    const readJson = async <Value>(path: string): Promise<Value> => (await (await call(path)).json()) as Value;
    const membersOf = async (name: string): Promise<string[] | null> => {
      const { data } = await readJson<{ data: { playlist_name: string; playlist_entries: { youtube_id: string }[] }[] }>('/api/playlist/?type=custom');
      return data.find((playlist) => playlist.playlist_name === name)?.playlist_entries.map((entry) => entry.youtube_id) ?? null;
    };
    await page.clock.install();
    await signIn(page, proxy.url);
    await page.goto(`${proxy.url}/channel/UCslowHarbourSampleAaa01`);
    await page.getByRole('article').getByRole('link', { name: fog.title }).first().click();
    await waitUntilPlayable(page);
    await pause(page);
    const actions = page.getByRole('group', { name: 'Actions' });
    const chooseMore = async (name: string) => {
      await actions.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    const playlists = page.getByRole('dialog', { name: 'Add To Playlist' });

    await test.step('links lead to the video, and to its current position', async () => {
      await page.locator('video').evaluate((element: HTMLVideoElement) => (element.currentTime = 83));
      await expect.poll(() => positionOf(page)).toBe(83);
      const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
      for (const [item, address] of [
        ['Copy link', `/video/${fog.id}`],
        ['Copy link at 1:23', `/video/${fog.id}?t=83`],
      ] as const) {
        await actions.getByRole('button', { name: 'Share' }).click();
        await page.getByRole('menuitem', { name: item, exact: true }).click();
        await expect(page.getByText('Link copied.')).toBeVisible();
        expect(await readClipboard()).toBe(`${proxy.url}${address}`);
      }
    });
    await test.step('a playlist created in the dialog contains the video', async () => {
      await actions.getByRole('button', { name: 'Add To Playlist' }).click();
      await playlists.getByRole('button', { name: 'Create' }).click();
      await expect(playlists.getByRole('alert')).toHaveText('A playlist needs a name.');
      await playlists.getByRole('textbox', { name: 'New playlist' }).fill('  Rainy Sundays ');
      await page.keyboard.press('Enter');
      await expect(playlists.getByRole('checkbox', { name: /^Rainy Sundays/ })).toBeChecked();
      await expect.poll(() => membersOf('Rainy Sundays')).toEqual([fog.id]);
      await page.keyboard.press('Escape');
      await expect(playlists).toHaveCount(0);
    });
    await test.step('autoplay belongs to one playlist, and survives a reload', async () => {
      const northSea = page.getByRole('navigation', { name: 'Playlist North Sea, single-handed' });
      const autoplay = northSea.getByRole('switch', { name: 'Autoplay of North Sea, single-handed' });
      await expect(autoplay).not.toBeChecked();
      await autoplay.click();
      await expect(autoplay).toBeChecked();
      await page.reload();
      await expect(autoplay).toBeChecked();
      await autoplay.click();
      await expect(autoplay).not.toBeChecked();
    });
    await test.step('a reindex is confirmed', async () => {
      await chooseMore('Reindex');
      await expectQuotedText('Reindex scheduled', page.getByRole('status').getByText('Reindex scheduled', { exact: true }));
    });
    await test.step('while the server is away, playlists can be changed and created, and a deletion is refused', async () => {
      await goOffline(proxy, page);
      await actions.getByRole('button', { name: 'Add To Playlist' }).click();
      await playlists.getByRole('checkbox', { name: /^Rainy Sundays/ }).click();
      await expect(playlists.getByRole('checkbox', { name: /^Rainy Sundays/ })).not.toBeChecked();
      await playlists.getByRole('textbox', { name: 'New playlist' }).fill('Made in a tunnel');
      await playlists.getByRole('button', { name: 'Create' }).click();
      await expect(playlists.getByRole('checkbox', { name: /^Made in a tunnel/ })).toBeChecked();
      await page.keyboard.press('Escape');
      await expect(page.getByText(/^Your server isn.t answering/).first()).toBeVisible({ timeout: 20_000 });
      await chooseMore('Delete Video');
      await expect(page.getByText('This needs the server. It stays here for when you’re back.')).toBeVisible();
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      await page.clock.runFor(8_500); // undoable changes are sent when their toast ends
      await goOnline(proxy, page);
      await expect.poll(() => membersOf('Made in a tunnel'), { timeout: 30_000 }).toEqual([fog.id]);
      await expect.poll(() => membersOf('Rainy Sundays'), { timeout: 30_000 }).toEqual([]);
    });
    await test.step('deleting asks for confirmation, and returns to the page from which the video was opened', async () => {
      await chooseMore('Delete Video');
      const question = page.getByRole('alertdialog', { name: 'Delete this video?' });
      await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(question).toHaveCount(0);
      await chooseMore('Delete Video');
      await question.getByRole('button', { name: 'Delete and Ignore' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Slow Harbour' })).toBeVisible();
      await expect(page.getByText(new RegExp(`^Deleted and ignored: ${fog.title}`))).toBeVisible();
      await expect(page.getByRole('article').getByRole('link', { name: fog.title })).toHaveCount(0);
      expect((await call(`/api/video/${fog.id}/`)).status).toBe(404);
      await page.goto(`${proxy.url}/video/${fog.id}`);
      await expect(page.getByRole('main').getByText('No video found.').filter({ visible: true }).last()).toBeVisible();
    });
    await proxy.close();
  },
);

test(
  'a video whose file is missing says so and accepts marks; up next skips it, and it can be played as soon as the file is back',
  { tag: '@long' },
  async ({ deletableArchive: archive, page }) => {
    test.slow(); // two passes over the library
    const call = apiCaller(archive.url);
    const folder = path.join(archive.libraryFolder, 'Slow Harbour');
    const asideFolder = `${archive.libraryFolder}-aside`;
    const readFog = async () => (await (await call(`/api/video/${fog.id}/`)).json()) as { missing_since?: string; player: { watched: boolean } };
    const creation = await call('/api/playlist/custom/', { method: 'POST', body: { playlist_name: 'Ferry' } });
    const { playlist_id: playlistId } = (await creation.json()) as { playlist_id: string };
    for (const video_id of [lighthouses.id, fog.id, 'tinyFiles_1'])
      await call(`/api/playlist/custom/${playlistId}/`, { method: 'POST', body: { action: 'create', video_id } });

    await signIn(page, archive.url);
    await page.goto(`${archive.url}/playlist/${playlistId}/`);
    const row = page.getByRole('list', { name: 'Videos of the playlist' }).getByRole('listitem').filter({ hasText: fog.title });
    await page.getByRole('button', { name: 'Play all' }).click();
    await expect.poll(() => positionOf(page)).toBeGreaterThan(0);
    await rename(folder, asideFolder);
    await expect.poll(async () => (await readFog()).missing_since, { timeout: 20_000 }).toBeDefined();

    // The next video's file was still there when this video began.
    await page.locator('video').evaluate((element: HTMLVideoElement) => (element.currentTime = element.duration - 0.2));
    const player = page.getByRole('region', { name: /^Player: / });
    await expect(player.getByText(`Skipped: ${fog.title}. Its file is missing on the server.`)).toBeVisible();
    await expect(player.getByText(/^Next: Writing a tiny file system.* in \d s$/)).toBeVisible();
    await player.getByRole('button', { name: 'Cancel' }).click();

    await page.goto(`${archive.url}/playlist/${playlistId}/`);
    await expect(row.getByText('Its file is missing on the server')).toBeVisible();
    await row.getByRole('button', { name: /^More actions for/ }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Mark watched', 'Add To Playlist', 'Move to top', 'Move up', 'Move down', 'Move to bottom', 'Remove']);
    await page.keyboard.press('Escape');
    await row.getByRole('link').click();
    const notice = player.getByRole('status').filter({ hasText: 'Its file is missing on the server' });
    await expect(notice).toContainText(/Since \d\d:\d\d\. Your marks, position and playlists are kept/);
    await expect(player.getByRole('link', { name: 'See missing files' })).toHaveAttribute('href', '/admin/library/');
    await expect(player.getByRole('button', { name: /^(Play|Replay)$/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Reindex' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Download File' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Comments' }).getByRole('article').first()).toBeVisible();
    await page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'Mark watched' }).click();
    await expect.poll(async () => (await readFog()).player.watched).toBe(true);

    await rename(asideFolder, folder);
    await waitUntilPlayable(page);
    await expect(notice).toHaveCount(0);
    expect(await isPaused(page)).toBe(true);
    await control(page, 'Play').click();
    await expect.poll(() => positionOf(page)).toBeGreaterThan(0);
    await pause(page);
    await expect(page.getByRole('button', { name: 'Mark unwatched' })).toBeVisible();
  },
);

test('the player reports a file that has just disappeared, before any card shows the loss', { tag: '@long' }, async ({ deletableArchive: archive, page }) => {
  const call = apiCaller(archive.url);
  await signIn(page, archive.url);
  await page.goto(`${archive.url}/playlist/PLnorthSeaSingleHandedSampleList01/`);
  const frostLink = page.getByRole('link', { name: new RegExp(`^${frost.title} ?, 1 minute`) });
  await expect(frostLink).toBeVisible();
  await rename(path.join(archive.libraryFolder, 'Slow Harbour'), `${archive.libraryFolder}-aside`);
  const missingSince = async () => ((await (await call(`/api/video/${frost.id}/`)).json()) as { missing_since?: string }).missing_since;
  await expect.poll(missingSince, { timeout: 20_000 }).toBeDefined();
  await frostLink.click();
  await expect(
    page
      .getByRole('region', { name: /^Player: / })
      .getByRole('status')
      .filter({ hasText: 'Its file is missing on the server' }),
  ).toBeVisible();
});

test('if two devices have different positions of a video, the next play shows both', { tag: '@long' }, async ({ archive, faultProxy: proxy, page }) => {
  const call = apiCaller(archive.url);
  await signInAndOpen(page, proxy.url, `/video/${fog.id}/`);
  await pause(page);
  const isPositionSave = ({ method, path }: { method: string; path: string }): boolean => method === 'POST' && path.endsWith('/progress/');
  proxy.set({ kind: 'reset' }, isPositionSave);
  await page.locator('video').evaluate(async (element: HTMLVideoElement) => {
    element.currentTime = 60;
    await element.play();
  });
  await expect.poll(() => positionOf(page)).toBeGreaterThan(60.2);
  await pause(page);
  await expect.poll(() => proxy.seenRequests.some(isPositionSave), { timeout: 20_000 }).toBe(true);
  const position = Math.floor(await positionOf(page));
  await page.goto(`${proxy.url}/channel/`);
  await call(`/api/video/${fog.id}/progress/`, { method: 'POST', body: { position: 150 } });
  proxy.set({ kind: 'none' });
  const bothPositions = page.getByText(new RegExp(`^1:0${position - 60} here, 2:30 on another device`));
  await expect(async () => {
    await page.goto(`${proxy.url}/video/${fog.id}/`);
    await expect(bothPositions).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 40_000 });
  await page
    .getByRole('button', { name: `Go to 1:0${position - 60}` })
    .filter({ visible: true })
    .first()
    .click();
  await expectNear(page, position);
});

test('the page draws the first of many comments immediately, and the others while a person scrolls', { tag: '@long' }, async ({ archive, page }) => {
  const manyComments = Array.from({ length: 200 }, (_none, index) => ({
    comment_id: `comment-${index}`,
    comment_author: `@reader${index}`,
    comment_author_id: `UCreader${index}`,
    comment_author_is_uploader: false,
    comment_author_thumbnail: '',
    comment_text: `Comment ${index}: at 0:${String(index % 60).padStart(2, '0')}, see https://example.org/${index}`,
    comment_timestamp: 1_767_225_600 + index,
    comment_time_text: 'a while ago',
    comment_likecount: index,
    comment_is_favorited: false,
    comment_parent: 'root',
    comment_replies: [],
  }));
  await page.route(`**/api/video/${fog.id}/comment/`, (route) => route.fulfill({ json: manyComments }));
  await signInAndOpen(page, archive.url, `/video/${fog.id}/`);
  await pause(page);
  const comments = page.getByRole('region', { name: 'Comments' });
  await expect(comments.getByText('Comment 0: at', { exact: false })).toBeAttached();
  expect(await comments.getByRole('article').count()).toBeLessThan(100);
  const lastComment = comments.getByText('Comment 199: at', { exact: false });
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(lastComment).toBeAttached({ timeout: 100 });
  }).toPass({ timeout: 30_000, intervals: [50] });
  await comments.getByRole('article').last().getByRole('button', { name: 'Go to 0:19' }).click();
  await expectNear(page, 19);
});
