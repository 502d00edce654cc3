// What the rows of saved videos run on: a library with one video of any size, and what a device knows of its copies.
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { writeLargeVideo } from '../../tests/builders/large-video.ts';
import { sampleLibrary } from '../../tests/e2e/archive-process.ts';
import { withArchive } from './with-archive.mjs';

export const largeVideo = { id: 'fogNorthSea', channel: '/channel/UCslowHarbourSampleAaa01/', title: 'Crossing the North Sea alone, day 3: fog' };

/** Like `withArchive`. The file is sparse: its bytes are generated while they are read, and take no disk space. */
export async function withLargeVideo(totalBytes, measure) {
  const library = await mkdtemp(path.join(os.tmpdir(), 'stowaway-bench-library-'));
  try {
    await cp(sampleLibrary, library, { recursive: true, preserveTimestamps: true });
    const name = (await readdir(library, { recursive: true })).find((one) => one.endsWith(`[${largeVideo.id}].mp4`));
    const file = path.join(library, name);
    await writeLargeVideo(file, { small: path.join(sampleLibrary, name), totalBytes, isFilled: false });
    return await withArchive(measure, { library });
  } finally {
    await rm(library, { recursive: true, force: true });
  }
}

/**
 * Presses the card's disc and returns, in milliseconds of one clock, when the video's bytes began, had all arrived, and were checked. The ledger is
 * watched from the service worker: watching costs the page's main thread nothing.
 */
export async function saveFromCard(page, title) {
  const [worker] = page.context().serviceWorkers();
  await worker.evaluate(watchLedger);
  await page.evaluate((selector) => document.querySelector(selector).click(), `[data-save][aria-label^="Save offline: ${title}"]`);
  return worker.evaluate(() => self.watchedSave);
}

/** Runs in the worker. */
function watchLedger() {
  const times = {};
  self.watchedSave = new Promise((resolve) => {
    const channel = new BroadcastChannel('stowaway-saved');
    let opened = null;
    const open = () =>
      new Promise((found) => {
        const opening = indexedDB.open('stowaway-saved');
        opening.onsuccess = () => found(opening.result);
      });
    let timer = null;
    channel.onmessage = look;
    async function look() {
      // Also without a message from then on: the last one may come before the change can be read. Earlier there may be no ledger to open.
      timer ??= setInterval(() => void look(), 500);
      const atMs = performance.now();
      const db = await (opened ??= open());
      const asking = db.transaction('items').objectStore('items').getAll();
      asking.onsuccess = () => {
        const state = asking.result[0]?.status.state;
        times[state] ??= atMs;
        if (state === 'failed') times.ready ??= atMs;
        if (!times.ready) return;
        clearInterval(timer);
        db.close();
        channel.close();
        resolve({ fromMs: times.saving, keptMs: times.verifying, readyMs: times.ready });
      };
    }
  });
}
