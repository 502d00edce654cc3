// Saving a video in a real browser despite many kinds of faults: in the end every byte equals the archive's.
import { expect, type BrowserContext, type Page, type Worker } from '@playwright/test';
import { createHash } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { appendFile, readdir, readFile, truncate } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { addPerson, people } from '../builders/archive-people.ts';
import { newVersionMark, startDeployProxy } from '../doubles/deploy-proxy.ts';
import type { MediaFault, MediaProxy } from '../doubles/media-proxy.ts';
import { logIn, signIn, waitForChunks } from './device.ts';
import {
  disc,
  expectSameBytes,
  fog,
  mebibyte,
  openChannel,
  refetchedBytes,
  rowsOf,
  savedName,
  test,
  waitUntilSaved,
  windowBytes,
  type LargeVideoFixtures,
} from './large-video-test.ts';

test.describe('a video of three windows', { tag: '@long' }, () => {
  const totalBytes = 2 * windowBytes + 1000;

  test('is saved despite cuts at every boundary of a window, and one byte before and after each', async ({ largeVideo, mediaProxy: proxy, page }) => {
    test.setTimeout(180_000);
    const cutOffsets = [0, windowBytes, 2 * windowBytes, totalBytes]
      .flatMap((offset) => [offset - 1, offset, offset + 1])
      .filter((offset) => offset >= 0 && offset < totalBytes);
    proxy.faults = cutOffsets.map((offset) => ({ kind: 'cut', offset }));
    await openChannel(page, proxy.url);
    await disc(page, /^Save offline/).click();
    await waitUntilSaved(page, 120_000);
    expect(proxy.faults).toEqual([]);
    expect(proxy.requests).toHaveLength(cutOffsets.length + 1);
    await expectSameBytes(page, largeVideo.file);
  });

  const page502 = '<h1>502 Bad Gateway</h1>';
  const faults: [problem: string, faultList: MediaFault[]][] = [
    ['dropped connections', [{ kind: 'drop' }, { kind: 'cut', offset: windowBytes + 5 }, { kind: 'drop' }]],
    ['a request that hangs', [{ kind: 'cut', offset: windowBytes + 5 }, { kind: 'hang' }]],
    ['a gateway’s page', [{ kind: 'answer', status: 502, type: 'text/html', text: page502 }]],
    [
      'a portal’s page',
      [
        { kind: 'cut', offset: windowBytes + 5 },
        { kind: 'answer', status: 200, type: 'text/html', text: '<h1>Welcome</h1>' },
      ],
    ],
    [
      'a page with the type of a video',
      [
        { kind: 'cut', offset: windowBytes + 5 },
        { kind: 'answer', status: 200, type: 'video/mp4', text: '<h1>Welcome</h1>' },
      ],
    ],
    ['the whole file in answer to a range request', [{ kind: 'cut', offset: windowBytes + 5 }, { kind: 'whole' }]],
    ['a wrong total size', [{ kind: 'headers', headers: { 'content-range': `bytes 0-${totalBytes - 1}/${totalBytes + 5}` } }]],
    [
      'another ETag over the same bytes',
      [
        { kind: 'cut', offset: windowBytes + 5 },
        { kind: 'headers', headers: { etag: '"another"' } },
      ],
    ],
    ['a byte changed in transit', [{ kind: 'flip', offset: windowBytes + 5 }]],
  ];
  for (const [problem, faultList] of faults) {
    test(`is saved despite ${problem}`, async ({ largeVideo, mediaProxy: proxy, page }) => {
      test.setTimeout(120_000);
      proxy.faults = [...faultList];
      await openChannel(page, proxy.url);
      await disc(page, /^Save offline/).click();
      await waitUntilSaved(page);
      expect(proxy.faults).toEqual([]);
      await expectSameBytes(page, largeVideo.file);
      expect((await rowsOf(page, 'revisions')).at(-1)).toMatchObject({ isCompared: true });
    });
  }

  const gatewayPage: MediaFault = { kind: 'answer', status: 502, type: 'text/html', text: page502 };
  const changes: [problem: string, change: (largeVideo: LargeVideoFixtures['largeVideo']) => Promise<void>][] = [
    ['a file that is replaced halfway', ({ write }) => write(totalBytes, 1)],
    ['a file that grows', ({ file }) => appendFile(file, 'more')],
    ['a file that becomes shorter', ({ write }) => write(windowBytes + 4, 2)],
  ];
  for (const [problem, change] of changes) {
    test(`is saved despite ${problem}`, async ({ largeVideo, mediaProxy: proxy, page }) => {
      proxy.faults = [{ kind: 'cut', offset: windowBytes + 5 }, ...Array.from({ length: 50 }, () => gatewayPage)];
      await openChannel(page, proxy.url);
      await disc(page, /^Save offline/).click();
      await expect.poll(() => proxy.requests.length).toBeGreaterThan(1);
      await change(largeVideo);
      proxy.faults = [];
      await waitUntilSaved(page);
      await expectSameBytes(page, largeVideo.file);
    });
  }

  test('whose file is empty counts as missing on the server, and is saved once the file has content', async ({ largeVideo, mediaProxy: proxy, page }) => {
    await truncate(largeVideo.file, 0);
    await openChannel(page, proxy.url);
    await disc(page, /^Save offline/).click();
    await expect(disc(page, /^The server doesn’t have the file/)).toBeVisible();
    await largeVideo.write(totalBytes);
    await disc(page, /^The server doesn’t have the file/).click();
    await page.getByRole('menuitem', { name: 'Try again' }).click();
    await waitUntilSaved(page);
    await expectSameBytes(page, largeVideo.file);
  });

  test('keeps its saved part each time the quota is reached, and continues when there is space', async ({ largeVideo, mediaProxy: proxy, page }) => {
    test.setTimeout(120_000);
    await openChannel(page, proxy.url);
    const session = await page.context().newCDPSession(page);
    const setSpareBytes = async (spareBytes: number | null): Promise<void> => {
      const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
      await session.send('Storage.overrideQuotaForOrigin', { origin: proxy.url, ...(spareBytes === null ? {} : { quotaSize: usage + spareBytes }) });
    };
    await setSpareBytes(mebibyte);
    await disc(page, /^Save offline/).click();
    // Later, Chromium has reserved space for most of the file, and the rest fits into half a MiB.
    for (const holdOffset of [mebibyte, windowBytes - mebibyte, windowBytes + mebibyte]) {
      await expect(disc(page, /^Paused at \d+ percent/)).toBeVisible({ timeout: 20_000 });
      await setSpareBytes(null);
      proxy.holdOffset = holdOffset;
      const countBefore = proxy.requests.length;
      await page.reload();
      const reachedByte = (): number => {
        const { firstByte, sentBytes } = proxy.requests.slice(countBefore).at(-1) ?? { firstByte: 0, sentBytes: 0 };
        return firstByte + sentBytes;
      };
      await expect.poll(reachedByte, { timeout: 20_000, intervals: [20] }).toBeGreaterThanOrEqual(holdOffset);
      // There is too little space for the next step of the file, but enough for the row in which the ledger records the pause.
      await setSpareBytes(mebibyte / 2);
      proxy.holdOffset = null;
    }
    await expect(disc(page, /^Paused at \d+ percent/)).toBeVisible({ timeout: 20_000 });
    await setSpareBytes(null);
    await page.reload();
    await waitUntilSaved(page);
    expect(proxy.requests.at(-1)?.firstByte, 'the first window is kept').toBeGreaterThanOrEqual(windowBytes);
    await expectSameBytes(page, largeVideo.file);
  });
});

interface ItemRow {
  videoId: string;
  status: { state: string; reason: string | null };
  savedBytes: number;
  wholeRevision: number | null;
}

test.describe('a video of which a window is saved', { tag: '@long' }, () => {
  const itemOf = async (page: Page): Promise<ItemRow | undefined> => (await rowsOf<ItemRow>(page, 'items'))[0];
  const statusOf = async (page: Page): Promise<string> => {
    const { state, reason } = (await itemOf(page))?.status ?? { state: 'none', reason: null };
    return reason === null ? state : `${state} ${reason}`;
  };

  /** Saves the first window. The rest does not arrive until the proxy's `holdOffset` is null. */
  async function saveFirstWindow(page: Page, proxy: MediaProxy): Promise<void> {
    proxy.holdOffset = windowBytes + mebibyte;
    await openChannel(page, proxy.url);
    await disc(page, /^Save offline/).click();
    await expect.poll(async () => (await itemOf(page))?.savedBytes, { timeout: 20_000 }).toBeGreaterThanOrEqual(windowBytes);
  }

  /** Compares what the service worker serves at this address with a file of the library. */
  async function expectCopyOf(page: Page, address: string, file: string): Promise<void> {
    const copyHash = await page.evaluate(
      async (url) => [...new Uint8Array(await crypto.subtle.digest('SHA-256', await (await fetch(url)).arrayBuffer()))],
      address,
    );
    expect(copyHash).toEqual([
      ...createHash('sha256')
        .update(await readFile(file))
        .digest(),
    ]);
  }

  function saverWorker(page: Page): Worker {
    const worker = page.workers().find((candidate) => candidate.url().includes('saver-worker'));
    if (!worker) throw new Error('the saver does not run');
    return worker;
  }

  test('waits while another tab holds the file open for writing, and keeps its saved part', async ({ device, largeVideo, mediaProxy: proxy, page }) => {
    await saveFirstWindow(page, proxy);
    await disc(page, /^Saving/).click();
    await expect(disc(page, /^Paused at/)).toBeVisible();
    const secondTab = await device.context.newPage();
    await secondTab.goto(`${proxy.url}/favicon.svg`);
    // The saver closes the file a moment after the pause.
    await expect
      .poll(() =>
        secondTab.evaluate(async () => {
          let folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('saved');
          for (const _depth of ['account', 'revision']) for await (const handle of folder.values()) folder = handle as FileSystemDirectoryHandle;
          const file = await folder.getFileHandle('00000');
          return file.createWritable({ keepExistingData: true }).then(
            (stream) => (Object.assign(window, { stream }), 'open'),
            (reason: Error) => reason.name,
          );
        }),
      )
      .toBe('open');
    proxy.holdOffset = null;
    await disc(page, /^Paused at/).click();
    await expect.poll(() => statusOf(page), { timeout: 20_000 }).toBe('paused background');
    expect((await itemOf(page))?.savedBytes).toBeGreaterThanOrEqual(windowBytes);
    await secondTab.close();
    await waitUntilSaved(page);
    expect(proxy.requests.at(-1)?.firstByte).toBeGreaterThanOrEqual(windowBytes);
    await expectSameBytes(page, largeVideo.file);
  });

  for (const method of ['write', 'flush']) {
    test(`is saved once the disk no longer fails to ${method}`, async ({ largeVideo, mediaProxy: proxy, page }) => {
      await saveFirstWindow(page, proxy);
      await saverWorker(page).evaluate((name) => {
        const prototype = Reflect.get(globalThis, 'FileSystemSyncAccessHandle').prototype;
        Object.assign(globalThis, { workingMethod: prototype[name] });
        prototype[name] = () => {
          throw new DOMException('of the test', 'UnknownError');
        };
      }, method);
      proxy.holdOffset = null;
      await expect.poll(() => statusOf(page), { timeout: 20_000 }).toBe('paused background');
      expect((await itemOf(page))?.savedBytes).toBeGreaterThanOrEqual(windowBytes);
      await saverWorker(page).evaluate((name) => {
        Reflect.get(globalThis, 'FileSystemSyncAccessHandle').prototype[name] = Reflect.get(globalThis, 'workingMethod');
      }, method);
      await waitUntilSaved(page);
      await expectSameBytes(page, largeVideo.file);
    });
  }

  test('is saved although the clock is set back by an hour, and its files are deleted after a removal', async ({ largeVideo, mediaProxy: proxy, page }) => {
    await saveFirstWindow(page, proxy);
    const setClockBack = (): void => {
      const { now } = Date;
      Date.now = () => now() - 3_600_000;
    };
    await saverWorker(page).evaluate(setClockBack);
    await page.evaluate(setClockBack);
    proxy.holdOffset = null;
    await waitUntilSaved(page);
    await expectSameBytes(page, largeVideo.file);
    await saverWorker(page).evaluate(setClockBack); // the removal then lies an hour ahead of the saver's clock
    await disc(page, savedName).click();
    await page.getByRole('menuitem', { name: 'Remove from device' }).click();
    await expect(disc(page, /^Save offline/)).toBeVisible();
    await expect.poll(() => rowsOf(page, 'revisions'), { timeout: 20_000 }).toEqual([]);
  });

  test('is saved with four others although all five are paused and resumed five times', async ({ largeVideo, mediaProxy: proxy, page }) => {
    proxy.holdOffset = 100_000;
    await openChannel(page, proxy.url);
    await page.goto(`${proxy.url}/`);
    const saveButtons = page.getByRole('button', { name: /^Save offline: / });
    await expect(saveButtons.nth(4)).toBeVisible();
    const labels = await saveButtons.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
    const titles = labels.slice(0, 5).map((label) => label.slice('Save offline: '.length));
    const pressAll = async (states: string): Promise<void> => {
      for (const title of titles) {
        const button = page.locator(states).and(page.getByRole('button', { name: title }));
        await button.click();
      }
    };
    const pausedCount = async (): Promise<number> => (await rowsOf<ItemRow>(page, 'items')).filter(({ status }) => status.state === 'paused').length;
    await pressAll('[data-save="none"]');
    for (let cycle = 0; cycle < 5; cycle += 1) {
      await pressAll('[data-save="queued"], [data-save="saving"]');
      await expect.poll(pausedCount).toBe(5);
      await pressAll('[data-save="paused"]');
      await expect.poll(pausedCount).toBe(0);
    }
    proxy.holdOffset = null;
    await expect
      .poll(async () => (await rowsOf<ItemRow>(page, 'items')).map(({ status }) => status.state), { timeout: 60_000 })
      .toEqual(Array(5).fill('ready'));
    const files = await readdir(largeVideo.library, { recursive: true });
    for (const { videoId, wholeRevision } of await rowsOf<ItemRow>(page, 'items')) {
      const name = files.find((file) => file.endsWith(`[${videoId}].mp4`)) ?? '';
      await expectCopyOf(page, `/_saved/${videoId}/original/${wholeRevision}`, path.join(largeVideo.library, name));
    }
  });

  test('is not seen, played or continued by another person, and continues when its owner returns', async ({
    bigArchive,
    largeVideo,
    mediaProxy: proxy,
    page,
  }) => {
    test.setTimeout(120_000);
    await addPerson(bigArchive.dataFolder, people.guest);
    const logOut = async (): Promise<void> => {
      await page.goto(`${proxy.url}/?sheet=logout`);
      await page.getByRole('button', { name: 'Log out, keep my copy' }).click();
      await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    };
    await saveFirstWindow(page, proxy);
    const copyStatus = (): Promise<number> => page.evaluate(async (url) => (await fetch(url, { headers: { range: 'bytes=0-9' } })).status, copyUrl);
    const copyUrl = `/_saved/${fog.id}/original/1`;
    expect(await copyStatus()).toBe(206);
    await logOut();
    expect(await copyStatus()).toBe(404);
    const countBefore = proxy.requests.length;
    proxy.holdOffset = null;

    await logIn(page, people.guest);
    await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
    expect(await copyStatus()).toBe(404);
    await page.goto(`${proxy.url}/channel/UCslowHarbourSampleAaa01/`);
    await disc(page, /^Save offline/).click();
    await waitUntilSaved(page);
    await page.goto(`${proxy.url}/saved/`);
    await expect(page.getByText('1 video on this device. It plays with no connection.')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Storage' }).getByText('Other accounts')).toBeVisible();
    expect([await copyStatus(), proxy.requests.slice(countBefore).map(({ firstByte }) => firstByte)]).toEqual([404, [0]]);

    await logOut();
    await logIn(page);
    await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
    await page.goto(`${proxy.url}/channel/UCslowHarbourSampleAaa01/`);
    await waitUntilSaved(page);
    expect(proxy.requests.at(-1)?.firstByte).toBeGreaterThanOrEqual(windowBytes);
    await expectCopyOf(page, copyUrl, largeVideo.file);
  });
});

/** The most bytes that the buffers of both sockets hold: the proxy has written them, and a busy browser has not read them yet. */
const inFlightBytes = 4 * mebibyte;

const countSentBytes = ({ requests }: MediaProxy): number => requests.reduce((sum, { sentBytes }) => sum + sentBytes, 0);

test.describe('a video that takes some seconds to save', { tag: '@long' }, () => {
  const totalBytes = 48 * mebibyte;
  test.use({ videoBytes: totalBytes });

  test('is fetched once for two tabs; when the saving tab is closed, the other tab continues', async ({ device, largeVideo, mediaProxy: proxy, page }) => {
    test.setTimeout(120_000);
    proxy.bytesPerSecond = 3 * mebibyte; // slow enough for a busy machine to keep up
    await openChannel(page, proxy.url);
    const secondTab = await device.context.newPage();
    await openChannel(secondTab, proxy.url);
    await disc(page, /^Save offline/).click();
    await expect(disc(secondTab, /^Saving, [1-9]/)).toBeVisible({ timeout: 20_000 });
    expect(proxy.requests).toHaveLength(1);
    await page.close();
    await waitUntilSaved(secondTab);
    expect(proxy.requests).toHaveLength(2);
    expect(countSentBytes(proxy) - totalBytes).toBeLessThanOrEqual(windowBytes + inFlightBytes);
    await expectSameBytes(secondTab, largeVideo.file);
  });

  test('takes no more space after ten cycles of removing and saving than after the first save', async ({ mediaProxy: proxy, page }) => {
    test.setTimeout(300_000);
    await openChannel(page, proxy.url);
    const measureUsage = (): Promise<number> => page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
    const save = async (): Promise<void> => {
      await disc(page, /^Save offline/).click();
      await waitUntilSaved(page);
    };
    await save();
    const usageAtFirst = await measureUsage();
    for (let cycle = 0; cycle < 10; cycle += 1) {
      await disc(page, savedName).click();
      await page.getByRole('menuitem', { name: 'Remove from device' }).click();
      await expect.poll(measureUsage, { timeout: 20_000 }).toBeLessThan(usageAtFirst - totalBytes * 0.9);
      await save();
    }
    await expect.poll(measureUsage).toBeLessThan(usageAtFirst * 1.05);
  });

  test('is saved although the client is updated in the middle', async ({ bigArchive, largeVideo, mediaProxy: proxy, page }) => {
    test.setTimeout(180_000);
    // A busy machine must keep up, because bytes that wait in sockets count as sent, although the browser never reads them.
    proxy.bytesPerSecond = 3 * mebibyte;
    const deployProxy = await startDeployProxy(proxy);
    await openChannel(page, deployProxy.url);
    await disc(page, /^Save offline/).click();
    await expect(disc(page, /^Saving, [1-9]/)).toBeVisible({ timeout: 20_000 });
    deployProxy.deploy();
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await expect(page.locator(`html[${newVersionMark}]`)).toHaveCount(1);
    await waitUntilSaved(page);
    expect(proxy.requests).toHaveLength(2);
    // On a busy machine, up to 1.1 MiB beyond a window stay in the second proxy and its sockets and never reach the browser.
    expect(countSentBytes(proxy) - totalBytes).toBeLessThanOrEqual(windowBytes + 4 * mebibyte);
    await expectSameBytes(page, largeVideo.file);
    expect(bigArchive.pid()).not.toBeNull();
    await deployProxy.close();
  });
});

test.describe('a video of 1 GiB', { tag: '@long' }, () => {
  const totalBytes = 1024 * mebibyte;
  test.use({ videoBytes: totalBytes });

  test('is saved despite twenty kills of the browser, each of which costs at most 8 MiB', async ({ device, largeVideo, mediaProxy: proxy, page }) => {
    test.setTimeout(600_000);
    proxy.bytesPerSecond = 8 * mebibyte; // slow enough for a busy machine to keep up
    await openChannel(page, proxy.url);
    await disc(page, /^Save offline/).click();
    let context: BrowserContext = device.context;
    for (let kill = 0; kill < 20; kill += 1) {
      await expect.poll(() => proxy.requests.length, { timeout: 30_000, intervals: [50] }).toBe(kill + 1);
      // The kill comes 40 to 47 MiB after the save resumed, so that the kills fall at different places of a window.
      const sentBytes = (40 + ((kill * 3) % 8)) * mebibyte + kill * 4321;
      await expect.poll(() => proxy.requests[kill]?.sentBytes ?? 0, { timeout: 60_000, intervals: [20] }).toBeGreaterThan(sentBytes);
      context = await device.kill();
      // A browser writes cookies to the disk only after half a minute, so a killed browser may have lost its session.
      await signIn(context.pages()[0] ?? (await context.newPage()), proxy.url);
    }
    const reopenedPage = context.pages()[0] ?? (await context.newPage());
    await openChannel(reopenedPage, proxy.url);
    await waitUntilSaved(reopenedPage, 120_000);
    const refetched = refetchedBytes(proxy);
    console.log(`Fetched again, MiB: ${refetched.map((bytes) => (bytes / mebibyte).toFixed(1)).join(' ')}`);
    expect(Math.max(...refetched)).toBeLessThanOrEqual(windowBytes);
    expect(countSentBytes(proxy) - totalBytes).toBeLessThanOrEqual(refetched.length * windowBytes);
    await expectSameBytes(reopenedPage, largeVideo.file);
  });
});

/** Longer than 4 GiB, because offsets of 32 bits end there. */
const filmBytes = 4.5 * 1024 * mebibyte + 1000;
const disk = statfsSync(os.tmpdir());
/** The archive's file and the copy. */
const hasSpaceForFilm = disk.bavail * disk.bsize > filmBytes * 2.5;
if (!hasSpaceForFilm) console.log('Skipped: saving a film of 4.5 GiB, since the disk of temporary files has too little space.');

test.describe('a film of 4.5 GiB', { tag: '@long' }, () => {
  test.use({ videoBytes: filmBytes });
  test.skip(() => !hasSpaceForFilm);

  test('keeps what is saved when the browser is killed at 60 percent, plays it without the server, and is completed byte for byte', async ({
    bigArchive,
    device,
    largeVideo,
    mediaProxy: proxy,
    page,
  }) => {
    test.setTimeout(900_000);
    await openChannel(page, proxy.url);
    await waitForChunks(page, 'video-screen', 'hosted-player');
    await disc(page, /^Save offline/).click();
    await expect.poll(() => countSentBytes(proxy), { timeout: 240_000, intervals: [50] }).toBeGreaterThan(filmBytes * 0.6);
    const context = await device.kill();
    await bigArchive.kill();
    const reopenedPage = context.pages()[0] ?? (await context.newPage());

    await test.step('without the server the video plays and seeks', async () => {
      await reopenedPage.goto(`${proxy.url}/video/${fog.id}/`);
      await expect(reopenedPage.getByRole('button', { name: /^Paused at (5[89]|6\d)%/ }).first()).toBeVisible();
      const readVideo = <Value>(read: (video: HTMLVideoElement) => Value | Promise<Value>): Promise<Value> =>
        reopenedPage.locator('video').evaluate(read as (video: SVGElement | HTMLElement) => Value | Promise<Value>);
      await expect.poll(() => readVideo(({ readyState }) => readyState), { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
      expect(await readVideo(({ currentSrc }) => new URL(currentSrc).pathname)).toBe(`/_saved/${fog.id}/original/1`);
      await readVideo(async (video) => {
        video.currentTime = 150;
        await video.play();
      });
      await expect.poll(() => readVideo(({ currentTime }) => currentTime)).toBeGreaterThan(150.5);
    });

    await test.step('with the server the copy becomes complete', async () => {
      await bigArchive.start();
      await openChannel(reopenedPage, proxy.url);
      await waitUntilSaved(reopenedPage, 300_000);
      expect((await rowsOf(reopenedPage, 'revisions')).at(-1)).toMatchObject({ totalBytes: filmBytes, isCompared: true });
      await expectSameBytes(reopenedPage, largeVideo.file);
    });
  });
});
