// The player on an archive's media in a real browser (SPEC "Player", §5, §9; docs/look-and-feel.md, The player). tests/unit/player-* tests
// its rules as tables; tests/component/player.test.tsx tests touch, theater and everything else that needs no archive.
import { expect, type Page } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sampleLibrary, apiCaller, type ArchiveProcess } from './archive-process.ts';
import { signIn } from './device.ts';
import { test } from './fixtures.ts';

/** From the sample library's README: 88 s with a sponsor from 30 to 40 s, 192 s with one from 68 to 80 s. */
const tugId = 'harbourTug1';
const fogId = 'fogNorthSea';

type Video = HTMLVideoElement;
const readVideo = <Value>(page: Page, read: (video: Video) => Value): Promise<Value> =>
  page.locator('video').evaluate(read as (video: SVGElement | HTMLElement) => Value);
const positionOf = (page: Page): Promise<number> => readVideo(page, (video) => video.currentTime);
const player = (page: Page) => page.getByRole('region', { name: /^Player: / });
const control = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Player controls' }).getByRole('button', { name }).filter({ visible: true }).first();

/** Opens a video by its address, where it waits for a press. */
async function openVideo(page: Page, url: string, address: string): Promise<void> {
  await page.goto(`${url}${address}`);
  // From a slow server the first picture takes a while.
  await expect.poll(() => readVideo(page, (video) => video.readyState), { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
}

async function expectPlaying(page: Page): Promise<void> {
  await expect.poll(() => readVideo(page, (video) => !video.paused && video.readyState >= 3 && video.currentTime > 0)).toBe(true);
}

async function savedPosition(url: string, videoId: string): Promise<number> {
  const call = apiCaller(url);
  const video = (await (await call(`/api/video/${videoId}/`)).json()) as { player: { position?: number } };
  return video.player.position ?? 0;
}

test(
  'playback keeps picture, position and speed when the server dies, and continues when the server is back',
  { tag: '@long' },
  async ({ archive, faultProxy: proxy, page }) => {
    test.setTimeout(150_000);
    await signIn(page, proxy.url);
    // The proxy sends about twice as fast as the video plays at double speed, so that only a part of the file is buffered when the server
    // goes away.
    proxy.set({ kind: 'slow', bytesPerSecond: 40_000 }, ({ path: requestPath }) => requestPath.startsWith('/youtube/') && requestPath.includes('.mp4'));
    await openVideo(page, proxy.url, `/video/${fogId}/?t=20`);
    await page.keyboard.press('c');
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('>');
    await page.keyboard.press('k');
    await expectPlaying(page);
    await expect.poll(() => positionOf(page)).toBeGreaterThan(24);

    await archive.kill();
    proxy.cut();
    const diedAtMs = Date.now();
    await expect(page.getByText('Waiting for the server')).toBeVisible({ timeout: 60_000 });
    const positionAtBreak = await positionOf(page);
    await expect(page.locator('canvas')).toBeVisible();
    await expect.poll(() => Date.now() - diedAtMs, { timeout: 40_000 }).toBeGreaterThan(30_000);
    await expect(page.getByText('Waiting for the server')).toBeVisible();
    await expect(page.getByText(/Not on this device|is damaged/)).toHaveCount(0);

    proxy.set({ kind: 'none' });
    await archive.start();
    const returnedAtMs = Date.now();
    await expect.poll(() => readVideo(page, (video) => !video.paused && video.readyState >= 3 && video.currentTime > 0), { intervals: [50] }).toBe(true);
    const waitedMs = Date.now() - returnedAtMs;
    const playedSeconds = ((await positionOf(page)) - positionAtBreak) / 2;
    expect(Math.abs(playedSeconds)).toBeLessThanOrEqual(1 + waitedMs / 1000);
    await expect(page.locator('canvas')).toBeHidden();
    expect(await readVideo(page, (video) => [video.playbackRate, [...video.textTracks].some(({ mode }) => mode === 'showing')])).toEqual([2, true]);
  },
);

test(
  'the player skips a sponsor within 0.3 s, plays the sponsor after Undo, and skips the sponsor again after a seek back',
  { tag: '@long' },
  async ({ archive, page }) => {
    await signIn(page, archive.url);
    await openVideo(page, archive.url, `/video/${tugId}/?t=29`);
    // Records the position of every shown frame, because a busy machine may not read the position at the right moment.
    await page.evaluate(() => {
      const shownPositions: number[] = [];
      Object.assign(window, { shownPositions });
      const recordPosition = (): void => {
        const video = document.querySelector('video');
        if (video && !video.seeking) shownPositions.push(video.currentTime);
        requestAnimationFrame(recordPosition);
      };
      recordPosition();
    });
    /** Returns the positions of the frames between `from` and `to`. */
    const positionsWithin = (from: number, to: number) =>
      page.evaluate(
        ([least, most]) => (window as unknown as { shownPositions: number[] }).shownPositions.filter((position) => position > least && position < most),
        [from, to] as const,
      );
    const undoButton = page.getByRole('button', { name: 'Undo: play the skipped part' });
    await test.step('the sponsor is skipped', async () => {
      await page.keyboard.press('k');
      await expect(page.getByText('Skipped sponsor')).toBeVisible();
      expect(await positionOf(page)).toBeGreaterThanOrEqual(40);
      // Time in which a busy machine drew no frame, and the page could not act, does not count.
      const framePositions = [30, ...(await positionsWithin(30, 40))];
      const shownSeconds = framePositions.slice(1).reduce((sum, position, index) => sum + Math.min(position - (framePositions[index] ?? position), 0.05), 0);
      expect.soft(shownSeconds).toBeLessThanOrEqual(0.3);
    });
    await test.step('Undo plays the sponsor', async () => {
      await undoButton.click();
      await expect(undoButton).toHaveCount(0);
      await expect.poll(() => positionOf(page)).toBeLessThan(39);
      await readVideo(page, (video) => void (video.playbackRate = 2)); // halves the wait for the ten seconds of the segment
      await expect.poll(() => positionOf(page), { timeout: 20_000 }).toBeGreaterThan(40.5);
      expect((await positionsWithin(31, 39)).length).toBeGreaterThan(5);
    });
    await test.step('after a seek back the sponsor is skipped again, and Undo is offered for 4 s', async () => {
      await page.getByRole('slider', { name: 'Seek' }).focus();
      await page.keyboard.press('PageDown');
      for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
      await expect(undoButton).toBeVisible({ timeout: 15_000 });
      await expect(undoButton).toHaveCount(0, { timeout: 6000 });
    });
  },
);

test('a person with only a keyboard can play, seek with an announced position, and choose a chapter', { tag: '@long' }, async ({ archive, page }) => {
  await signIn(page, archive.url);
  await openVideo(page, archive.url, `/video/${fogId}/`);
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  const seekSlider = page.getByRole('slider', { name: 'Seek' });
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab');
      return seekSlider.evaluate((element) => element === document.activeElement);
    })
    .toBe(true);
  await page.keyboard.press('PageUp');
  await expect(seekSlider).toHaveAttribute('aria-valuetext', /^1 minute of 3 minutes 12 seconds, .+/);
  await page.keyboard.press('Tab');
  await expect(control(page, 'Play')).toBeFocused();
  await page.keyboard.press('Space');
  await expectPlaying(page);
  await page.keyboard.press('Space');
  await expect.poll(() => readVideo(page, (video) => video.paused)).toBe(true);
  await control(page, /^Chapters, now/).focus();
  await page.keyboard.press('Enter');
  const chapters = page.getByRole('menu', { name: 'Chapters' });
  await expect(chapters.getByRole('menuitemradio', { checked: true })).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(chapters).toHaveCount(0);
  await expect.poll(() => positionOf(page)).toBe(0);
});

/** Debian's ffmpeg generates the playlist. Without ffmpeg this test is skipped, with a line that says so in the long tests, which run it. */
if (process.env['STOWAWAY_LONG'] === '1' && spawnSync('ffmpeg', ['-version']).error)
  console.log('Skipped: an HLS playlist in the browser, since ffmpeg is not installed.');
else test('an HLS playlist plays through hls.js', { tag: '@long' }, expectHlsPlays);

async function expectHlsPlays({ archive, page }: { archive: ArchiveProcess; page: Page }): Promise<void> {
  const folder = hlsOf('Kettle & Cog', tugId);
  try {
    await changeVideos(page, { [tugId]: { media_url: '/youtube/made-hls/index.m3u8' } });
    await signIn(page, archive.url);
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    await page.route('**/youtube/made-hls/*', (route) => {
      const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
      return route.fulfill({
        body: readFileSync(path.join(folder, name)),
        contentType: name.endsWith('.m3u8') ? 'application/vnd.apple.mpegurl' : 'video/mp2t',
      });
    });
    await openVideo(page, archive.url, `/video/${tugId}/?t=12`);
    await page.keyboard.press('k');
    await expectPlaying(page);
    expect(await readVideo(page, (video) => video.currentSrc)).toMatch(/^blob:/);
    expect(await positionOf(page)).toBeGreaterThanOrEqual(12);
    expect(scripts.some((script) => /hls/.test(script))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('the player reports a format that the device cannot play', { tag: '@long' }, async ({ archive, page }) => {
  await changeVideos(page, { [fogId]: { streams: [{ type: 'video', index: 0, codec: 'hevc', bitrate: 1, width: 1280, height: 720 }] } });
  await signIn(page, archive.url);
  await page.goto(`${archive.url}/video/${fogId}/`);
  await expect(page.getByText('This device can’t play hevc.')).toBeVisible();
  await expect(page.getByText('Download File gives you the original', { exact: false })).toBeVisible();
});

test(
  'at triple speed the archive’s position is at most ten seconds behind; a closed tab loses at most one second, a killed browser at most five',
  { tag: '@long' },
  async ({ archive, device, page }) => {
    test.setTimeout(180_000);
    await signIn(page, archive.url);
    await openVideo(page, archive.url, `/video/${fogId}/`);
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('>');
    await page.keyboard.press('k');
    await expectPlaying(page);
    expect(await readVideo(page, (video) => video.playbackRate)).toBe(3);
    for (const seconds of [30, 45]) {
      await expect.poll(() => positionOf(page), { intervals: [50], timeout: 30_000 }).toBeGreaterThan(seconds);
      const position = await positionOf(page);
      expect(position - (await savedPosition(archive.url, fogId))).toBeLessThanOrEqual(10);
    }

    const nextTab = await device.context.newPage();
    const position = await positionOf(page);
    await page.close();
    await nextTab.goto(`${archive.url}/video/${fogId}/`);
    await expect(nextTab.getByText(/^Continued at/)).toBeVisible();
    await expect.poll(() => positionOf(nextTab)).toBeGreaterThanOrEqual(position - 1);
    // A position within three seconds of the archive's counts as the same (src/lib/watched-rule.ts).
    await expect.poll(() => savedPosition(archive.url, fogId), { timeout: 30_000 }).toBeGreaterThanOrEqual(position - 3);

    await nextTab.keyboard.press('k');
    await expectPlaying(nextTab);
    const startPosition = await positionOf(nextTab);
    await expect.poll(() => positionOf(nextTab)).toBeGreaterThan(startPosition + 7);
    const positionAtKill = await positionOf(nextTab);
    await archive.kill();
    // The tab dies without notice, as a killed browser does.
    const cdp = await device.context.newCDPSession(nextTab);
    const crashEvent = nextTab.waitForEvent('crash');
    void cdp.send('Page.crash').catch(() => {});
    await crashEvent;
    const reopenedTab = await device.context.newPage();
    await archive.start();
    await reopenedTab.goto(`${archive.url}/video/${fogId}/`);
    await expect(reopenedTab.getByText(/^Continued at/)).toBeVisible();
    await expect.poll(() => positionOf(reopenedTab)).toBeGreaterThanOrEqual(positionAtKill - 5.5);
    await expect.poll(() => savedPosition(archive.url, fogId), { timeout: 30_000 }).toBeGreaterThanOrEqual(positionAtKill - 5.5);
  },
);

test('a closing tab sends its position to the archive', async ({ archive, device, page }) => {
  await signIn(page, archive.url);
  await device.context.newPage(); // keeps the browser running, without any tab of the client
  await page.bringToFront();
  await openVideo(page, archive.url, `/video/${fogId}/?t=20`);
  await page.keyboard.press('k');
  await expectPlaying(page);
  // Waits for a moment halfway between two reports, which are 10 s apart. Only the report of the closing tab can then contain the position.
  let position = 0;
  await expect
    .poll(
      async () => {
        const savedSeconds = await savedPosition(archive.url, fogId);
        position = await positionOf(page);
        return savedSeconds > 0 && position - savedSeconds;
      },
      { intervals: [50], timeout: 30_000 },
    )
    .toBeGreaterThan(3);
  await page.close();
  await expect.poll(() => savedPosition(archive.url, fogId), { intervals: [50] }).toBeGreaterThanOrEqual(position);
});

test('the system’s media controls show and control playback, and the end of a video offers Replay and Similar', { tag: '@long' }, async ({ archive, page }) => {
  await page.addInitScript(() => {
    const actions: Record<string, (details: object) => void> = {};
    Object.assign(window, { actions });
    const setRealHandler = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession);
    navigator.mediaSession.setActionHandler = (action, handler) => {
      if (handler) actions[action] = handler as (details: object) => void;
      else delete actions[action];
      setRealHandler(action, handler);
    };
  });
  await signIn(page, archive.url);
  await openVideo(page, archive.url, `/video/${fogId}/?t=30`);
  await page.keyboard.press('k');
  await expectPlaying(page);
  await expect
    .poll(() => page.evaluate(() => [navigator.mediaSession.metadata?.title, navigator.mediaSession.metadata?.artist, navigator.mediaSession.playbackState]))
    .toEqual(['Crossing the North Sea alone, day 3: fog', 'Slow Harbour', 'playing']);
  expect(await page.evaluate(() => navigator.mediaSession.metadata?.artwork[0]?.src)).toContain(fogId);
  const runAction = (action: string, details: object = {}) =>
    page.evaluate(([name, argument]) => (window as unknown as { actions: Record<string, (details: object) => void> }).actions[name]?.(argument), [
      action,
      details,
    ] as const);
  await runAction('seekto', { seekTime: 100 });
  await expect.poll(() => positionOf(page)).toBeGreaterThanOrEqual(100);
  await runAction('pause');
  await expect.poll(() => readVideo(page, (video) => video.paused)).toBe(true);
  await expect.poll(() => page.evaluate(() => navigator.mediaSession.playbackState)).toBe('paused');

  await runAction('seekto', { seekTime: 191 });
  await runAction('play');
  await expect(player(page).getByRole('button', { name: 'Replay' }).first()).toBeVisible();
  await expect(player(page).getByRole('button', { name: 'Similar' })).toBeVisible();
  await player(page).getByRole('button', { name: 'Similar' }).click();
  await expect(page.getByRole('heading', { name: 'Similar Videos' })).toBeInViewport();
});

interface WireVideo extends Record<string, unknown> {
  youtube_id: string;
}

/** Changes these videos in every response, as if the archive had sent the changed values, which the mirror then stores. */
async function changeVideos(page: Page, changes: Record<string, Record<string, unknown>>): Promise<void> {
  const applyChanges = (video: WireVideo): WireVideo => ({ ...video, ...changes[video.youtube_id] });
  await page.route('**/api/video/**', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json().catch(() => null)) as { data?: WireVideo[] } | WireVideo | null;
    if (body && Array.isArray(body.data)) return route.fulfill({ response: answer, json: { ...body, data: body.data.map(applyChanges) } });
    if (body && 'youtube_id' in body) return route.fulfill({ response: answer, json: applyChanges(body) });
    return route.fulfill({ response: answer });
  });
}

/** Generates a playlist with its segments from a video of the sample library, and returns its folder. */
function hlsOf(channel: string, videoId: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-hls-'));
  const result = spawnSync('bash', [
    '-c',
    `ffmpeg -loglevel error -i "$0"/*"[$1]".mp4 -t 30 -c copy -f hls -hls_time 4 -hls_list_size 0 "$2/index.m3u8"`,
    path.join(sampleLibrary, channel),
    videoId,
    folder,
  ]);
  if (result.status !== 0) throw new Error(`ffmpeg made no playlist: ${String(result.stderr)}`);
  return folder;
}
