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
 * Runs in the page: presses the card's disc and returns, in milliseconds of the page, when the video's bytes began, had all arrived, and
 * were checked.
 */
export async function saveFromCard(title) {
  const ledger = () =>
    new Promise((resolve) => {
      const opening = indexedDB.open('stowaway-saved');
      opening.onsuccess = () => resolve(opening.result);
    });
  const times = {};
  const isReady = new Promise((resolve) => {
    const channel = new BroadcastChannel('stowaway-saved');
    // Opened once: the cost of measuring is part of the page's time.
    let opened = null;
    channel.onmessage = async () => {
      const atMs = performance.now();
      const db = await (opened ??= ledger());
      const asking = db.transaction('items').objectStore('items').getAll();
      asking.onsuccess = () => {
        const state = asking.result[0]?.status.state;
        times[state] ??= atMs;
        if (state === 'failed') times.ready ??= atMs;
        if (!times.ready) return;
        db.close();
        channel.close();
        resolve();
      };
    };
  });
  document.querySelector(`[data-save][aria-label^="Save offline: ${title}"]`).click();
  await isReady;
  return { fromMs: times.saving, keptMs: times.verifying, readyMs: times.ready };
}
