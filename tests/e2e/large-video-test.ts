// For tests that save a large video: a library that contains one, its archive, a proxy with faults, and what the tests do and check with it.
import { expect, type Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { writeLargeVideo } from '../builders/large-video.ts';
import { startMediaProxy, type MediaProxy } from '../doubles/media-proxy.ts';
import { createArchiveProcess, sampleLibrary, type ArchiveProcess } from './archive-process.ts';
import { signIn, waitForWorker } from './device.ts';
import { test as base } from './fixtures.ts';
import { templateFolder } from './global-setup.ts';

export const mebibyte = 1024 * 1024;
export const windowBytes = 8 * mebibyte;
export const fog = { id: 'fogNorthSea', title: 'Crossing the North Sea alone, day 3: fog' };

export interface LargeVideoFixtures {
  videoBytes: number;
  /** The video's file, in a library that belongs to the test. */
  largeVideo: { library: string; file: string; write(totalBytes: number, mark?: number): Promise<void> };
  bigArchive: ArchiveProcess;
  mediaProxy: MediaProxy;
}

export const test = base.extend<LargeVideoFixtures>({
  hasWorker: true,
  videoBytes: [2 * windowBytes + 1000, { option: true }],
  largeVideo: async ({ videoBytes }, use) => {
    const library = await mkdtemp(path.join(os.tmpdir(), 'stowaway-library-'));
    await cp(sampleLibrary, library, { recursive: true, preserveTimestamps: true });
    const name = (await readdir(library, { recursive: true })).find((file) => file.endsWith(`[${fog.id}].mp4`)) ?? '';
    const write = (totalBytes: number, mark = 0): Promise<void> =>
      writeLargeVideo(path.join(library, name), { smallVideoPath: path.join(sampleLibrary, name), totalBytes, mark });
    await write(videoBytes);
    await use({ library, file: path.join(library, name), write });
    await rm(library, { recursive: true, force: true });
  },
  bigArchive: async ({ largeVideo }, use) => {
    const archive = await createArchiveProcess({ template: templateFolder, library: largeVideo.library });
    await archive.start();
    await archive.waitForImport();
    await use(archive);
    await archive.remove();
  },
  mediaProxy: async ({ bigArchive }, use) => {
    const proxy = await startMediaProxy(bigArchive);
    await use(proxy);
    await proxy.close();
  },
});

/** The video's save control, a round button, in the given state. */
export const disc = (page: Page, state: string | RegExp) =>
  page
    .getByRole('button', { name: state })
    .and(page.locator('[data-save]'))
    .and(page.getByRole('button', { name: fog.title }));
export const savedName = /^Saved on this device/;

export async function openChannel(page: Page, url: string): Promise<void> {
  await signIn(page, url);
  await waitForWorker(page);
  await page.goto(`${url}/channel/UCslowHarbourSampleAaa01/`);
}

/** Waits until the video is saved. Wakes the saver as if the archive had just answered again, so as not to wait for its backoff. */
export async function waitUntilSaved(page: Page, timeout = 60_000): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.evaluate(() => {
          const channel = new BroadcastChannel('stowaway-saved');
          channel.postMessage({ kind: 'wake', isNetworkBack: true });
          channel.close();
        });
        return disc(page, savedName).isVisible();
      },
      { timeout, intervals: [200] },
    )
    .toBe(true);
}

/** No array holds a file of gigabytes, so it is compared in ranges. */
const comparedBytes = 32 * mebibyte;

/** Compares the saved copy, as the service worker serves it, with the archive's file. */
export async function expectSameBytes(page: Page, file: string): Promise<void> {
  const [item] = await rowsOf<{ wholeRevision: number }>(page, 'items');
  const copyHashes = await page.evaluate(
    async ([url, rangeBytes]) => {
      const hashes: string[] = [];
      for (let first = 0, total = 1; first < total; first += rangeBytes) {
        const answer = await fetch(url, { headers: { range: `bytes=${first}-${first + rangeBytes - 1}` } });
        total = Number(answer.headers.get('content-range')?.split('/')[1]);
        const hash = await crypto.subtle.digest('SHA-256', await answer.arrayBuffer());
        hashes.push(Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join(''));
      }
      return hashes;
    },
    [`/_saved/${fog.id}/original/${item?.wholeRevision}`, comparedBytes] as const,
  );
  const fileHashes: string[] = [];
  for (let start = 0, { size } = await stat(file); start < size; start += comparedBytes) {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(file, { start, end: start + comparedBytes - 1 })) hash.update(chunk as Buffer);
    fileHashes.push(hash.digest('hex'));
  }
  expect(copyHashes).toEqual(fileHashes);
}

/** The ledger's rows; none if nothing was ever saved. Creates no ledger, which the page could not open then. */
export function rowsOf<Row>(page: Page, store: 'items' | 'revisions'): Promise<Row[]> {
  return page.evaluate(
    (name) =>
      new Promise((resolve, reject) => {
        const openRequest = indexedDB.open('stowaway-saved');
        openRequest.onupgradeneeded = () => {
          openRequest.transaction?.abort();
          resolve([]);
        };
        openRequest.onerror = () => reject(new Error('the ledger does not open'));
        openRequest.onsuccess = () => {
          const rowsRequest = openRequest.result.transaction(name).objectStore(name).getAll();
          rowsRequest.onsuccess = () => {
            openRequest.result.close();
            resolve(rowsRequest.result as never);
          };
        };
      }),
    store,
  );
}

/** How many bytes each request for the video after the first has fetched a second time. */
export function refetchedBytes({ requests }: MediaProxy): number[] {
  return requests.slice(1).map(({ firstByte }, index) => {
    const previousRequest = requests[index] ?? { firstByte: 0, sentBytes: 0 };
    return previousRequest.firstByte + previousRequest.sentBytes - firstByte;
  });
}
