// Videos on the device: saved from a card, played without the archive, repaired, exported and removed.
import { expect, type Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { sampleLibrary } from './archive-process.ts';
import { signIn, waitForChunks, waitForWorker } from './device.ts';
import { test } from './fixtures.ts';

test.use({ hasWorker: true });

const fog = { id: 'fogNorthSea', title: 'Crossing the North Sea alone, day 3: fog' };

test('a video saved from its card plays, with its whole page, after a restart of the browser with the server stopped, and every byte is right', async ({
  archive,
  device,
  page,
}) => {
  test.setTimeout(120_000);
  await signIn(page, archive.url);
  await waitForWorker(page);
  await test.step('the card’s save control saves the video', async () => {
    await page.goto(`${archive.url}/channel/UCslowHarbourSampleAaa01/`);
    await page.getByRole('button', { name: `Save offline: ${fog.title}` }).click();
    await expect(page.getByRole('status').getByText(`Saving ${fog.title}`)).toBeVisible();
    await expect(page.getByRole('button', { name: `Saved on this device: ${fog.title}` })).toBeVisible({ timeout: 30_000 });
    await waitForChunks(page, 'video-screen');
  });
  const reopenedPage = await test.step('the server stops, and the browser is restarted', async () => {
    await archive.kill();
    const context = await device.reopen();
    return context.pages()[0] ?? (await context.newPage());
  });
  await test.step('the video’s page opens, and the video plays', async () => {
    await reopenedPage.goto(`${archive.url}/video/${fog.id}/`);
    await expect(reopenedPage.getByRole('heading', { level: 1, name: fog.title })).toBeVisible();
    await expect.poll(() => evaluateVideo(reopenedPage, (element) => element.readyState), { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
    expect(await evaluateVideo(reopenedPage, (element) => new URL(element.currentSrc).pathname)).toMatch(/^\/_saved\/fogNorthSea\/original\/1$/);
  });
  await test.step('the page has its chapters, subtitles and comments, and the player skips the sponsor from 68 to 80 s', async () => {
    await reopenedPage.keyboard.press('c');
    await evaluateVideo(reopenedPage, (element) => void (element.currentTime = 60));
    await expect(reopenedPage.getByRole('button', { name: 'Chapters, now: Radar, explained slowly' }).first()).toBeVisible();
    await expect.poll(() => evaluateVideo(reopenedPage, shownCues)).toEqual(['So: the radar. It shouts, and then it listens.']);
    await expect(reopenedPage.getByRole('region', { name: 'Comments' }).getByText('At 1:44 you can hear a second horn')).toBeAttached();
    await evaluateVideo(reopenedPage, async (element) => {
      element.currentTime = 67.7;
      await element.play();
    });
    await expect(reopenedPage.getByText('Skipped sponsor')).toBeVisible();
    await expect.poll(() => evaluateVideo(reopenedPage, (element) => element.currentTime)).toBeGreaterThan(80.2);
  });
  await test.step('every byte matches the archive’s file', async () => {
    expect(await hashOf(reopenedPage, `/_saved/${fog.id}/original/1`)).toBe(await hashOfFile(fog.id));
  });
});

const isMedia = ({ path: requestPath }: { path: string }): boolean => /^\/(youtube|media)\/.*\.(mp4|webm)/.test(requestPath);
const slowHarbour = '/channel/UCslowHarbourSampleAaa01/';
/** The video's save control, a round button, in the given state. */
const disc = (page: Page, state: string | RegExp) =>
  page
    .getByRole('button', { name: state })
    .and(page.locator('[data-save]'))
    .and(page.getByRole('button', { name: fog.title }));

async function saveFog(page: Page, url: string): Promise<void> {
  await signIn(page, url);
  await waitForWorker(page);
  await page.goto(`${url}${slowHarbour}`);
  await disc(page, /^Save offline/).click();
  await expect(disc(page, /^Saved on this device/)).toBeVisible({ timeout: 30_000 });
}

// A killed Chromium once lost IndexedDB in this way. Unit tests (kept-list) cover what is restored.
test(
  'a copy whose files are still on the disk plays and passes a check after the browser has lost all of IndexedDB',
  { tag: '@long' },
  async ({ device, faultProxy: proxy, page }) => {
    await saveFog(page, proxy.url);
    const context = await device.reopen((profile) => deleteFolders(profile, ['IndexedDB']));
    const reopenedPage = context.pages()[0] ?? (await context.newPage());
    proxy.forget();
    await reopenedPage.goto(`${proxy.url}/saved/`);
    await expect(reopenedPage.getByRole('button', { name: /^Saved on this device/ })).toBeVisible();
    await reopenedPage.getByRole('button', { name: 'Check saved videos' }).click();
    await expect(reopenedPage.getByText('The video is intact.')).toBeVisible();
    expect(await hashOf(reopenedPage, `/_saved/${fog.id}/original/1`)).toBe(await hashOfFile(fog.id));
    expect(proxy.seenRequests.filter(isMedia)).toEqual([]);
  },
);

test(
  'a saved video is listed as gone and can be saved again after the browser has lost all storage but localStorage',
  { tag: '@long' },
  async ({ archive, device, page }) => {
    await saveFog(page, archive.url);
    const context = await device.reopen((profile) => deleteFolders(profile, ['IndexedDB', 'File System']));
    const reopenedPage = context.pages()[0] ?? (await context.newPage());
    await reopenedPage.goto(`${archive.url}/saved/`);
    const row = reopenedPage.getByRole('listitem').filter({ hasText: fog.title });
    await expect(row.getByText('Gone from this device.')).toBeVisible();
    await row.getByRole('button', { name: 'Save again' }).click();
    await expect(reopenedPage.getByRole('button', { name: /^Saved on this device/ })).toBeVisible({ timeout: 30_000 });
  },
);

// Unit tests (saver, save-media-file) cover each of these answers.
test(
  'a portal, a gateway’s page and a cut connection leave no wrong byte in a copy; the save waits, continues by itself, and completes the copy',
  { tag: '@long' },
  async ({ faultProxy: proxy, page }) => {
    await signIn(page, proxy.url);
    await waitForWorker(page);
    await page.goto(`${proxy.url}${slowHarbour}`);
    proxy.set({ kind: 'portal' }, isMedia);
    await disc(page, /^Save offline/).click();
    await expect(disc(page, /^Paused at 0 percent\. Waiting for the server/)).toBeVisible();
    for (const kind of ['bad-gateway', 'truncate', 'reset'] as const) {
      proxy.forget();
      proxy.set({ kind }, isMedia);
      await expect.poll(() => proxy.seenRequests.some(isMedia), { timeout: 20_000 }).toBe(true);
    }
    proxy.set({ kind: 'none' });
    await expect(disc(page, /^Saved on this device/)).toBeVisible({ timeout: 30_000 });
    expect(await hashOf(page, `/_saved/${fog.id}/original/1`)).toBe(await hashOfFile(fog.id));
  },
);

test(
  'the save control of a video pauses and resumes the save, the Saved page lists the copy, and Undo restores a removed copy',
  { tag: '@long' },
  async ({ faultProxy: proxy, page }) => {
    await signIn(page, proxy.url);
    await waitForWorker(page);
    await page.goto(`${proxy.url}${slowHarbour}`);
    proxy.set({ kind: 'hang' }, isMedia);
    await disc(page, /^Save offline/).click();
    await disc(page, /^(Queued|Saving)/).click();
    await expect(disc(page, /^Paused at 0 percent\. Resume/)).toBeVisible();
    proxy.set({ kind: 'none' });
    proxy.cut();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Saved' }).click();
    await expect(page.getByRole('region', { name: 'Saving now' }).getByText('Paused', { exact: true })).toBeVisible();
    await disc(page, /^Paused/).click();
    const deviceRegion = page.getByRole('region', { name: 'On this device' });
    await expect(deviceRegion.getByRole('link', { name: fog.title })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('1 video on this device. It plays with no connection.')).toBeVisible();
    await disc(page, /^Saved on this device/).click();
    await page.getByRole('menuitem', { name: 'Remove from device' }).click();
    await expect(page.getByText('Nothing saved yet')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(deviceRegion.getByRole('link', { name: fog.title })).toBeVisible();
    expect(await hashOf(page, `/_saved/${fog.id}/original/1`)).toBe(await hashOfFile(fog.id));
  },
);

test('clearing this device deletes the saved videos too', { tag: '@long' }, async ({ archive, page }) => {
  await saveFog(page, archive.url);
  expect(await filesOfOrigin(page)).not.toEqual([]);
  await page.goto(`${archive.url}/?sheet=logout`);
  await page.getByRole('button', { name: 'Log out and clear this device' }).click();
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  expect(await filesOfOrigin(page)).toEqual([]);
  expect(await page.evaluate(async (address) => (await fetch(address)).status, `/_saved/${fog.id}/original/1`)).toBe(404);
  expect(await ledgerKeys(page)).toEqual({ settings: ['last-revision'] });
});

test('a copy whose files the system deleted is reported as gone, and can be saved again', { tag: '@long' }, async ({ archive, page }) => {
  await saveFog(page, archive.url);
  await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry('saved', { recursive: true }));
  await page.goto(`${archive.url}/saved/`);
  await expect(page.getByText('Gone from this device.')).toBeVisible();
  await disc(page, /^Gone from this device/).click();
  await page.getByRole('menuitem', { name: 'Save again' }).click();
  await expect(disc(page, /^Saved on this device/)).toBeVisible({ timeout: 30_000 });
  expect(await hashOf(page, `/_saved/${fog.id}/original/2`)).toBe(await hashOfFile(fog.id));
});

test('after an interrupted clearing of this device no copy plays, and the next start deletes the rest', { tag: '@long' }, async ({ archive, page }) => {
  await saveFog(page, archive.url);
  await page.addInitScript(() => {
    FileSystemDirectoryHandle.prototype.removeEntry = () => new Promise(() => {});
  });
  await page.goto(`${archive.url}/?sheet=logout`);
  await page.getByRole('button', { name: 'Log out and clear this device' }).click();
  const copyStatus = (): Promise<number> => page.evaluate(async (address) => (await fetch(address)).status, `/_saved/${fog.id}/original/1`);
  await expect.poll(copyStatus).toBe(404);
  expect(await filesOfOrigin(page)).not.toEqual([]);
  const nextPage = await page.context().newPage();
  await page.close();
  await nextPage.goto(`${archive.url}/saved/`);
  await expect(nextPage.getByText('Nothing saved yet')).toBeVisible();
  await expect.poll(() => filesOfOrigin(nextPage), { timeout: 20_000 }).toEqual([]);
});

test(
  'a check finds a copy that is damaged on the disk; another save repairs the copy, which can be exported with its subtitles',
  { tag: '@long' },
  async ({ archive, page }) => {
    await saveFog(page, archive.url);
    await page.goto(`${archive.url}/saved/`);
    await page.getByRole('button', { name: 'Check saved videos' }).click();
    await expect(page.getByText('The video is intact.')).toBeVisible();
    await flipOneByte(page);
    await page.getByRole('button', { name: 'Check saved videos' }).click();
    const savingRegion = page.getByRole('region', { name: 'Saving now' });
    await expect(savingRegion.getByText('The copy was damaged.')).toBeVisible();
    await savingRegion.getByRole('button', { name: 'Save again' }).click();
    await expect(page.getByRole('region', { name: 'On this device' }).getByRole('link', { name: fog.title })).toBeVisible({ timeout: 30_000 });
    const fileNames: string[] = [];
    const downloads: Promise<string>[] = [];
    page.on('download', (download) => {
      fileNames.push(download.suggestedFilename());
      downloads.push(download.path());
    });
    await page.getByRole('button', { name: `More actions for ${fog.title}` }).click();
    await page.getByRole('menuitem', { name: 'Export as a file' }).click();
    const baseName = 'Crossing the North Sea alone, day 3 fog [fogNorthSea]';
    await expect.poll(() => fileNames.toSorted()).toEqual([`${baseName}.de.vtt`, `${baseName}.en.vtt`, `${baseName}.fr.vtt`, `${baseName}.mp4`]);
    const bytes = await readFile((await downloads[fileNames.indexOf(`${baseName}.mp4`)]) ?? '');
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(await hashOfFile(fog.id));
  },
);

/** Damages the only video on the device. */
async function flipOneByte(page: Page): Promise<void> {
  await page.evaluate(async () => {
    let folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('saved');
    for (let depth = 0; depth < 2; depth += 1) for await (const handle of folder.values()) folder = handle as FileSystemDirectoryHandle;
    const file = await folder.getFileHandle('00000');
    const position = 100_000;
    const [byte] = new Uint8Array(await (await file.getFile()).slice(position, position + 1).arrayBuffer());
    const stream = await file.createWritable({ keepExistingData: true });
    await stream.write({ type: 'write', position, data: Uint8Array.of((byte ?? 0) ^ 1) });
    await stream.close();
  });
}

/** Returns the keys of each ledger store that has rows. */
function ledgerKeys(page: Page): Promise<Record<string, IDBValidKey[]>> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const openRequest = indexedDB.open('stowaway-saved');
        openRequest.onsuccess = () => {
          const ledger = openRequest.result;
          const transaction = ledger.transaction([...ledger.objectStoreNames]);
          const storeKeys: Record<string, IDBValidKey[]> = {};
          for (const name of ledger.objectStoreNames) {
            const keysRequest = transaction.objectStore(name).getAllKeys();
            keysRequest.onsuccess = () => keysRequest.result.length > 0 && (storeKeys[name] = keysRequest.result);
          }
          transaction.oncomplete = () => {
            ledger.close();
            resolve(storeKeys);
          };
        };
      }),
  );
}

/** Deletes the folders of these names from the profile of a closed browser. */
async function deleteFolders(profile: string, names: readonly string[]): Promise<void> {
  const folders = (await readdir(profile, { recursive: true })).filter((name) => names.includes(path.basename(name)));
  expect(new Set(folders.map((folder) => path.basename(folder)))).toEqual(new Set(names));
  for (const folder of folders) await rm(path.join(profile, folder), { recursive: true });
}

/** Returns the paths of all files in the origin's private file system; null if one was deleted meanwhile. */
function filesOfOrigin(page: Page): Promise<string[] | null> {
  return page.evaluate(async () => {
    const paths: string[] = [];
    async function walk(folder: FileSystemDirectoryHandle, prefix: string): Promise<void> {
      for await (const [name, handle] of folder.entries()) {
        if (handle.kind === 'directory') await walk(handle as FileSystemDirectoryHandle, `${prefix}${name}/`);
        else paths.push(prefix + name);
      }
    }
    try {
      await walk(await navigator.storage.getDirectory(), '/');
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotFoundError') return null;
      throw error;
    }
    return paths;
  });
}

function hashOf(page: Page, address: string): Promise<string> {
  return page.evaluate(async (url) => {
    const hash = await crypto.subtle.digest('SHA-256', await (await fetch(url)).arrayBuffer());
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
  }, address);
}

async function hashOfFile(videoId: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(await fileOf(videoId)))
    .digest('hex');
}

/** The texts of the subtitles at the current position. */
function shownCues({ textTracks }: HTMLVideoElement): string[] {
  return [...textTracks].filter(({ mode }) => mode === 'showing').flatMap(({ activeCues }) => [...(activeCues ?? [])].map((cue) => (cue as VTTCue).text));
}

function evaluateVideo<Value>(page: Page, read: (element: HTMLVideoElement) => Value | Promise<Value>): Promise<Value> {
  return page.locator('video').evaluate(read as (element: SVGElement | HTMLElement) => Value | Promise<Value>);
}

async function fileOf(videoId: string): Promise<string> {
  const names = await readdir(sampleLibrary, { recursive: true });
  const name = names.find((file) => file.endsWith(`[${videoId}].mp4`));
  if (name === undefined) throw new Error(`the sample library has no ${videoId}`);
  return path.join(sampleLibrary, name);
}
