// Sets up the environment of the bench rows about saved videos: the sample library with one or two videos enlarged to any size, and a tab
// that watches the device's ledger.
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { writeLargeVideo } from '../../tests/builders/large-video.ts';
import { sampleLibrary } from '../../tests/e2e/archive-process.ts';
import { withArchive } from './with-archive.mjs';

export const largeVideo = { id: 'fogNorthSea', channel: '/channel/UCslowHarbourSampleAaa01/', title: 'Crossing the North Sea alone, day 3: fog' };
/** Of the same channel. */
export const secondLargeVideo = { id: 'firstFrost1', title: 'Day 2: first frost, last camp ashore' };

/** Like `withArchive`, with each of `videos` enlarged to `totalBytes`. The files are sparse, so they take almost no disk space. */
export async function withLargeVideo(totalBytes, measure, videos = [largeVideo]) {
  const library = await mkdtemp(path.join(os.tmpdir(), 'stowaway-bench-library-'));
  try {
    await cp(sampleLibrary, library, { recursive: true, preserveTimestamps: true });
    const files = await readdir(library, { recursive: true });
    for (const { id } of videos) {
      const name = files.find((file) => file.endsWith(`[${id}].mp4`));
      await writeLargeVideo(path.join(library, name), { smallVideoPath: path.join(sampleLibrary, name), totalBytes, isFilled: false });
    }
    return await withArchive(measure, { library });
  } finally {
    await rm(library, { recursive: true, force: true });
  }
}

/**
 * Opens another tab, without the client, that watches the ledger, so that watching costs the page's main thread nothing. `save` presses the
 * card's Save button. It resolves to three times, in milliseconds on the other tab's clock: when the save began to fetch the video's bytes,
 * when all had arrived, and when they were verified.
 */
export async function openWatcher(page) {
  const watcher = await page.context().newPage();
  await watcher.goto(new URL('/favicon.svg', page.url()).href);
  return {
    async save(title) {
      await watcher.evaluate(watchLedger);
      await page.evaluate((selector) => document.querySelector(selector).click(), `[data-save][aria-label^="Save offline: ${title}"]`);
      return watcher.evaluate(() => window.watchedSave);
    },
    close: () => watcher.close(),
  };
}

/** Runs in the watcher's page: records when the save reaches each state. */
function watchLedger() {
  const times = {};
  window.watchedSave = new Promise((resolve, reject) => {
    const channel = new BroadcastChannel('stowaway-saved');
    let databasePromise = null;
    const open = () =>
      new Promise((resolveDatabase) => {
        const openRequest = indexedDB.open('stowaway-saved');
        openRequest.onsuccess = () => resolveDatabase(openRequest.result);
      });
    // Nothing is opened before the first message, because there may be no ledger yet.
    channel.onmessage = async () => {
      const atMs = performance.now();
      const db = await (databasePromise ??= open());
      const itemsRequest = db.transaction('items').objectStore('items').getAll();
      itemsRequest.onsuccess = () => {
        const state = itemsRequest.result[0]?.status.state;
        times[state] ??= atMs;
        if (!times.ready && state !== 'failed') return;
        db.close();
        channel.close();
        if (state === 'failed') reject(new Error('the save failed'));
        else resolve({ startMs: times.saving, receivedMs: times.verifying, readyMs: times.ready });
      };
    };
  });
}
